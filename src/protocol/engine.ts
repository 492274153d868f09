import type { QuestionedKind } from '../core/verification/condition';
import type { TextComparison } from '../core/comparison/compareLevels';
import type {
  Evidence,
  KnownDocument,
  ModelFiles,
  NamedVerification,
  Provenance,
  QuestionedDocument,
} from '../core/domain/evidence';
import type { FileText } from '../reading/text/readableFormats';
import type { ReadCandidate } from '../core/review/candidates';
import type { Concordance } from '../core/markers/concordance';
import type { ReviewProgress } from '../core/review/engine';
import type { ReviewOptions } from '../core/casework/keptRecords';
import type { IndexValidation } from '../core/validation/validateIndex';
import type { OwnQuestion } from '../core/validation/ownQuestion';
import type { IndexLanguage } from '../core/language/languageCollections';
import type { IndexedDocument, IndexInfo, IndexRepair } from '../core/ports';
import type { NamedShares } from '../core/text/textAsRead';

export type { ReviewOptions } from '../core/casework/keptRecords';
export type { ReviewProgress } from '../core/review/engine';
export type { Stage } from '../core/basics/work';

/** The options of a comparison with texts from files. */
export interface TextsOptions extends ReviewOptions {
  /** The documents of the index of the case, which the lock of the case is compared with. */
  readonly listed?: readonly IndexedDocument[] | undefined;
}

/** The author of the index that the user named, and the options of the answer. */
export interface NamedAuthor extends ReviewOptions {
  readonly author: string;
  /** Whether the ratio is also taken apart. */
  readonly isExplained?: true;
}

/** The passages and markers of one author, and the content hash of the index in which they were found. */
export interface AuthorPassages extends ReadCandidate {
  readonly index: string;
}

/** One file to add to the index. */
export interface FileToIndex extends Provenance, Pick<KnownDocument, 'author' | 'role' | 'byHand' | 'works'> {
  readonly path: string;
}

/** The progress of an indexing. `present` counts the documents so far that were already in the index and were passed over. */
export interface IndexProgress {
  readonly done: number;
  readonly total: number;
  readonly file: string;
  readonly present: number;
  /** The share of this file that is encoded, in [0, 1]. */
  readonly encoded: number;
}

export interface IndexReport {
  readonly added: number;
  readonly present: number;
  /** Documents with a file that changed after it was indexed. */
  readonly replaced: number;
  readonly removed: number;
  readonly documents: number;
  /** Known texts that equal others by their author, except for blanks or a few words. Absent if there are none. */
  readonly repeated?: number;
  /** Known texts that are equal and have several authors, by text. Absent if there are none. */
  readonly shared?: readonly (readonly { readonly author: string; readonly title: string }[])[];
  /** Files with ranges set by hand that no longer apply, because the text has changed. Absent if there are none. */
  readonly stale?: readonly string[];
  /** The parts of the texts that do not count. A text that counts as a whole is not listed; absent if all do. */
  readonly shares?: readonly NamedShares[];
  /** What the index still needs for a ratio in the language of its documents. Absent if that is English. */
  readonly language?: IndexLanguage;
  /** Files that could not be added, and why. */
  readonly problems: readonly { readonly file: string; readonly code: string; readonly message: string }[];
}

/** What is sent of an index in addition to codes, rows and ranges. */
export interface PushChoices {
  /** The key of the pseudonyms that authors are sent under. Undefined if their names are sent. */
  readonly pseudonymKey?: string;
  /** Whether titles and names of files are sent. */
  readonly titles: boolean;
  /** Whether n-gram rows are sent. The wording of short texts can be inferred from them. */
  readonly ngrams: boolean;
  /** Whether to report what would be sent, and send nothing. */
  readonly dryRun: boolean;
  /** The number of shards of the index, if it is created. */
  readonly shards: number;
}

export interface PushReport extends IndexReport {
  /** Documents that were sent, or would be. */
  readonly bytes: number;
  readonly dryRun: boolean;
  /** The content hash of the server's index after the push. Absent if there is no index. */
  readonly contentHash?: string;
}

export interface PullReport extends IndexReport {
  /** Documents that were received. */
  readonly bytes: number;
  /** The content hash of the file after the pull. It equals that of the server unless the file contains texts. */
  readonly contentHash: string;
}

/**
 * The calls that the engine thread answers. The first argument of a call about an index is its file. Any number of progress messages come
 * before the answer. A raised stop signal ends the call with Cancelled.
 */
