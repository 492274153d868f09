import { walkMatches } from './characters';
import lists from './functionWords.json';

/** A word in at least this share of all texts belongs to no subject. */
const commonShare = 0.5;
/** A word in less than this share of all texts is a name or a term. */
const rareShare = 0.02;
/** Words of a subject are repeated: within the pieces that have such a word, it occurs at least this many times as often as by chance. */
const repeated = 1.3;

/** Whether a word is rare in all texts: a name, a term or another word that most writers do not need. */
export function isRareWord(word: string, method: { readonly computeDocumentShare: (word: string) => number }): boolean {
  return method.computeDocumentShare(word) < rareShare;
}

/** A contraction is one word, as in the statistics of all texts. These do not have parts such as "isn" and "ll". */
const words = /[\p{L}\p{N}_]+(?:['’][\p{L}\p{N}_]+)*/gu;

/**
 * Finds words of a subject in the pieces of a case: they are rare in all texts, or repeated within pieces more than chance would do (the
 * adaptation of Church and Gale 1995), and not common in all texts.
 * @param share  returns the share of all texts with a word
 */
export function findRepeatedWords(
  pieces: readonly string[],
  share: (word: string) => number,
): (word: string) => boolean {
  const counts = new Map<string, { occurrences: number; pieces: number; last: number }>();
  pieces.forEach((piece, i) => {
    for (const word of listWords(piece)) {
      const count = counts.get(word) ?? { occurrences: 0, pieces: 0, last: -1 };
      count.occurrences += 1;
      count.pieces += Number(count.last !== i);
      count.last = i;
      counts.set(word, count);
    }
  });
  return (word) => {
    const inAll = share(word);
    if (inAll >= commonShare) return false;
    const count = counts.get(word);
    if (!count || inAll < rareShare) return true;
    const mean = count.occurrences / pieces.length;
    return count.occurrences / count.pieces > (repeated * mean) / (1 - Math.exp(-mean));
  };
}

/** The words of a text in lower case, in their order. */
export function listWords(text: string): readonly string[] {
  return Array.from(walkMatches(text.toLowerCase(), words), ([word]) => word.replaceAll('’', "'"));
}

/** Replaces each letter of a masked word. */
export const maskSign = '■';

/** The text with each letter of a masked word replaced by the mask sign. */
export function maskWords(text: string, isMasked: (word: string) => boolean): string {
  const known = new Map<string, boolean>();
  return text.replace(words, (word) => {
    const lower = word.toLowerCase().replaceAll('’', "'");
    const masked = known.get(lower) ?? isMasked(lower);
    known.set(lower, masked);
    return masked ? maskSign.repeat(word.length) : word;
  });
}

/** Words of grammar, with their contractions. Their places in a text depend on the author and not on the subject. */
const functionWords = new Set(lists.grammar.flatMap((line) => line.split(' ')));

/** Words that begin a clause or a phrase within a sentence. */
export const openers: ReadonlySet<string> = new Set(lists.openers.flatMap((line) => line.split(' ')));

/** Words of grammar that are verbs or nouns with a meaning of their own. A run of them is not a frame. */
const lexicalWords = new Set(lists.lexical.flatMap((line) => line.split(' ')));

const contraction = /'(?:s|re|ve|ll|d|m|t)$/u;

/** Whether a word, in lower case with a plain apostrophe, is one of grammar. */
export function isFunctionWord(word: string): boolean {
  if (functionWords.has(word)) return true;
  const base = word.endsWith("n't") ? word.slice(0, -3) : word.replace(contraction, '');
  return base !== word && (functionWords.has(base) || base === 'ca' || base === 'wo');
}

/** Whether a word of grammar is a verb or noun with a meaning of its own, such as "things" or "made". */
export function isLexicalWord(word: string): boolean {
  return lexicalWords.has(word.replace(contraction, ''));
}
