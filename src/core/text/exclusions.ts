import type { TextRange } from '../domain';
import type { ExclusionKind, ReadPart } from '../readableFormats';
import { neverStops, createPoll, type StopSignal } from '../work';
import { excludeCaptionTimes } from './captions';
import { countWords } from './countWords';
import type { Exclusion } from './excludedRanges';
import { excludeAdditions } from './mail/additions';
import { excludeEarlierMail } from './mail/earlierMail';
import { Lines } from './mail/lines';

/**
 * What a text holds that its author did not write for it: mails that are quoted, answered or forwarded, signatures, and what mail programs add.
 * The text may be of any format. Ascending ranges of the original text that do not overlap. Throws Cancelled.
 */
export function findExclusions(text: string, stop: StopSignal = neverStops): Exclusion[] {
  const lines = new Lines(text, createPoll(stop));
  excludeCaptionTimes(lines);
  excludeEarlierMail(lines);
  excludeAdditions(lines);
  return lines.listExclusions();
}

/** How many words of a text are excluded, by kind. */
export function countExcludedParts(text: string, excluded: readonly Exclusion[]): readonly ReadPart[] {
  const words = new Map<ExclusionKind, number>();
  for (const { kind, start, end } of excluded)
    words.set(kind, (words.get(kind) ?? 0) + countWords(text.slice(start, end)));
  return Array.from(words, ([kind, count]) => ({ kind, words: count }));
}

/** The parts of a range that no excluded range covers, in order; `exclude` may be in any order and overlap. */
export function subtractRanges(range: TextRange, exclude: readonly TextRange[]): TextRange[] {
  const parts: TextRange[] = [];
  let { start } = range;
  for (const hole of [...exclude].sort((a, b) => a.start - b.start)) {
    if (hole.start >= range.end) break;
    if (hole.start > start) parts.push({ start, end: hole.start });
    start = Math.max(start, hole.end);
  }
  if (start < range.end) parts.push({ start, end: range.end });
  return parts;
}
