import type { StopSignal } from '../ports';
import { polling } from '../stop';
import { type MappedText, Rewriting } from './rewrite';

// Spelled out, so that no engine's tables can differ: research/training/corpus/normalise.py has the same.
const format = String.raw`\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
const marks = String.raw`\u0300-\u034e\u0350-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;

/** Characters without a shape of their own, and marks of which three or more stand on one place, whatever lies between them. */
const pattern = `[${format}]*[${marks}][${format}]*[${marks}][${format}]*[${marks}][${format}${marks}]*|[${format}]+`;
const anyUnseen = new RegExp(`[${format}]|[${marks}]{3}`, 'u');

/** What typesetting and emoji are made of: a byte order mark, soft hyphens, and what stands within an emoji. */
const harmless =
  /^\ufeff|\u00ad|[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}#*0-9](?:[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}\u200d\u20e3\p{Extended_Pictographic}\u{e0020}-\u{e007f}])+/gu;

/** Rule 1 of docs/model-contract.md §1: nothing is read of what nobody sees. Linear. Throws Cancelled. */
export function removeUnseen(source: MappedText, stop: StopSignal): MappedText {
  if (!anyUnseen.test(source.text)) return source;
  const poll = polling(stop);
  const rewriting = new Rewriting(source);
  for (const { 0: found, index } of source.text.matchAll(new RegExp(pattern, 'gu'))) {
    poll(index);
    rewriting.replace(index, index + found.length, '');
  }
  return rewriting.finish();
}

/** The text as it is read; the same one where all of it is seen. */
export function withoutUnseen(text: string): string {
  return anyUnseen.test(text) ? text.replace(new RegExp(pattern, 'gu'), '') : text;
}

/** How many characters a text holds that somebody may have hidden in it. */
export function countUnseen(text: string): number {
  if (!anyUnseen.test(text)) return 0;
  const found = text.replace(harmless, '').match(new RegExp(pattern, 'gu')) ?? [];
  return found.reduce((sum, run) => sum + Array.from(run).length, 0);
}
