import type { TextRange } from '../domain';
import type { ExclusionKind } from '../readableFormats';
import { neverStops, polling, type StopSignal } from '../work';
import type { Exclusion } from './excludedRanges';

/** What a line can be; its number marks the line. */
const rules: readonly { readonly kind: ExclusionKind; readonly rule: string }[] = [
  { kind: 'quoted', rule: 'quote marks' },
  { kind: 'signature', rule: 'signature line' },
];
const [quote, signature] = [1, 2];

/** A signature of more lines is text. */
const maxSignatureLines = 20;
/** A line of an attribution is not longer than this. */
const maxAttribution = 200;

/**
 * What an e-mail holds that its author did not write, or always writes alike: quoted lines (">"), the "… wrote:" line
 * above them, and the signature below a "-- " line. Ascending ranges of the original text that do not overlap.
 * Throws Cancelled.
 */
export function exclusions(text: string, stop: StopSignal = neverStops): Exclusion[] {
  const lines = new Lines(text, polling(stop));
  const excluded = new Uint8Array(lines.count);
  for (let at = 0; at < lines.count; at++) excluded[at] = lines.startsWith(at, '>') ? quote : 0;
  markAttributions(lines, excluded, polling(stop));
  markSignatures(lines, excluded, polling(stop));
  const ranges: Exclusion[] = [];
  for (let at = 0; at < lines.count;) {
    const mark = excluded[at]!;
    let end = at + 1;
    while (end < lines.count && excluded[end] === mark) end += 1;
    if (mark > 0) ranges.push({ start: lines.start(at), end: lines.start(end), ...rules[mark - 1]! });
    at = end;
  }
  return ranges;
}

/** What of a text its author wrote, which is what ratios are made of: the text itself where nothing is excluded. Throws Cancelled. */
export function ownText(text: string, stop: StopSignal = neverStops): string {
  const excluded = exclusions(text, stop);
  if (excluded.length === 0) return text;
  const parts = without({ start: 0, end: text.length }, excluded);
  return parts.map(({ start, end }) => text.slice(start, end)).join('');
}

/** Sources with their own texts alone; without those that have none, where others have. */
export function asWritten<Source extends { readonly text: string }>(sources: readonly Source[]): readonly Source[] {
  const own = sources.map((source) => {
    const text = ownText(source.text);
    return text === source.text ? source : { ...source, text };
  });
  const written = own.filter(({ text }) => text.trim() !== '');
  return written.length > 0 ? written : own;
}

/** The parts of a range that no excluded range covers, in order; `exclude` may be in any order and overlap. */
export function without(range: TextRange, exclude: readonly TextRange[]): TextRange[] {
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

type Poll = ReturnType<typeof polling>;

/** Lines by number; only their places are held. */
class Lines {
  private readonly starts: number[] = [0];

  constructor(
    private readonly source: string,
    poll: Poll,
  ) {
    for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
      poll(at);
      this.starts.push(at + 1);
    }
  }

  get count(): number {
    return this.starts.length;
  }

  /** Where the line begins; the end of the text for the line behind the last. */
  start(line: number): number {
    return this.starts[line] ?? this.source.length;
  }

  startsWith(line: number, prefix: string): boolean {
    return this.source.startsWith(prefix, this.start(line));
  }

  /** The line without its break, or undefined where it is longer than an attribution or not there. */
  short(line: number): string | undefined {
    const start = this.start(line);
    const end = this.start(line + 1);
    if (line >= this.count || end - start > maxAttribution) return undefined;
    return this.source.slice(start, end).replace(/\r?\n$/, '');
  }
}

/** "On 3 May, A wrote:", in one line or two, or "A writes:", above quoted lines. */
function markAttributions(lines: Lines, excluded: Uint8Array, poll: Poll): void {
  for (let at = 0; at < lines.count; at++) {
    poll(at);
    let last = at;
    if (!endsAttribution(lines.short(at))) {
      last = at + 1;
      if (!lines.startsWith(at, 'On ') || !lines.short(at) || !endsAttribution(lines.short(last))) continue;
    }
    let below = last + 1;
    while (lines.short(below)?.trim() === '') below += 1;
    if (excluded[below]) excluded.fill(quote, at, below);
  }
}

function endsAttribution(line: string | undefined): boolean {
  return /\b(?:wrote|writes):\s*$/.test(line ?? '');
}

/** From a "-- " line to the end of the text, or to what is excluded already. */
function markSignatures(lines: Lines, excluded: Uint8Array, poll: Poll): void {
  for (let at = 0; at < lines.count; at++) {
    poll(at);
    if (excluded[at] || lines.short(at) !== '-- ') continue;
    const limit = Math.min(lines.count, at + maxSignatureLines);
    let end = at + 1;
    while (end < limit && !excluded[end]) end += 1;
    if (end === lines.count || excluded[end]) excluded.fill(signature, at, end);
  }
}
