import { HashMarks, hashText } from '../classical/hashing';
import type { TextMarkers } from './textMarkers';

/** A run of common words in the questioned text, in at least two of the candidate's texts, and in few others. */
export interface SharedPhrase {
  readonly phrase: string;
  /** The number of the candidate's texts with the phrase. */
  readonly texts: number;
  /** The number of other authors with the phrase. */
  readonly others: number;
}

const shortest = 3;
const longest = 6;
/** The least sum of a phrase's words and the candidate's texts with it: three words mean something if four texts have them. */
const leastSupport = 7;
/** A word in at least this share of documents belongs to no subject. */
const commonShare = 0.05;
/** At most this many other authors may have it. */
const mostOthers = 1;

/**
 * The phrases of an author (n-gram textbites: Johnson and Wright 2014) in the questioned text, those in most texts first.
 * @param others  texts by author
 * @param share   the share of documents with a word, in [0, 1]
 */
export function findSharedPhrases(
  questioned: Pick<TextMarkers, 'words'> & { readonly marks: HashMarks },
  candidate: readonly TextMarkers[],
  others: readonly (readonly TextMarkers[])[],
  share: (word: string) => number,
): readonly SharedPhrase[] {
  const texts = new Map<string, number>();
  for (const text of candidate) {
    const found = new Set<string>();
    for (const phrase of walkPhrases(text, share)) if (questioned.marks.has(hashText(phrase, 0))) found.add(phrase);
    for (const phrase of found) texts.set(phrase, (texts.get(phrase) ?? 0) + 1);
  }
  const kept = [...texts]
    .filter(([phrase, count]) => count >= 2 && count + phrase.split(' ').length >= leastSupport)
    .filter(([phrase]) => questioned.words.includes(` ${phrase} `))
    .sort(([a, m], [b, n]) => n - m || b.length - a.length);
  const results: SharedPhrase[] = [];
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

/** The phrases of a text in order. */
function* walkPhrases({ words }: TextMarkers, share: (word: string) => number): Generator<string, void> {
  let run: string[] = [];
  for (const word of walkWords(words)) {
    run = word !== '' && word !== ',' && share(word) >= commonShare ? [...run.slice(1 - longest), word] : [];
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

/** Marks the phrases that a text may have. */
export function markPhrases(text: TextMarkers, share: (word: string) => number): HashMarks {
  const marks = new HashMarks(Math.min(mostBytes, text.words.length + 1));
  for (const phrase of walkPhrases(text, share)) marks.add(hashText(phrase, 0));
  return marks;
}
