import type { TextRange } from '../../core/domain';
import { groupBy } from '../../core/groupBy';
import type { LeftOut, ReadPart } from './readableFormats';
import { neverStops, createPoll, type StopSignal } from '../../core/work';
import { excludeCaptionTimes } from './captions';
import { countWords } from '../../core/text/countWords';
import type { Exclusion } from './excludedRanges';
import { excludeAdditions } from './mail/additions';
import { excludeEarlierMail } from './mail/earlierMail';
import { Lines } from './mail/lines';

/**
 * The parts of a text that its author did not write for it: quoted, answered or forwarded mails, signatures, and additions of mail
 * programs. The text may have any format. Ascending ranges of the original text without overlaps. Throws Cancelled.
 */
export function findExclusions(text: string, stop: StopSignal = neverStops): Exclusion[] {
  const lines = new Lines(text, createPoll(stop));
  excludeCaptionTimes(lines);
  excludeEarlierMail(lines);
  excludeAdditions(lines);
  return lines.listExclusions();
}

/** Stretches that are not the author's prose, by kind in the order of their first ones, with the words of each kind. */
export function groupParts(stretches: readonly LeftOut[]): readonly Required<Omit<ReadPart, 'pages'>>[] {
  return Array.from(
    groupBy(stretches, ({ kind }) => kind),
    ([kind, ofKind]) => ({
      kind,
      words: ofKind.reduce((sum, { text }) => sum + countWords(text), 0),
      places: ofKind.map(({ at, text }) => ({ at, text })),
    }),
  );
}

/** The parts of a range that no excluded range covers, in order. `exclude` may have any order and overlap. */
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
