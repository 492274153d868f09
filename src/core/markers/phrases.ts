import { HashMarks, hashText } from '../classical/hashing';
import type { TextMarkers } from './textMarkers';

const shortest = 3;
const longest = 6;
/** The least sum of a phrase's words and the candidate's texts with it: three words mean something if four texts have them. */
const leastSupport = 7;
/** A word in at least this share of documents belongs to no subject. */
const commonShare = 0.05;
/** At most this many other authors may have it. */
const mostOthers = 1;

/**
 * The phrases of an author (n-gram textbites: Johnson and Wright 2014): runs of common words in the questioned text, in at least two of the
 * author's texts, and in few others, each with the numbers of these texts and of other authors with it. Those in most texts come first.
 * @param others  texts by author
 */
export function findSharedPhrases(
  { words: questioned, common, marks }: ReturnType<typeof markPhrases>,
  candidate: readonly TextMarkers[],
  others: readonly (readonly TextMarkers[])[],
): readonly { readonly phrase: string; readonly texts: number; readonly others: number }[] {
  const texts = new Map<string, number>();
  for (const { words } of candidate) {
    const found = new Set<string>();
    for (const phrase of walkPhrases(words, common)) if (marks.has(hashText(phrase, 0))) found.add(phrase);
    for (const phrase of found) texts.set(phrase, (texts.get(phrase) ?? 0) + 1);
  }
  const kept = [...texts]
    .filter(([phrase, count]) => count >= 2 && count + phrase.split(' ').length >= leastSupport)
    .filter(([phrase]) => questioned.includes(` ${phrase} `))
    .sort(([a, m], [b, n]) => n - m || b.length - a.length);
  const results: ReturnType<typeof findSharedPhrases>[number][] = [];
  for (const [phrase, count] of kept) {
    if (results.some((other) => overlap(other.phrase, phrase))) continue;
    const having = others.filter((author) => author.some(({ words }) => words.includes(` ${phrase} `))).length;
    if (having <= mostOthers) results.push({ phrase, texts: count, others: having });
  }
  return results;
}

/** Whether two phrases share three consecutive words. */
function overlap(a: string, b: string): boolean {
  const words = b.split(' ');
  return words.some(
    (_, i) => i + shortest <= words.length && ` ${a} `.includes(` ${words.slice(i, i + shortest).join(' ')} `),
  );
}

/** The phrases of some words in order. */
function* walkPhrases(words: string, common: ReadonlySet<string>): Generator<string, void> {
  let run: string[] = [];
  for (const word of walkWords(words)) {
    run = common.has(word) ? [...run.slice(1 - longest), word] : [];
    for (let n = shortest; n <= run.length; n++) yield run.slice(-n).join(' ');
  }
}

/** The words between the blanks of a text. All words of a long text at once would take ten times its memory. */
export function* walkWords(text: string): Generator<string, void> {
  for (let from = 0; from <= text.length;) {
    const blank = text.indexOf(' ', from);
    const end = blank < 0 ? text.length : blank;
    yield text.slice(from, end);
    from = end + 1;
  }
}

/** The marks of a long text take at most 2 MB. Its phrases would take a hundred times its memory. */
const mostBytes = 2 ** 21;

/**
 * The words of a questioned text, those that belong to no subject, and marks of its phrases.
 * @param share  the share of documents with a word, in [0, 1]
 */
export function markPhrases({ words }: TextMarkers, share: (word: string) => number) {
  const common = new Set<string>();
  for (const word of walkWords(words)) if (!['', ','].includes(word) && share(word) >= commonShare) common.add(word);
  const marks = new HashMarks(Math.min(mostBytes, words.length + 1));
  for (const phrase of walkPhrases(words, common)) marks.add(hashText(phrase, 0));
  return { words, common, marks };
}
