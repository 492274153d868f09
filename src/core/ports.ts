import type { FeatureRow } from './classical/featureRow';
import type { ReadPart } from './readableFormats';
import type { SignCoding } from './scoring/signCodes';
import type { Exclusion } from './text/excludedRanges';
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
} from './domain';
import type { WorkRun, StopSignal } from './work';
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
  /** Longest input, with the two special tokens. */
  readonly maxTokens: number;
  /** Patch length n that the model was measured best with. */
  readonly patchTokens: number;
  /** How patches become sign codes. */
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
 * Names a span of an open index. The index gives it, and it says nothing to others but this: ids of one document's spans ascend in their
 * order. It holds until the index is closed.
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

/** What the combined order compares of a text as a whole; its patches are compared apart. */
export interface TextProfile {
  readonly mode: SourceText['mode'];
  /** Unit document vector; zeros or empty for a text without spans. */
  readonly documentVector: Float32Array;
  /** Row of the `ngrams` method: ascending ids of features and directions, and their weights. */
  readonly features: FeatureRow;
}

/** What is stored with a document, in place of which, and how the storing is stopped: it throws Cancelled, and nothing is stored. */
export interface StoreOptions {
  /** The id of a document that goes, if it is there. The two may have one id: then its rows are stored again. */
  readonly former?: string | undefined;
  /** A profile, and the id of the profiler that made it. */
  readonly made?: { readonly profiler: string; readonly profile: TextProfile };
  readonly stop?: StopSignal;
}

/** What an index says of itself. `contentHash` changes with anything that can change an answer. */
export interface IndexInfo {
  readonly contentHash: string;
  readonly indexFormat: number;
  readonly n: number;
  readonly bits: number;
  readonly documents: number;
  readonly spans: number;
  readonly patches: number;
  /** Spans whose exact vectors were read since the index was opened. */
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
  /** Absent: nothing in it was set by hand. */
  readonly byHand?: SourceText['byHand'];
  /** One, as the case file says; absent: nothing is said. */
  readonly works?: SourceText['works'];
  /** Absent: its text is in the index file. */
  readonly onServer?: { readonly hasText: boolean; readonly hasProfile: boolean };
}

export interface ShortlistOptions {
  readonly limit: number;
  /** Which spans may be returned: not those of the documents left out, such as the questioned one itself. */
  readonly scope: { readonly role: Role; readonly exclude?: readonly string[] };
  /** Spans that are scanned at least, and listed at most: those with the nearest centroids; Infinity: all. */
  readonly scanned: number;
}

/** What a repair did, by ids of documents. */
export interface IndexRepair {
  /** Encoded again from their texts. */
  readonly repaired: readonly string[];
  /** Left as they are, because their text or what is listed of them is not what was added: remove them and add their files again. */
  readonly unsound: readonly string[];
  /** Documents that the index has afterwards. */
  readonly documents: number;
  /** The log beside the file was gone, and with it what was added or removed last. */
  readonly lostLog: boolean;
}

/** How a repair encodes a text. Encoding throws Cancelled. */
export interface RepairRun extends WorkRun {
  readonly encode: (document: KnownDocument) => Promise<readonly EncodedSpan[]>;
}

