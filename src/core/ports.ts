import type { FeatureRow } from './classical/featureRow';
import type { ReadPart } from '../reading/text/readableFormats';
import type { SignCoding } from '../lateInteraction/scoring/signCodes';
import type {
  Caveat,
  Condition,
  KnownDocument,
  PatchVectors,
  Population,
  Provenance,
  Role,
  SourceText,
  Span,
  Tier,
  Verification,
} from './domain/evidence';
import type { WorkRun, StopSignal } from './basics/work';
import type { Calibration } from './verification/calibration';

/**
 * One window before pooling: one row per content token (special tokens are left out), values.length = tokens × dim.
 * `ranges` holds start and end per token in the window's normalised text; `used` is 0 for tokens that never score.
 */
export interface TokenVectors {
  readonly dim: number;
  readonly values: Float32Array;
  readonly ranges: Uint32Array;
  readonly used: Uint8Array;
  /** Open-tier vector of the same pass, not normalised: the mean over `documentTokens` tokens. */
  readonly documentVector: Float32Array;
  readonly documentTokens: number;
}

/** Turns windows of normalised text into token vectors (docs/model-contract.md). */
export interface Encoder {
  readonly modelId: string;
  readonly dim: number;
  readonly documentDim: number;
  /** The longest input, including the two special tokens. */
  readonly maxTokens: number;
  /** The patch length n with which the model was measured best. */
  readonly patchTokens: number;
  /** How patches are converted to sign codes. */
  readonly coding: SignCoding;
  /** Character ranges (start, end) of the content tokens of a normalised text. */
  findTokenRanges(text: string): Uint32Array;
  /** One result per window, in order. Throws Cancelled between batches. */
  encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]>;
}

/** A span with its patches; ranges are those of the original text. */
export interface EncodedSpan {
  readonly span: Span;
  /** Document vector of the span, of unit length. */
  readonly documentVector: Float32Array;
  readonly patches: PatchVectors;
}

/**
 * Identifies a span of an open index. Only the index that gave it can read it, except that the ids of one document's spans ascend in their
 * order. It is valid until the index is closed.
 */
export type SpanId = number;

export interface StoredSpan extends EncodedSpan {
  readonly id: SpanId;
  readonly document: string;
  readonly author: string;
}

export interface ScoredSpan {
  readonly id: SpanId;
  readonly document: string;
  readonly author: string;
  readonly score: number;
  readonly tier: Tier;
}

/** What the combined order compares of a text as a whole. Patches are compared separately. */
export interface TextProfile {
  readonly mode: SourceText['mode'];
  /** Unit document vector; zeros or empty for a text without spans. */
  readonly documentVector: Float32Array;
  /** Row of the `ngrams` method: ascending ids of features and directions, and their weights. */
  readonly features: FeatureRow;
}

/** What is stored with a document, which document it replaces, and how to stop: a stop throws Cancelled, and nothing is stored. */
export interface StoreOptions {
  /** The id of a document that is removed, if it exists. If both have the same id, its rows are stored again. */
  readonly former?: string | undefined;
  /** A profile, and the id of the profiler that made it. */
  readonly made?: { readonly profiler: string; readonly profile: TextProfile };
  readonly stop?: StopSignal;
}

/** Facts of an index. `contentHash` changes with anything that can change an answer. */
export interface IndexInfo {
  readonly contentHash: string;
  readonly indexFormat: number;
  readonly n: number;
  readonly bits: number;
  readonly documents: number;
  readonly spans: number;
  readonly patches: number;
  /** The number of spans with exact vectors that were read since the index was opened. */
  readonly exactReads: number;
}

/** A document of the index without its text. */
export interface IndexedDocument extends Provenance {
  readonly id: string;
  readonly author: string;
  readonly role: Role;
  readonly title: string;
  readonly words: number;
  readonly spans: number;
  readonly source?: string;
  /** The SHA-256 of the text's UTF-8, in hex, since an index need not contain the text itself. */
  readonly textSha256: string;
  /** Absent if nothing was set by hand. */
  readonly byHand?: SourceText['byHand'];
  /** The work of the document, according to the case file. Absent if nothing is recorded. */
  readonly works?: SourceText['works'];
  /** Absent if its text is in the index file. */
  readonly onServer?: { readonly hasText: boolean; readonly hasProfile: boolean };
}

export interface ShortlistOptions {
  readonly limit: number;
  /** Which spans may be returned. Excluded documents, such as the questioned one itself, have none. */
  readonly scope: { readonly role: Role; readonly exclude?: readonly string[] };
  /** At least this many spans are scanned, and at most this many are listed: those with the nearest centroids. Infinity for all. */
  readonly scanned: number;
}

/** The result of a repair, by ids of documents. */
export interface IndexRepair {
  /** Documents that were encoded again from their texts. */
  readonly repaired: readonly string[];
  /**
   * Documents that were left as they are, because their text or their facts are not those that were added. Remove them and add their files
   * again.
   */
  readonly unsound: readonly string[];
  /** Number of documents after the repair. */
  readonly documents: number;
  /** Whether the log beside the file was missing, and with it the last additions and removals. */
  readonly lostLog: boolean;
}

