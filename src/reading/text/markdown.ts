import { decodeHTMLStrict } from 'entities';
import type { TextRange } from '../../core/domain/evidence';
import type { ReadContent } from '../../core/ports';
import { formatOf, type PartKind, type ReadPart } from './readableFormats';
import { neverStops, createPoll, type StopSignal } from '../../core/basics/work';
import { isShortCell } from '../../core/text/countWords';
import { groupParts } from './exclusions';

interface Aside extends TextRange {
  readonly kind: PartKind;
  /** What a reader sees in its place: nothing for a mark before a sign that is meant as it is, or the sign of an entity. */
  readonly shown?: string;
}

/** Markdown with blanks for what is not its author's prose, so that places stay. Short cells stay where they are alone. Throws Cancelled. */
export function readMarkdown(
  source: string,
  stop: StopSignal = neverStops,
): Required<Pick<ReadContent, 'text' | 'parts'>> {
  const all = splitLines(source, createPoll(stop));
  // YAML between a first line "---" and a line "---" or "...", or TOML between lines "+++".
  const [, mark] = /^(---|\+\+\+)\s*$/.exec(all[0]?.text ?? '') ?? [];
  const ends = mark === '---' ? /^(---|\.\.\.)\s*$/ : /^\+\+\+\s*$/;
  const last = mark ? all.findIndex((line, i) => i > 0 && ends.test(line.text)) : -1;
  const blocks: Aside[] = last < 0 ? [] : [{ start: 0, end: all[last]!.end, kind: 'headers' }];
  // Blocks between fences of at least three back-ticks or tildes. A fence that is never closed is left as it is. Lines are searched only
  // if a fence is closed, so that reading is linear in any text.
  const longest = { '`': computeLongestBelow(all, '`'), '~': computeLongestBelow(all, '~') };
  const poll = createPoll(stop);
  for (let at = last + 1; at < all.length; at++) {
    poll(at);
    const { start, text } = all[at]!;
    const [, ticks, tildes] = opening.exec(text) ?? [];
    const fence = ticks ?? tildes;
    if (fence === undefined || longest[fence[0] as '`' | '~'][at + 1]! < fence.length) continue;
    do at += 1;
    while (!all[at]!.closes?.startsWith(fence));
    blocks.push({ start, end: all[at]!.end, kind: 'code' });
  }
  const asides: Aside[] = [];
  let start = 0;
  for (const block of [...blocks, { start: source.length, end: source.length, kind: 'code' as const }]) {
    asides.push(...findAsidesWithin(source.slice(start, block.start), start, createPoll(stop)));
    if (block.end > block.start) asides.push(block);
    start = block.end;
  }
  const text = maskAsides(source, asides);
  const lines = text.includes('|') ? splitLines(text, createPoll(stop)) : [];
  const cells = findTableParts(lines).map((range) => ({ ...range, kind: 'cells' as const }));
  const withoutCells = maskAsides(text, cells);
  return /\p{L}/u.test(withoutCells)
    ? { text: withoutCells, parts: [...countParts(source, asides), ...countParts(text.replace(/\|/g, ' '), cells)] }
    : { text, parts: countParts(source, asides) };
}

/** The text of an editor as it is read. A Markdown file is read without what is not prose. */
export function readOfEditor(text: string, path: string): string {
  return formatOf(path) === 'markdown' ? readMarkdown(text).text : text;
}

/** It has no width, and is no part of a word. */
const softHyphen = '\u00ad';

function maskAsides(source: string, asides: readonly Aside[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, shown } of asides) {
    const blanks = source.slice(start, end).replace(/[^\r\n]/g, ' ');
    pieces.push(source.slice(copied, start), shown?.padEnd(end - start, softHyphen) ?? blanks);
    copied = end;
  }
  return pieces.join('') + source.slice(copied);
}

function countParts(source: string, asides: readonly Aside[]): readonly ReadPart[] {
  return groupParts(
    asides
      .filter(({ shown }) => shown === undefined)
      .map(({ start, end, kind }) => ({ kind, at: start, text: source.slice(start, end) })),
  );
}

interface SourceLine extends TextRange {
  readonly text: string;
  /** The fence that the line can close. */
  readonly closes: string | undefined;
}