/** Known documents with their codes and exact vectors. The adapter codes the query itself. */
export interface ReferenceIndex {
  readInfo(): IndexInfo;
  /** All documents by author and title; their texts are not read. */
  listDocuments(): Promise<readonly IndexedDocument[]>;
  /** A document with its text; undefined if the index does not hold both. */
  readDocument(id: string): Promise<KnownDocument | undefined>;
  /** Ids of the documents with this text, in ascending order. */
  findCopies(text: string): Promise<readonly string[]>;
  /** The spans most like the query, best first, by their codes; a large index may scan only those with the nearest centroids. */
  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]>;
  /**
   * Exact scores of the 32 listed spans that are most like the query, of one author two at most, best first; the others follow
   * with estimates of tier "sign", which order spans as scores nearly do. Reads exact vectors once at most for each span
   * listed. Throws Cancelled.
   */
  rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]>;
  /** Spans with their exact vectors, in the order asked. */
  read(ids: readonly SpanId[]): Promise<readonly StoredSpan[]>;
  /** Ids of a document's spans, in order. */
  listSpans(document: string): Promise<readonly SpanId[]>;
  /**
   * One transaction: all of the document, its profile with it if there is one, or nothing. "present": the index holds this document already,
   * and only a former one goes.
   */
  add(document: KnownDocument, spans: readonly EncodedSpan[], options?: StoreOptions): Promise<'added' | 'present'>;
  /** Removes the documents that are there and says how many they were. Throws Cancelled; a file then has all of them still. */
  remove(documents: readonly string[], stop?: StopSignal): Promise<number>;
  /** The profiles that the profiler of this id made of the documents; those that it lacks are left out. */
  readProfiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>>;
  /** Replaces the profiles of the documents, by id; passes over those that the index does not hold. */
  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void>;
  /** Problems found, as sentences; none when sound. */
  check(run: WorkRun): Promise<readonly string[]>;
  /** Makes the index sound: documents whose rows are damaged are encoded again. What was done before a stop stays. */
  repair(run: RepairRun): Promise<IndexRepair>;
  /** Gives back the room that removed documents took; changes no answer. */
  compact(stop: StopSignal): Promise<void>;
  close(): Promise<void>;
}

/** An index as a review reads it: a file, or a file with an index of a server. */
export type ReviewedIndex = Omit<ReferenceIndex, 'add' | 'remove' | 'check' | 'repair' | 'compact' | 'close'>;

/** How a candidate came to be compared. */
export interface CandidateOrigin {
  /** Authors whom the search could have found; undefined: the author was named by the user. */
  readonly authorsSearched: number | undefined;
  /** The verifier the user asked for in place of the one the modes select. */
  readonly verifier?: Verification['verifier'] | undefined;
  /** Why a case states no ratio for now. */
  readonly withheld?: Caveat | undefined;
  /** What was validated on the index itself: each speaks for its condition, in the place of what ships. */
  readonly own?: readonly OwnCalibration[];
  /** Who wrote the questioned text, where that is known: left out of the cohort. */
  readonly questionedAuthor?: string;
}

/** A calibration judged by the authors of an index, for comparisons of one condition. */
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
   * Sparse tf-idf row of hashed character and word n-grams: ascending feature ids and their weights, unit length. Absent:
   * others come before this author, as many as a neighbourhood takes.
   */
  readonly features?: FeatureRow;
}

/** The authors that "another author" is drawn from. */
export interface ReferencePopulation {
  readonly description: Population;
  readonly members: readonly PopulationMember[];
}

/** Running text in reading order, paragraphs apart by a blank line, and what else the file holds. */
export interface ReadContent {
  readonly text: string;
  /** Where each page begins in the text; absent: the format has none. */
  readonly pages?: readonly number[];
  readonly parts?: readonly ReadPart[];
  /** What rules find in the text that its author did not write; absent: the reader has not looked. */
  readonly excluded?: readonly Exclusion[];
}

/** Reads the files of one format. */
export interface DocumentReader {
  /** The libraries that it rests on, with their versions; absent: it takes the file as it stands. */
  readonly library?: string;
  /** Throws UnreadableDocument, WrongEncoding, Cancelled. */
  read(bytes: Uint8Array, name: string, stop: StopSignal): Promise<ReadContent>;
}

/** The language of at least half of a text, from samples of the whole of it; "und" where none could be told. Shares are of its letters. */
export interface DetectedLanguage {
  readonly language: string;
  readonly latin: number;
  /** What is in another language than that. */
  readonly other: number;
}

export interface LanguageDetector {
  /** @param isRough  a third of the text is enough where all of it is in one language; then single sentences in others may be missed */
  detect(text: string, isRough?: boolean): DetectedLanguage;
}