/** How a repair encodes a text. Encoding throws Cancelled. */
export interface RepairRun extends WorkRun {
  readonly encode: (document: KnownDocument) => Promise<readonly EncodedSpan[]>;
}

/** Known documents with their codes and exact vectors. The adapter encodes the query itself. */
export interface ReferenceIndex {
  readInfo(): IndexInfo;
  /** All documents, sorted by author and title, without their texts. */
  listDocuments(): Promise<readonly IndexedDocument[]>;
  /** A document with its text. Undefined if the index does not have both. */
  readDocument(id: string): Promise<KnownDocument | undefined>;
  /** Ids of the documents with this text, in ascending order. */
  findCopies(text: string): Promise<readonly string[]>;
  /**
   * The spans that are most similar to the query by their codes, best first. A large index may scan only those with the nearest centroids.
   */
  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]>;
  /**
   * The exact scores of the 32 listed spans that are most similar to the query, at most two by one author, best first. The others follow
   * with estimates of tier "sign", which order spans nearly as scores do. Reads the exact vectors of each listed span at most once. Throws
   * Cancelled.
   */
  rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]>;
  /** Spans with their exact vectors, in the order asked. */
  read(ids: readonly SpanId[]): Promise<readonly StoredSpan[]>;
  /** Ids of a document's spans, in order. */
  listSpans(document: string): Promise<readonly SpanId[]>;
  /**
   * Adds a document, with its profile if there is one, in one transaction. "present": the index already has this document, and only a
   * former one is removed.
   */
  add(document: KnownDocument, spans: readonly EncodedSpan[], options?: StoreOptions): Promise<'added' | 'present'>;
  /** Removes the documents that exist and returns their number. Throws Cancelled; a file then still has all of them. */
  remove(documents: readonly string[], stop?: StopSignal): Promise<number>;
  /** The profiles of the documents that the profiler with this id made. Missing ones are left out. */
  readProfiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>>;
  /** Replaces the profiles of documents, by id. Ids that are not in the index are ignored. */
  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void>;
  /** The problems that were found, as sentences. Empty if the index is intact. */
  check(run: WorkRun): Promise<readonly string[]>;
  /** Repairs the index: documents with damaged rows are encoded again. What was done before a stop is kept. */
  repair(run: RepairRun): Promise<IndexRepair>;
  close(): Promise<void>;
}

/** An index as a review reads it: a file, or a file with an index of a server. */
export type ReviewedIndex = Omit<ReferenceIndex, 'add' | 'remove' | 'check' | 'repair' | 'close'>;

/** Why a candidate was compared. */
export interface CandidateOrigin {
  /** The number of authors that the search could have found. Undefined if the user named the author. */
  readonly authorsSearched: number | undefined;
  /** The verifier that the user chose instead of the one that the modes select. */
  readonly verifier?: Verification['verifier'] | undefined;
  /** Why a case states no ratio at present. */
  readonly withheld?: Caveat | undefined;
  /** What was validated on the index itself. Each entry replaces the bundled figures in its condition. */
  readonly own?: readonly OwnCalibration[];
  /** The author of the questioned text, if known. The cohort leaves this author out. */
  readonly questionedAuthor?: string;
  /** The effects of single texts and of stretches of the questioned text on the ratio are not needed. */
  readonly isOnlyRatio?: boolean;
}

/** A calibration that the authors of an index validated, for comparisons of one condition. */
export interface OwnCalibration {
  readonly condition: Condition;
  readonly calibration: Calibration;
}

/** Spans that were encoded before, by the ids of their documents, which are hashes of the texts. */
export type SpanStore = Pick<ReferenceIndex, 'listSpans' | 'read'> & Partial<Pick<ReferenceIndex, 'readDocument'>>;

/** One author of the reference population, as numbers only. */
export interface PopulationMember {
  readonly mode: 'written' | 'spoken';
  readonly genre: string;
  readonly decade?: number;
  /**
   * Unpacks the sparse tf-idf row of hashed character and word n-grams: ascending feature ids and their weights, unit length. Absent if
   * enough authors for a neighbourhood come before this one.
   */
  readonly readFeatures?: () => FeatureRow;
}

/** The authors that "another author" is drawn from. */
export interface ReferencePopulation {
  readonly description: Population;
  readonly members: readonly PopulationMember[];
}

/** Running text in reading order, with a blank line between paragraphs, and the other parts of the file. */
export interface ReadContent {
  readonly text: string;
  /** Where each page begins in the text. Absent if the format has no pages. */
  readonly pages?: readonly number[];
  readonly parts?: readonly ReadPart[];
}

/** Reads the files of one format. */
export interface DocumentReader {
  /** The libraries of the reader, with their versions. Absent if it reads the file without one. */
  readonly library?: string;
  /** Throws UnreadableDocument, WrongEncoding, Cancelled. */
  read(bytes: Uint8Array, name: string, stop: StopSignal): Promise<ReadContent>;
}

/** The language of at least half of a text, from samples of the whole text. "und" if none could be detected. Shares are of its letters. */
export interface DetectedLanguage {
  readonly language: string;
  readonly latin: number;
  /** The share in other languages. */
  readonly other: number;
}

export interface LanguageDetector {
  /** @param isRough  reads only a third of a text in one language; single sentences in others may then be missed */
  detect(text: string, isRough?: boolean): DetectedLanguage;
}
