import { addRows, type FeatureRow } from '../classical/featureRow';
import type { FeatureOccurrences } from '../classical/features';
import type { Ngrams } from '../classical/ngrams';
import { hasUnspacedScript } from '../languages';
import type { TellingWords } from '../searchFindings';
import type { FittedPieces, PieceMethod } from './fitDiscriminant';

/** So many for either author, at most. */
const mostOfEach = 8;
/** Words in a row, at most: n-grams of characters reach no farther in most places. */
const mostInRow = 3;

const token = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:['’][\p{L}\p{M}]+)*|[^\p{L}\p{M}\p{N}_\s]/gu;

/**
 * What of a questioned text separates two authors: its n-grams, grouped into the words that they lie in, those first that count most. Only
 * words of which the author for whom they speak has more in 1,000 are given, so that a count of the known texts bears each out.
 *
 * @param known  the texts of both authors
 */
export function findTellingWords(
  text: string,
  fitted: FittedPieces,
  sides: {
    readonly authors: readonly [string, string];
    readonly known: readonly [readonly string[], readonly string[]];
  },
  method: PieceMethod & Pick<Ngrams, 'findOccurrences'>,
): readonly TellingWords[] {
  const [first, next] = sides.authors.map((author) => fitted.discriminant.weightsOf(author)?.row);
  if (!first || !next) return [];
  const lead = addRows([
    { row: first, weight: 1 },
    { row: next, weight: -1 },
  ]);
  const weights = groupByWords(
    text,
    multiplyWeights(fitted.readText(text, method), lead),
    method.findOccurrences(text),
  );
  const rates = sides.known.map((texts) => countRuns(texts, weights));
  const here = countRuns([text], weights);
  const rows = [...weights].map(([words, weight]): TellingWords => {
    const [ofFirst, ofNext] = rates.map(({ counts, words: total }) => (1000 * (counts.get(words) ?? 0)) / (total || 1));
    return { words, weight, here: here.counts.get(words) ?? 0, first: ofFirst!, next: ofNext! };
  });
  const borne = rows.filter((row) => row.here > 0 && row.weight * (row.first - row.next) > 0);
  const ordered = borne.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const speaking = (sign: number): readonly TellingWords[] =>
    ordered.filter(({ weight }) => sign * weight > 0).slice(0, mostOfEach);
  return [...speaking(1), ...speaking(-1)];
}

/** What each n-gram of a row adds to its product with another. */
function multiplyWeights(row: FeatureRow, other: FeatureRow): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  other.ids.forEach((id, i) => weights.set(id, other.weights[i]!));
  const added = new Map<number, number>();
  row.ids.forEach((id, i) => added.set(id, row.weights[i]! * (weights.get(id) ?? 0)));
  return added;
}

/** What n-grams of a text add, by the words that each place of them lies in. */
function groupByWords(
  text: string,
  added: ReadonlyMap<number, number>,
  places: FeatureOccurrences,
): ReadonlyMap<string, number> {
  const counts = new Map<number, number>();
  for (const id of places.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const tokens = [...text.matchAll(token)].map(({ 0: word, index }) => {
    return { word: word.toLowerCase(), start: index, end: index + word.length };
  });
  const found = new Map<string, number>();
  const at = tokenAt(text.length, tokens);
  places.ids.forEach((id, i) => {
    const [from, to] = [at[places.starts[i]!]!, at[places.ends[i]! - 1]!];
    const run = tokens
      .slice(from, to + 1)
      .filter(({ end, start }) => end > places.starts[i]! && start < places.ends[i]!);
    if (run.length === 0 || run.length > mostInRow || run.some(({ word }) => hasUnspacedScript(word))) return;
    const words = run.map(({ word }) => word).join(' ');
    found.set(words, (found.get(words) ?? 0) + (added.get(id) ?? 0) / counts.get(id)!);
  });
  return found;
}

/** The number of the token at each place of a text, or of the one before it. */
function tokenAt(length: number, tokens: readonly { readonly start: number }[]): Uint32Array {
  const at = new Uint32Array(length);
  tokens.forEach(({ start }, i) => at.fill(i, start, tokens[i + 1]?.start ?? length));
  return at;
}

/** How often texts have each of some runs of words, and how many words they have; signs are not counted as words. */
function countRuns(texts: readonly string[], wanted: ReadonlyMap<string, unknown>) {
  const counts = new Map<string, number>();
  const inRuns = new Set([...wanted.keys()].flatMap((run) => run.split(' ')));
  let words = 0;
  for (const text of texts) {
    let run: string[] = [];
    for (const [found] of text.matchAll(token)) {
      words += Number(/[\p{L}\p{N}]/u.test(found));
      const word = found.toLowerCase();
      run = inRuns.has(word) ? [...run.slice(1 - mostInRow), word] : []; // no wanted run reaches over another word
      for (let i = 0; i < run.length; i++) {
        const key = run.slice(i).join(' ');
        if (wanted.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return { counts, words };
}
