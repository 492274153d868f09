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

/** Rules 1 to 5: masks, web and e-mail addresses, IPv4 and telephone numbers become `[MASK]`. */
export function maskPersonalData(source: MappedText): MappedText {
  let mapped = replaceAll(source, literal, mask);
  mapped = replaceAll(mapped, address, mask);
  mapped = maskEmail(mapped);
  mapped = replaceAll(mapped, ipv4, mask);
  return replaceAll(mapped, phone, mask);
}

/** Rule 6: a markup tag becomes a space. */
export function removeTags(source: MappedText): MappedText {
  return replaceAll(source, tag, ' ');
}

function replaceAll(source: MappedText, pattern: RegExp, by: string): MappedText {
  const rewriting = new Rewriting(source);
  for (const match of source.text.matchAll(pattern)) {
    rewriting.replace(match.index, match.index + match[0].length, by);
  }
  return rewriting.finish();
}

/** Rule 3, from each "@" outwards: trying every character as the start of an address would cost 64 steps for each. */
function maskEmail(source: MappedText): MappedText {
  const { text } = source;
  const rewriting = new Rewriting(source);
  let free = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, free))) {
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
