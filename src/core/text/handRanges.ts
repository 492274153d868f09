import { rangeWithoutWords } from '../errors';
import { countWords } from './countWords';
import type { HandRange } from '../../reading/text/readableFormats';
import { subtractRanges } from '../../reading/text/exclusions';
import { findTurns } from '../../reading/text/turns';

type Hash = (text: string) => string;

/** A stretch to set by hand: as its author's or not. An undefined `isAuthors` leaves it to the rules. */
export type RangeToSet = Pick<HandRange, 'start' | 'end'> & { readonly isAuthors: boolean | undefined };

/** What a case file says of the author's words in a document. */
interface SaidOfWords {
  readonly ranges?: readonly HandRange[] | undefined;
  /** The speakers that count in a text of several. */
  readonly speakers?: readonly string[] | undefined;
}

/** The ranges set by hand of a document. `checkRanges` divides the one that names speakers. Undefined if there are none. */
export function listHandRanges({ ranges = [], speakers }: SaidOfWords = {}): readonly HandRange[] | undefined {
  const answer = speakers ? [{ start: 0, end: 0, isAuthors: false, sha256: '', speakers }] : [];
  return ranges.length + answer.length === 0 ? undefined : [...ranges, ...answer];
}

/** In place of speakers: one author wrote the words of all of them, as in a play. */
export const everyone = '*';

/**
 * Marks the ranges that are stale because their text has changed since they were set. Undefined if there are none. The core has no hash of
 * its own: the caller gives the SHA-256, in hex, of a text's UTF-8.
 */
export function checkRanges(
  text: string,
  ranges: readonly HandRange[] | undefined,
  sha256Of: Hash,
): readonly HandRange[] | undefined {
  if (!ranges || ranges.length === 0) return undefined;
  const set = ranges
    .filter(({ speakers }) => !speakers)
    .map(({ start, end, isAuthors, sha256 }) => {
      const isSame = end <= text.length && sha256Of(text.slice(start, end)) === sha256;
      return { start, end, isAuthors, sha256, ...(!isSame && { isStale: true as const }) };
    });
  const valid = set.filter(({ isStale }) => !isStale);
  const ofOthers = ranges.flatMap((range): readonly HandRange[] => {
    const { speakers } = range;
    if (!speakers) return [];
    // the stretches that are not the words of these speakers; stale if none of them speaks
    const { turns = [] } = findTurns(text) ?? {};
    const isChosen = (speaker: string): boolean => speakers.some((each) => each === speaker || each === everyone);
    const own = turns.filter(({ speaker }) => speaker !== undefined && isChosen(speaker));
    if (own.length === 0) return [{ ...range, isStale: true }];
    return subtractRanges({ start: 0, end: text.length }, [...own, ...valid]).map((part) => ({ ...range, ...part }));
  });
  return [...set, ...ofOthers];
}

/**
 * Adds a range to those of a text, as a case file stores them: in order and without stale ones. The new range replaces the parts of others
 * that it covers. An undefined `isAuthors` leaves the stretch to the rules again.
 */
export function addRange(
  text: string,
  ranges: readonly HandRange[],
  { start, end, isAuthors }: RangeToSet,
  sha256Of: Hash,
): readonly HandRange[] {
  const toRange = (part: Pick<HandRange, 'start' | 'end'>, isAuthors: boolean): HandRange => ({
    start: part.start,
    end: part.end,
    isAuthors,
    sha256: sha256Of(text.slice(part.start, part.end)),
  });
  const valid = (checkRanges(text, ranges, sha256Of) ?? []).filter(({ isStale }) => !isStale);
  const kept = valid.flatMap((range) =>
    subtractRanges(range, [{ start, end }]).map((part) => toRange(part, range.isAuthors)),
  );
  const added = isAuthors === undefined ? [] : [toRange({ start, end }, isAuthors)];
  return [...kept, ...added].sort((a, b) => a.start - b.start);
}

/**
 * The number of words in a range that is to be set by hand.
 * @throws Usage  if it is not in the text, or has no word
 */
export function countWordsToSet(text: string, name: string, { start, end }: Pick<HandRange, 'start' | 'end'>): number {
  const words = start >= 0 && start < end && end <= text.length ? countWords(text.slice(start, end)) : 0;
  if (words === 0) throw rangeWithoutWords(start, end, name, text.length);
  return words;
}

/** The ranges within a part of the text, such as a selection. */
export function clipRanges(
  ranges: readonly HandRange[] | undefined,
  part: Pick<HandRange, 'start' | 'end'>,
): readonly HandRange[] | undefined {
  const touched = ranges?.filter(({ start, end }) => start < part.end && end > part.start) ?? [];
  if (touched.length === 0) return undefined;
  const clip = (at: number): number => Math.min(Math.max(at, part.start), part.end) - part.start;
  return touched.map((range) => ({ ...range, start: clip(range.start), end: clip(range.end) }));
}
