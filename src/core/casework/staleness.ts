import type { ModelFiles, Provenance, SourceText } from '../domain/evidence';
import type { ReviewOptions } from './reviewOptions';
import { formatQuestion } from '../domain/search';
import { scaleName } from '../verification/verbalScale';

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
