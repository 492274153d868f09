import words from './functionWords.json';

/** Words of grammar, with their contractions. Their places in a text depend on the author and not on the subject. */
const functionWords = new Set(words.grammar.flatMap((line) => line.split(' ')));

/** Words that begin a clause or a phrase within a sentence. */
const openers = new Set(words.openers.flatMap((line) => line.split(' ')));

/** Words of grammar that are verbs or nouns with a meaning of their own. A run of them is not a frame. */
const lexicalWords = new Set(words.lexical.flatMap((line) => line.split(' ')));

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

/** Whether a word begins a clause or a phrase. */
export function isOpener(word: string): boolean {
  return openers.has(word);
}