/** A line that closes a code block. Its fence has the same kind and at least the same length. */
const closing = /^\s*(`{3,}|~{3,})\s*$/;

function splitLines(source: string, poll: (done: number) => void): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  for (let start = 0; start < source.length;) {
    const at = source.indexOf('\n', start);
    const end = at < 0 ? source.length : at + 1;
    const hasBreak = at >= 0 ? 1 + Number(source[at - 1] === '\r' && at > start) : 0;
    const text = source.slice(start, end - hasBreak);
    lines.push({ start, end, text, closes: closing.exec(text)?.[1] });
    poll(lines.length);
    start = end;
  }
  return lines;
}

/** A line that opens a code block (CommonMark 0.31, §4.5). No other back-tick may follow those of the fence. */
const opening = /^ {0,3}(?:(`{3,})[^`]*$|(~{3,}))/;

/** For every line the length of the longest closing fence of a kind at or below it. */
function computeLongestBelow(lines: readonly SourceLine[], mark: string): Uint32Array {
  const longest = new Uint32Array(lines.length + 1);
  for (let at = lines.length - 1; at >= 0; at--) {
    const { closes } = lines[at]!;
    longest[at] = Math.max(longest[at + 1]!, closes?.startsWith(mark) ? closes.length : 0);
  }
  return longest;
}

const title = String.raw`"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^()\n]{0,500}\)`;
const address = String.raw`<[^<>\n]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,500}\)[^\s()<>]{0,2000})?`;
/** Code within a line, which is passed over, and what is no prose. Every quantifier is bounded. */
const inLine = new RegExp(
  [
    String.raw`\`[^\`\n]{1,1000}\``,
    String.raw`(?<comment><!--)`,
    String.raw`(?<tag><\/?[A-Za-z][A-Za-z\d]{0,20}(?:[\s/][^<>]{0,2000})?>)`,
    String.raw`(?<aside>%%[^%]{1,4000}%%|\$\$[^$]{1,4000}\$\$)`,
    String.raw`(?<data>^ {0,3}\[[^[\]\n]{1,200}\]:[ \t]{0,9}<?data:[^\s<>]{0,9999999}>?)`,
    String.raw`(?<escape>\\(?=[!-/:-@[-\`{-~]))`,
    String.raw`(?<entity>&(?:#\d{1,7}|#x[\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,30});)`,
    String.raw`(?<note>^ {0,3}\[\^[^[\]\s]{1,200}\]:[^\n]{0,4000}(?:\n{1,2}(?: {4}|\t)[^\n]{1,4000}){0,99}|\[\^[^[\]\s]{1,200}\])`,
    String.raw`(?<picture>!\[[^[\]\n]{1,1000}\](?=[([]))`,
    String.raw`(?<=\])(?<link>\((?:${address})(?:[ \t]{1,9}(?:${title}))?[ \t]{0,9}\)|\[[^[\]\n]{1,200}\])`,
    String.raw`(?<definition>^ {0,3}\[(?!\^)[^[\]\n]{1,200}\]:[ \t]{0,9}(?:<[^<>\n]{0,2000}>|(?=\S{0,2000}(?:[/#@]|[.:]\S))\S{1,4000})(?:[ \t]{0,9}\n?[ \t]{1,9}(?:${title}))?[ \t]{0,9}$)`,
  ].join('|'),
  'my',
);

const signs = /[`<[\]\\&]|%%|\$\$/g;

function* findAsidesWithin(part: string, offset: number, poll: (done: number) => void): Generator<Aside> {
  const lastComment = part.lastIndexOf('-->');
  const pattern = new RegExp(inLine);
  let end = 0;
  for (const { index: at, 0: sign } of part.matchAll(signs)) {
    const start = findBeginning(part, at, sign);
    if (start < end) continue;
    poll(at);
    pattern.lastIndex = start;
    const { groups } = pattern.exec(part) ?? {};
    if (!groups) continue;
    const isComment = groups['comment'] !== undefined && lastComment > start;
    end = isComment ? part.indexOf('-->', start) + 3 : pattern.lastIndex;
    const kind = isComment ? 'comments' : findKind(groups);
    const shown = groups['escape'] ? '' : groups['entity'] && decodeHTMLStrict(groups['entity']);
    if (shown !== undefined) yield { start: offset + start, end: offset + end, kind: 'code', shown };
    else if (kind) yield { start: offset + start, end: offset + end, kind };
  }
}

function findKind(groups: Partial<Record<string, string>>): PartKind | undefined {
  const { note, picture, link, definition, tag, aside, data } = groups;
  if (note) return 'notes';
  if (tag) return /^<img/i.test(tag) ? 'pictures' : 'code';
  if (aside) return aside.startsWith('%') ? 'comments' : 'figures';
  if (data ?? picture) return 'pictures';
  return (link ?? definition) ? 'navigation' : undefined;
}

/** The beginning of what a sign belongs to: a picture before its bracket, blanks before a definition, an address after the bracket. */
function findBeginning(part: string, at: number, sign: string): number {
  if (sign === ']') return at + 1;
  if (sign !== '[') return at;
  if (part[at - 1] === '!') return at - 1;
  let start = at;
  while (start > at - 3 && part[start - 1] === ' ') start -= 1;
  return start === 0 || part[start - 1] === '\n' ? start : at;
}

const bar = /(?<!\\)\|/g;

/** The parts of tables that are not prose: bars, rules and short cells, ascending. Long cells, or the only one with text, are prose. */
function findTableParts(lines: readonly SourceLine[]): readonly TextRange[] {
  const parts: TextRange[] = [];
  let isInTable = false;
  for (const [at, { start, text }] of lines.entries()) {
    const below = lines[at + 1]?.text ?? '';
    const begins = isDelimiter(below) && splitCells(text).length === splitCells(below).length;
    isInTable = text.includes('|') && (isInTable || begins);
    if (!isInTable) continue;
    const places = [-1, ...Array.from(text.matchAll(bar), ({ index }) => index), text.length];
    const cells = places.slice(1).map((end, i) => ({ start: places[i]! + 1, end }));
    const filled = isDelimiter(text) ? [] : cells.filter((cell) => text.slice(cell.start, cell.end).trim() !== '');
    const isProse = (cell: TextRange): boolean => filled.length === 1 || !isShortCell(text.slice(cell.start, cell.end));
    let from = 0;
    for (const cell of [...filled.filter(isProse), { start: text.length, end: text.length }]) {
      if (cell.start > from) parts.push({ start: start + from, end: start + cell.start });
      from = cell.end;
    }
  }
  return parts;
}

/** Whether a line is the one below the names of columns: ":---|---:" (GitHub Flavored Markdown 0.29, §4.10). */
function isDelimiter(line: string): boolean {
  return /^[-:|\s]*\|[-:|\s]*$/.test(line) && splitCells(line).every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function splitCells(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(bar);
}
