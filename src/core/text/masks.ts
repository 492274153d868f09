import type { StopSignal } from '../ports';
import { polling, throwIfStopped } from '../stop';
import { Rewriting } from './rewrite';
import type { MappedText } from './rewrite';

/** What stands for a name, an address, a number or a literal special token. */
export const mask = '[MASK]';

const white = '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
// Every quantifier is bounded, and no two alternatives can read the same run: none of these is worse than linear.
const literal = /<(?:NAME|EMAIL|PHONE|URL)>|\[(?:MASK|CLS|SEP|PAD|UNK)\]/gu;
const address = new RegExp(`(?:https?://|www\\.)[^${white}<>"')\\]]{1,2000}`, 'gu');
const ipv4 = /(?<![0-9.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9.])/gu;
const phone = /(?<![0-9])(?:\+[0-9]{1,3}[ .-]?)?(?:\([0-9]{3}\)[ .-]?|[0-9]{3}[ .-])[0-9]{3}[ .-][0-9]{4}(?![0-9])/gu;
const tag = /<\/?[A-Za-z][^<>]{0,200}>/gu;
const localPart = /[A-Za-z0-9._%+-]/;
const domain = /@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}/y;
const longestLocalPart = 64;

/** Units searched at once, and those behind them that a match may reach into: none of the patterns reads more. */
const block = 0x10000;
const longestMatch = 0x1100;

/** Rules 2 to 6: masks, web and e-mail addresses, IPv4 and telephone numbers become `[MASK]`. Throws Cancelled. */
export function maskPersonalData(source: MappedText, stop: StopSignal): MappedText {
  let mapped = replaceAll(source, { pattern: literal, by: mask }, stop);
  mapped = replaceAll(mapped, { pattern: address, by: mask }, stop);
  mapped = maskEmail(mapped, stop);
  mapped = replaceAll(mapped, { pattern: ipv4, by: mask }, stop);
  return replaceAll(mapped, { pattern: phone, by: mask }, stop);
}

/** Rule 7: a markup tag becomes a space. Throws Cancelled. */
export function removeTags(source: MappedText, stop: StopSignal): MappedText {
  return replaceAll(source, { pattern: tag, by: ' ' }, stop);
}

interface Replacement {
  readonly pattern: RegExp;
  readonly by: string;
}

/** Block by block, so that a stop is seen; a block is searched with the unit before it, which a pattern may look back at. */
function replaceAll(source: MappedText, { pattern, by }: Replacement, stop: StopSignal): MappedText {
  const { text } = source;
  const rewriting = new Rewriting(source);
  for (let start = 0; start < text.length;) {
    throwIfStopped(stop);
    const end = start + block;
    const from = Math.max(0, start - 1);
    pattern.lastIndex = start - from;
    start = end;
    for (const match of text.slice(from, end + longestMatch).matchAll(pattern)) {
      const at = from + match.index;
      if (at >= end) break;
      rewriting.replace(at, at + match[0].length, by);
      start = Math.max(end, at + match[0].length);
    }
  }
  return rewriting.finish();
}

/** Rule 4, from each "@" outwards: trying every character as the start of an address would cost 64 steps for each. */
function maskEmail(source: MappedText, stop: StopSignal): MappedText {
  const { text } = source;
  const rewriting = new Rewriting(source);
  const poll = polling(stop);
  let free = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, free))) {
    poll(at);
    let start = at;
    const first = Math.max(free, at - longestLocalPart);
    while (start > first && localPart.test(text[start - 1]!)) start -= 1;
    domain.lastIndex = at;
    if (start === at || !domain.test(text)) continue;
    free = domain.lastIndex;
    rewriting.replace(start, free, mask);
  }
  return rewriting.finish();
}
