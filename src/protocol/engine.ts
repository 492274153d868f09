import type { ConditionLimits } from '../core/verification/chooseCalibration';
import type { ComparedKind, QuestionedKind } from '../core/verification/condition';
import type { CaseSimilarity } from '../core/comparison/caseSimilarity';
import type { TextComparison } from '../core/comparison/compareLevels';
import type {
  Evidence,
  KnownDocument,
  ModelFiles,
  NamedVerification,
  Provenance,
  QuestionedDocument,
} from '../core/domain';
import type { Reading } from '../core/readableFormats';
import type { ReadCandidate } from '../core/candidates';
import type { Concordance } from '../core/markers/concordance';
import type { Profile } from '../core/markers/markersOf';
import type { ReviewOptions, ReviewProgress } from '../core/engine';
import type { IndexValidation } from '../core/validation/validateIndex';
import type { IndexLanguage } from '../core/language/languageCollections';
import type { IndexedDocument, IndexInfo, IndexRepair } from '../core/ports';
import type { NamedShares } from '../core/text/textAsRead';

export type { ReviewOptions, ReviewProgress } from '../core/engine';
export type { Stage } from '../core/work';

/** The author of the index that the user named, and how the question is answered. */
export interface NamedAuthor extends ReviewOptions {
  readonly author: string;
  /** Whether a ratio is taken apart, too. */
  readonly isExplained?: true;
}

/** The passages and markers of one author, and the content hash of the index in which they were found. */
export interface AuthorPassages extends ReadCandidate {
  readonly index: string;
}

/** The text of a file, and the SHA-256 of its bytes, in hex. */
export interface ReadText {
  readonly text: string;
  readonly sha256: string;
  /** Absent: the file is the text. */
  readonly reading?: Reading | undefined;
}

/** One file to add to the index. */
export interface FileToIndex extends Provenance, Pick<KnownDocument, 'author' | 'role' | 'byHand' | 'works'> {
  readonly path: string;
}

/** How far an indexing is: `present` of the documents so far were there already and were passed over. */
export interface IndexProgress {
  readonly done: number;
  readonly total: number;
  readonly file: string;
  readonly present: number;
  /** Share of this file that is encoded, in [0, 1]. */
  readonly encoded: number;
}

/** One of several disjoint parts of documents, told by their ids, which are hashes: part 1 … of. */
export interface DocumentShard {
  readonly part: number;
  readonly of: number;
}

export interface IndexReport {
  readonly added: number;
  readonly present: number;
  /** Documents whose file had changed since it was indexed. */
  readonly replaced: number;
  readonly removed: number;
  readonly documents: number;
  /** Documents of other shards; absent: none was named. */
  readonly elsewhere?: number;
  /** Known texts that are others by their author again, but for blanks or few words; absent: none. */
  readonly repeated?: number;
  /** Files with ranges that were set by hand and do not apply, since their text has changed; absent: none. */
  readonly stale?: readonly string[];
  /** What of the texts does not count, of those that are not their authors' as a whole; absent: all of them are. */
  readonly shares?: readonly NamedShares[];
  /** How far the index is from a ratio in the language of its documents; absent: it is English. */
  readonly language?: IndexLanguage;
  /** Files that could not be added, and why. */
  readonly problems: readonly { readonly file: string; readonly code: string; readonly message: string }[];
}

/** What of an index is sent to a server in addition to codes, rows and ranges. */
export interface PushChoices {
  /** Authors are sent under pseudonyms made with this key; undefined: by their names. */
  readonly pseudonymKey?: string;
  /** With titles and names of files. */
  readonly titles: boolean;
  /** With n-gram rows, from which wording of short texts can be told. */
  readonly ngrams: boolean;
  /** Says what would be sent, and sends nothing. */
  readonly dryRun: boolean;
  /** Shards of the index, if it is made. */
  readonly shards: number;
}

export interface PushReport extends IndexReport {
  /** That were sent, or would be. */
  readonly bytes: number;
  readonly dryRun: boolean;
  /** The content hash of the server's index afterwards. Absent: there is no index. */
  readonly contentHash?: string;
}

export interface PullReport extends IndexReport {
  /** That were received. */
  readonly bytes: number;
  /** The content hash of the file afterwards. It is the server's unless the file contains texts. */
  readonly contentHash: string;
}

/**
 * What the engine thread answers. A call that is about an index names its file first; progress arrives any number of times
 * before the answer; a raised stop signal ends the call with Cancelled.
 */
