import type { ReadableWord } from './readableWords';
import { isFunctionWord } from './functionWords';

/** Share of the signs and letters of a stretch that must be letters. */
const leastLetters = 0.72;
/** Share of the words that must be of grammar, in English: names, lists, code and other languages have fewer. */
const leastGrammar = 0.15;
const codeSigns = /[{}<>=\\|_[\]#*~^`@]|https?:|www\.|\/\w+\//gu;

/** Whether a stretch is prose: no list, no table, no fragment of code, no address. */
export function isRunningText(
  stretch: string,
  words: readonly Pick<ReadableWord, 'word'>[],
  english: boolean,
): boolean {
  const seen = stretch.replace(/\s+/gu, '');
  const letters = seen.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (letters < leastLetters * seen.length) return false;
  if ((stretch.match(codeSigns)?.length ?? 0) > 1) return false;
  const grammar = words.filter(({ word }) => isFunctionWord(word)).length;
  return !english || grammar >= leastGrammar * words.length;
}

/** Whether most letters of both texts are Latin, or of neither: a passage never crosses scripts. */
export function isOneScript(a: string, b: string): boolean {
  return mostlyLatin(a) === mostlyLatin(b);
}

const beyondLatin = /[^\u0000-\u024f\u2000-\u206f]/u;

function mostlyLatin(text: string): boolean {
  if (!beyondLatin.test(text)) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= letters;
}