export interface EngineService {
  /** Loads the models, so that later calls are quick. Returns the hash of the file of every model, which was compared with the manifest. */
  modelFiles(): Promise<ModelFiles>;
  /**
   * Reads a file as text. Throws UnsupportedFormat, UnreadableDocument, WrongEncoding, DocumentTooLarge or EmptyDocument.
   * @param anyLength  whether a text that is only shown may be of any length; otherwise also throws TooShort and UnsupportedLanguage
   */
  readDocument(path: string, anyLength?: boolean): Promise<FileText>;
  /** What an index shows about its own error, from pairs of its texts that are similar in kind to the questioned one. */
  validate(index: string, kind: QuestionedKind, options: Pick<ReviewOptions, 'verifier'>): Promise<IndexValidation>;
  /** What the question among these authors gives for their own known texts, each left out in turn. */
  askAboutKnown(
    index: string,
    kind: QuestionedKind,
    options: Pick<ReviewOptions, 'verifier'> & { readonly among: readonly string[] },
  ): Promise<OwnQuestion>;
  review(index: string, questioned: QuestionedDocument, options: ReviewOptions): Promise<Evidence>;
  /** The passages of any author of the index, as a review of the text has them. This is quick after the review. */
  passages(index: string, questioned: QuestionedDocument, options: NamedAuthor): Promise<AuthorPassages>;
  /** Compares one questioned text with all known texts of one author of the index. */
  verifyAuthor(index: string, questioned: QuestionedDocument, options: NamedAuthor): Promise<NamedVerification>;
  /** Compares one questioned text with texts outside an index, which are assumed to be by one author. */
  verifyTexts(
    questioned: QuestionedDocument,
    known: readonly KnownDocument[],
    options: TextsOptions,
  ): Promise<NamedVerification>;
  /** Every place of a marker by its name, or otherwise of a phrase, in questioned texts and in those of the index. */
  concordance(
    index: string,
    questioned: readonly QuestionedDocument[],
    sought: Pick<ReviewOptions, 'markers'> & { readonly words: string },
  ): Promise<Concordance>;
  /** @param index  its collection is used to compare texts in a language other than English */
  compare(index: string | undefined, first: QuestionedDocument, second: QuestionedDocument): Promise<TextComparison>;
  /**
   * Adds files and texts one by one and replaces files that have changed. A file that fails is reported and passed over. Documents that are
   * already in the index are skipped, so a stopped run can continue. Creates the index if there is none.
   */
  addDocuments(index: string, documents: readonly (FileToIndex | KnownDocument)[]): Promise<IndexReport>;
  removeDocuments(index: string, documents: readonly string[]): Promise<IndexReport>;
  indexInfo(index: string): Promise<IndexInfo>;
  listDocuments(index: string): Promise<readonly IndexedDocument[]>;
  /** A known document with its text. */
  knownDocument(index: string, id: string): Promise<KnownDocument | undefined>;
  /**
   * The damage of an index file, as sentences, and the number of documents that it lists. The number is undefined if it cannot be read.
   * Writes nothing. Throws IndexCorrupt if the log beside the file is missing.
   */
  checkIndex(index: string): Promise<{ readonly problems: readonly string[]; readonly documents: number | undefined }>;
  /**
   * Encodes damaged documents again from their texts, and accepts a missing log. Throws IndexCorrupt if the pages of the file are damaged.
   */
  repairIndex(index: string): Promise<IndexRepair>;
  /**
   * Sends documents without their texts to the server's index at this address, which is created if there is none. Documents that are
   * already there are passed over.
   */
  pushIndex(index: string, url: string, choices: PushChoices): Promise<PushReport>;
  /**
   * Updates the file to the server's index at this address, without texts, and creates it if there is none. Throws Usage if the file
   * was not pulled from there.
   */
  pullIndex(index: string, url: string): Promise<PullReport>;
  /** Moves an index to a place that has none. Its documents name their files from there. False if another program has it open. */
  moveIndex(from: string, to: string): Promise<boolean>;
}

export type EngineProgress =
  | ReviewProgress
  | IndexProgress
  /** The progress of a check, a repair, a push or a pull, in documents. */
  | {
      readonly maintenance: 'checking' | 'repairing' | 'pushing' | 'pulling';
      readonly done: number;
      readonly total: number;
    };
