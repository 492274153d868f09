import type { TextMarkers } from './textMarkers';

/** A run of common words that stands in the questioned text and in two or more of the candidate's, and in few others. */
export interface SharedPhrase {
  readonly phrase: string;
  /** How many of the candidate's texts have the phrase. */
  readonly texts: number;
  /** Other authors who have it. */
  readonly others: number;
}

const shortest = 3;
const longest = 6;
/** Words of a phrase and texts of the candidate together: three words say something where four texts have them. */
const leastSupport = 7;
/** Share of documents that a word stands in, from which on it is no word of a subject. */
const commonShare = 0.05;
/** Other authors who may have it. */
const mostOthers = 1;

/**
 * The phrases of an author (n-gram textbites: Johnson and Wright 2014) that the questioned text has, those of most texts first.
 *
 * @param others  texts by author
 * @param share   of documents, in [0, 1], that a word stands in
 */
export function findSharedPhrases(
  questioned: TextMarkers,
  candidate: readonly TextMarkers[],
  others: readonly (readonly TextMarkers[])[],
  share: (word: string) => number,
): readonly SharedPhrase[] {
  const wanted = listPhrases(questioned, share);
  const texts = new Map<string, number>();
  for (const text of candidate)
    for (const phrase of listPhrases(text, share))
      if (wanted.has(phrase)) texts.set(phrase, (texts.get(phrase) ?? 0) + 1);
  const kept = [...texts]
    .filter(([phrase, count]) => count >= 2 && count + phrase.split(' ').length >= leastSupport)
    .sort(([a, m], [b, n]) => n - m || b.length - a.length);
  const results: SharedPhrase[] = [];
  for (const [phrase, count] of kept) {
    if (results.some((other) => overlap(other.phrase, phrase))) continue;
    const having = others.filter((author) => author.some(({ words }) => words.includes(` ${phrase} `))).length;
    if (having <= mostOthers) results.push({ phrase, texts: count, others: having });
  }
  return results;
}

/** Whether two phrases have three words in a row in common. */
function overlap(a: string, b: string): boolean {
  const words = b.split(' ');
  return words.some(
    (_, i) => i + shortest <= words.length && ` ${a} `.includes(` ${words.slice(i, i + shortest).join(' ')} `),
  );
}

function listPhrases({ words }: TextMarkers, share: (word: string) => number): ReadonlySet<string> {
  const results = new Set<string>();
  let run: string[] = [];
  for (const word of words.split(' ')) {
    run = word !== '' && word !== ',' && share(word) >= commonShare ? [...run.slice(1 - longest), word] : [];
    for (let n = shortest; n <= run.length; n++) results.add(run.slice(-n).join(' '));
  }
  return results;
}
