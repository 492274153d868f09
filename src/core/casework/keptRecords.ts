import type {
  Evidence,
  ModelFiles,
  Provenance,
  QuestionedDocument,
  SourceText,
  Question,
  VerifierKind,
} from '../domain/evidence';
import { formatQuestion } from '../domain/search';
import { scaleName } from '../verification/chooseCalibration';
import type { ServerAddress } from '../domain/basis';
import type { OwnMarker } from '../markers/ownMarkers';
import type { CaseValidation, PinnedParts } from './lock';

/** The questioned text of a review: a whole document or a selection of it. */
export interface ReviewTarget extends QuestionedDocument {
  /** The address of its document in one window. */
  readonly uri: string;
  /** Where the text starts in its document, in UTF-16 code units. */
  readonly offset: number;
  readonly words: number;
  /** Whether it is a selected part of its document. */
  readonly isSelection?: true | undefined;
  /** The document in the editor differed from its file. */
  readonly isUnsaved?: true | undefined;
  /** The file differs from the one that the case recorded: both SHA-256. */
  readonly changedFile?: { readonly recorded: string; readonly found: string } | undefined;
}

/** The stored result of a review. Its target has no address and no version. */
export interface KeptResult {
  /** The path that finds the document again. */
  readonly document: string;
  readonly target: ReviewTarget;
  readonly evidence: Evidence;
  /** Identifies what it rests on besides text and index: facts, choices, lock, models. */
  readonly settings: string;
  /** The number of compared words of the text: those of the evidence's spans. */
  readonly analysed: number;
  /** Milliseconds since 1970. */
  readonly reviewedAt: number;
}

/** The format of a stored result. Increase its number when fields of a result change. A result of another format is made again. */
const format = 'idiograph.result/3';

/** A result as it is stored, with the code of this user (`ResultFolder`), so that its fields are not checked when it is read. */
export function toRecord({ document, target, settings, analysed, reviewedAt, evidence }: KeptResult): object {
  const text = { ...target, uri: '', version: -1 };
  return { format, document, target: text, settings, analysed, reviewedAt, evidence };
}

/** @param record  what this user's program stored. Undefined if it is of another format. */
export function readKeptResult(record: unknown): KeptResult | undefined {
  const { format: found, ...result } = (record ?? {}) as { readonly format?: unknown };
  return found === format ? (result as KeptResult) : undefined;
}

/**
 * What differs now from what a result was made from: its text, or its basis, which is everything else. The text is compared alone, because
 * an editor can have another one than the file.
 */
export type Change = 'text' | 'basis';

/** Increase this number when results store other facts, or when markers are counted differently. Earlier results are then outdated. */
const form = 5;

/**
 * One key for all that a result rests on besides its text and the contents of the index: the labels and the ranges set by hand, the model
 * files, the user's choices and own markers, and what the case file pins and locks.
 * @param hash  returns hex digits
 */
export function createSettingsKey(
  { mode, genre, language, byHand = [], works = [] }: Provenance & Pick<SourceText, 'byHand' | 'works'>,
  { candidates, verifier, excludeQuotes, pinned, validation, markers = [], server, question }: ReviewOptions,
  models: ModelFiles,
  hash: (text: string) => string,
): string {
  const lock =
    typeof validation === 'object' ? [validation.hash, validation.found, validation.isOwn] : (validation ?? 'no case');
  const ranges = byHand
    .filter(({ speakers }) => !speakers)
    .map(({ start, end, isAuthors, sha256 }) => [start, end, isAuthors, sha256]);
  const speakers = [...new Set(byHand.flatMap((range) => range.speakers ?? []))].sort();
  const files = Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1));
  const choices = [candidates, verifier ?? 'by mode', scaleName, excludeQuotes, server?.url, formatQuestion(question)];
  const facts = [mode, genre, language, works];
  return hash(JSON.stringify([form, facts, ranges, speakers, files, choices, markers, pinned ?? null, lock]));
}

/** What a user chooses for a review, and what the case says of it. */
export interface ReviewOptions {
  /** The number of candidates that get a verification and can be asked for passages. */
  readonly candidates: number;
  /** The number of candidates with passages in the review. Undefined for all. */
  readonly passages?: number | undefined;
  /** The verifier that the user chose. Undefined if the modes of the two texts decide. */
  readonly verifier?: VerifierKind | undefined;
  /** Leaves quotations and signatures out of the comparison. */
  readonly excludeQuotes: boolean;
  /** The user's own markers, which are counted in addition to the catalogue. */
  readonly markers?: readonly OwnMarker[] | undefined;
  /** Searched with the index file. */
  readonly server?: ServerAddress | undefined;
  /** The pins of the case file. */
  readonly pinned?: PinnedParts | undefined;
  /** Whether the settings of the case are locked. Undefined outside a case. */
  readonly validation?: CaseValidation;
  /** Who could have written the text. Undefined for anybody. */
  readonly question?: Question | undefined;
  /** No evidence is sent before the answer. */
  readonly sendsOnce?: true;
}