export interface EngineService {
  /** Loads the models; later calls are quick. Returns model kind → model id. */
  warm(): Promise<Readonly<Record<string, string>>>;
  /** The file of every model, found to be the one that the manifest lists. */
  modelFiles(): Promise<ModelFiles>;
  /**
   * Reads a file as text. Throws UnsupportedFormat, UnreadableDocument, WrongEncoding, DocumentTooLarge or EmptyDocument.
   *
   * @param anyLength  for a text that is to be shown and not scored; else also throws TooShort and UnsupportedLanguage
   */
  readDocument(path: string, anyLength?: boolean): Promise<ReadText>;
  /** What a review of such a text could state by each condition, before one is made; without an index, by what ships. */
  conditionLimits(
    index: string | undefined,
    questioned: ComparedKind,
    options: ReviewOptions,
  ): Promise<readonly ConditionLimits[]>;
  /** What an index knows of its own error, from pairs of its texts that are like the questioned one. */
  validate(index: string, kind: QuestionedKind, options: Pick<ReviewOptions, 'verifier'>): Promise<IndexValidation>;
  review(index: string, questioned: QuestionedDocument, options: ReviewOptions): Promise<Evidence>;
  /** The passages of any author of the index, as a review of the text has them; quick after the review. */
  passages(index: string, questioned: QuestionedDocument, options: NamedAuthor): Promise<AuthorPassages>;
  /** One questioned text against all known texts of one author of the index. */
  verifyAuthor(index: string, questioned: QuestionedDocument, options: NamedAuthor): Promise<NamedVerification>;
  /** One questioned text against texts that are not in an index; they are taken to be of one author. */
  verifyTexts(
    questioned: QuestionedDocument,
    known: readonly KnownDocument[],
    options: ReviewOptions,
  ): Promise<NamedVerification>;
  /** The habits of an author of the index by text, or of all its authors. */
  profile(
    index: string,
    options: Pick<ReviewOptions, 'markers'> & { readonly author?: string | undefined },
  ): Promise<Profile>;
  /** Every place of a habit by its name, else of a phrase, in questioned texts and in those of the index. */
  concordance(
    index: string,
    questioned: readonly QuestionedDocument[],
    sought: Pick<ReviewOptions, 'markers'> & { readonly words: string },
  ): Promise<Concordance>;
  /** How alike all questioned and known texts of a case write, pair by pair. */
  likeness(index: string, questioned: readonly QuestionedDocument[]): Promise<CaseSimilarity>;
  /** @param index  of which the collection compares texts in another language than English */
  compare(index: string | undefined, first: QuestionedDocument, second: QuestionedDocument): Promise<TextComparison>;
  /**
   * Adds files and texts one by one and replaces files that have changed; one that fails is reported and passed over, and what
   * is there already is skipped, so that a stopped run goes on where it was. Creates the index if there is none. Of a shard no
   * other document is encoded.
   */
  addDocuments(
    index: string,
    documents: readonly (FileToIndex | KnownDocument)[],
    shard?: DocumentShard,
  ): Promise<IndexReport>;
  removeDocuments(index: string, documents: readonly string[]): Promise<IndexReport>;
  indexInfo(index: string): Promise<IndexInfo>;
  listDocuments(index: string): Promise<readonly IndexedDocument[]>;
  /** A known document with its text. */
  knownDocument(index: string, id: string): Promise<KnownDocument | undefined>;
  /**
   * What is wrong, as sentences, and how many documents the file lists: undefined where that cannot be read. Writes nothing. Throws IndexCorrupt
   * where the log beside the file is gone.
   */
  checkIndex(index: string): Promise<{ readonly problems: readonly string[]; readonly documents: number | undefined }>;
  /** Encodes damaged documents again from their texts, and accepts that a log is gone. Throws IndexCorrupt where the file's pages are damaged. */
  repairIndex(index: string): Promise<IndexRepair>;
  /** Sends documents without their texts to the server's index at this address, which is made if there is none; what is there already is passed over. */
  pushIndex(index: string, url: string, choices: PushChoices): Promise<PushReport>;
  /** Brings the file to what the server's index at this address holds, without texts, and makes it if there is none. Throws Usage where it was not pulled from there. */
  pullIndex(index: string, url: string): Promise<PullReport>;
  /** Gives back the room that removed documents took. */
  compactIndex(index: string): Promise<void>;
}

export type EngineProgress =
  | ReviewProgress
  | IndexProgress
  /** How far a check, a repair, a push or a pull is, in documents. */
  | {
      readonly maintenance: 'checking' | 'repairing' | 'pushing' | 'pulling';
      readonly done: number;
      readonly total: number;
    };
