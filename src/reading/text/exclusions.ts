import type { TextRange } from '../../core/domain/evidence';
import { groupBy } from '../../core/basics/numbers';
import type { LeftOut, ReadPart, Exclusion } from './readableFormats';
import { neverStops, createPoll, type StopSignal } from '../../core/basics/work';
import { captionTags, excludeCaptionTimes } from './captions';
import { countWords } from '../../core/text/countWords';
import { excludeAdditions } from './mail/additions';
import { excludeEarlierMail } from './mail/earlierMail';
import { Lines } from './mail/lines';
import { findTurns } from './turns';

/** The parts of a text that its author did not write for it. Ascending ranges of the text without overlaps. Throws Cancelled. */
export function findExclusions(text: string, stop: StopSignal = neverStops): Exclusion[] {
  const lines = new Lines(text, createPoll(stop));
  const areCaptions = excludeCaptionTimes(lines);
  const tags: Exclusion[] = [];
  if (!areCaptions) {
    // What a forum writes around a quotation.
    const all = lines.readTexts(0, lines.count);
    const last = forums.map(([, ends]) => all.findLastIndex((line) => ends.test(line)));
    for (let at = 0; at < lines.count; at++) {
      const kind = forums.findIndex(([begins]) => begins.test(lines.readText(at)));
      if (kind < 0 || last[kind]! < at) continue;
      let end = at;
      while (!forums[kind]![1].test(lines.readText(end))) end += 1;
      lines.exclude('forum', at, end + 1);
      at = end;
    }
    excludeEarlierMail(lines);
    // Comments at the end of a document that was exported as text: "[a]…", "[b]…", with their marks at the words that they are about.
    const at = text.lastIndexOf('\n[a]');
    const marks = text.slice(Math.max(0, at)).match(/(?<=\n)\[[a-z]\]/g) ?? [];
    const areInOrder = marks.every((mark, i) => mark.charCodeAt(1) === 97 + i);
    if (at >= 0 && areInOrder && text.slice(0, at).includes('[a]'))
      lines.exclude('comments', text.slice(0, at + 1).split(/\r\n|[\r\n]/).length - 1, lines.count);
  }
  excludeAdditions(lines);
  if (areCaptions)
    lines.visitOwn((first, last) => {
      const start = lines.start(first);
      for (const { 0: tag, index } of text.slice(start, lines.start(last)).matchAll(captionTags))
        tags.push({
          start: start + index,
          end: start + index + tag.length,
          kind: 'template',
          rule: 'tags of captions',
        });
    });
  const found = [...lines.listExclusions(), ...tags].sort((a, b) => a.start - b.start);
  const own = subtractRanges({ start: 0, end: text.length }, found);
  const hasOwn = own.some(({ start, end }) => /\p{L}/u.test(text.slice(start, end)));
  const areMarks = found.every(({ rule }) => /^quote marks$|^quotation of a forum$/.test(rule));
  return !hasOwn && areMarks && findTurns(text, stop) ? [] : found; // a conversation, of which each line has a mark
}

/** What a forum writes around a quotation: BBCode, XenForo's "Ann said: … Click to expand...", and SMF's "Quote from: Ann on …". */
const forums: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/^\[quote\b[^\]\n]{0,200}\]/i, /\[\/quote\]\s*$/i],
  [/^.{1,60} said:\s*$/, /^Click to expand\.\.\.\s*$/],
  [/^Quote from: .{1,80} on .{4,60}$/, /^\s*$/],
];

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
