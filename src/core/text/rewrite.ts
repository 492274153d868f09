import { createPoll, type StopSignal } from '../basics/work';

/** A rewritten text, and the original place of each of its UTF-16 code units. */
export interface MappedText {
  readonly text: string;
  /** text.length + 1 ascending places in the original, the last one the end of the last unit. */
  readonly origins: Uint32Array;
}

/** A text without any change. */
export function mapToItself(text: string): MappedText {
  const origins = new Uint32Array(text.length + 1);
  for (let i = 0; i < origins.length; i++) origins[i] = i;
  return { text, origins };
}

/** Rewrites a mapped text from left to right and keeps the map. Time and memory are linear in the text. */
export class Rewriting {
  private readonly pieces: string[] = [];
  /** Start, end and length of the replacement, for each edit. */
  private readonly edits: number[] = [];
  private copied = 0;

  constructor(private readonly source: MappedText) {}

  /** Replaces [start, end) of the source with `by`. Edits come in order and do not overlap. */
  replace(start: number, end: number, by: string): void {
    if (start > this.copied) this.pieces.push(this.source.text.slice(this.copied, start));
    if (by !== '') this.pieces.push(by);
    this.edits.push(start, end, by.length);
    this.copied = end;
  }

  finish(): MappedText {
    if (this.edits.length === 0) return this.source;
    this.pieces.push(this.source.text.slice(this.copied));
    const text = this.pieces.join('');
    const from = this.source.origins;
    const origins = new Uint32Array(text.length + 1);
    let read = 0;
    let written = 0;
    for (let e = 0; e < this.edits.length; e += 3) {
      const start = this.edits[e]!;
      origins.set(from.subarray(read, start), written);
      written += start - read;
      origins.fill(from[start]!, written, written + this.edits[e + 2]!);
      written += this.edits[e + 2]!;
      read = this.edits[e + 1]!;
    }
    origins.set(from.subarray(read), written);
    return { text, origins };
  }
}

// Written out, so that the tables of different engines have no effect. research/training/corpus/normalise.py has the same.
const format = String.raw`\u0080-\u0084\u0086-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}`;
const marks = String.raw`\u0300-\u034e\u0350-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;

/**
 * Characters without a visible shape, and three or more marks on one place, with any such characters between them. The longest run is
 * bounded, because the stack of an engine is.
 */
const pattern = `[${format}]{0,999}[${marks}][${format}]{0,999}[${marks}][${format}]{0,999}[${marks}][${format}${marks}]{0,9999}|[${format}]{1,9999}`;
const anyUnseen = new RegExp(`[${format}]|[${marks}]{3}`, 'u');

/**
 * The characters of typesetting and emoji: a byte order mark, soft hyphens, bullets of symbol fonts, and the invisible parts of an emoji.
 */
const harmless =
  /^\ufeff|\u00ad|[\uf020-\uf0ff]|[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}#*0-9](?:[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}\u200d\u20e3\p{Extended_Pictographic}\u{e0020}-\u{e007f}])+/gu;

/**
 * Latin letters in another form: with a separate mark, as ligatures, Roman numerals, long s, full-width or mathematical letters; and other
 * signs between letters in place of an apostrophe.
 */
const otherForm =
  /[A-Za-z\u00c0-\u024f\u1e00-\u1eff][\u0300-\u034e\u0350-\u036f]+|[\u017f\u212a\u212b\u2160-\u217f\ufb00-\ufb06\uff01-\uff5e\u{1d400}-\u{1d7ff}]+|(?<=[A-Za-z\u00c0-\u024f])[\u02bc`\u00b4](?=[A-Za-z])/gu;
const anyOtherForm = new RegExp(otherForm.source, 'u');
/** Every such form has one of these characters, which are sought in a sixth of the time. */
const signOfOtherForm =
  /[\u0300-\u034e\u0350-\u036f\u017f\u212a\u212b\u2160-\u217f\ufb00-\ufb06\uff01-\uff5e\u{1d400}-\u{1d7ff}\u02bc`\u00b4]/u;
const hasOtherForm = (text: string): boolean => signOfOtherForm.test(text) && anyOtherForm.test(text);

/** Rule 1 of docs/model-contract.md §1: invisible characters are removed, and a letter has one form. Linear. Throws Cancelled. */
export function removeUnseen(source: MappedText, stop: StopSignal): MappedText {
  const seen = anyUnseen.test(source.text) ? rewriteMatches(source, new RegExp(pattern, 'gu'), stop) : source;
  return hasOtherForm(seen.text) ? rewriteMatches(seen, otherForm, stop) : seen;
}

function rewriteMatches(source: MappedText, each: RegExp, stop: StopSignal): MappedText {
  const poll = createPoll(stop);
  const rewriting = new Rewriting(source);
  for (const { 0: found, index } of source.text.matchAll(each)) {
    poll(index);
    rewriting.replace(index, index + found.length, each === otherForm ? toUsualForm(found) : '');
  }
  return rewriting.finish();
}

function toUsualForm(match: string): string {
  return /^[\u02bc`\u00b4]/.test(match) ? "'" : match.normalize('NFKC');
}

/** The text as it is read. It is unchanged if all of it is visible and in the usual form. */
export function dropUnseen(text: string): string {
  return normaliseForms(anyUnseen.test(text) ? text.replace(new RegExp(pattern, 'gu'), '') : text);
}

/** A text with its letters in one form each. */
export function normaliseForms(text: string): string {
  return hasOtherForm(text) ? text.replace(otherForm, toUsualForm) : text;
}

/** The number of characters in a text that somebody may have hidden in it. */
export function countUnseen(text: string): number {
  if (!anyUnseen.test(text)) return 0;
  const matches = text.replace(harmless, '').match(new RegExp(pattern, 'gu')) ?? [];
  return matches.reduce((sum, run) => sum + Array.from(run).length, 0);
}
