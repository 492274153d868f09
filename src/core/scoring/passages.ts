import type { PatchPair } from '../domain';
import type { EncodedSpan, StoredSpan } from '../ports';
import { type MatchKernel, plainKernels } from './kernels';

/** A questioned span beside the span of one author that is most like it. */
export interface SpanMatch {
  readonly questioned: EncodedSpan;
  readonly known: StoredSpan;
}

/** Patches of fewer characters, such as a lone letter, are not shown as passages. */
const shortestPassage = 3;

/** A pair with its margin: how much closer this author's patch is than the other candidates' patches on average. */
interface MarkedPair {
  readonly pair: PatchPair;
  readonly margin: number;
}

/**
 * The passages that speak most for each candidate, by full-precision cosine. A phrase that every candidate has says
 * little, so pairs are chosen by their margin over the other candidates' best patches, then shown in text order.
 *
 * @param matches  for each candidate, its best span for each questioned span that it was reached in
 * @param limit    pairs per candidate
 */
export function passagesAlike(
  matches: readonly (readonly SpanMatch[])[],
  limit: number,
  kernel: MatchKernel = plainKernels,
): readonly (readonly PatchPair[])[] {
  const pairs = matches.map((candidate) => new Map(candidate.flatMap((match) => pairsOf(match, kernel))));
  const usual = meanSimilarity(pairs);
  return pairs.map((candidate) => {
    const marked = [...candidate].map(([start, pair]) => marginOf(start, pair, usual));
    const shown = marked.filter(({ pair }) => isLongEnough(pair.questioned) && isLongEnough(pair.known));
    const chosen = shown.sort(byMargin).slice(0, limit);
    return chosen.map(({ pair }) => pair).sort((a, b) => a.questioned.start - b.questioned.start);
  });
}

function pairsOf({ questioned, known }: SpanMatch, kernel: MatchKernel): readonly (readonly [number, PatchPair])[] {
  const { rows, similarities } = kernel.bestMatches(questioned.patches, known.patches);
  const pairs: [number, PatchPair][] = [];
  for (let patch = 0; patch < rows.length; patch++) {
    const row = rows[patch]!;
    const pair: PatchPair = {
      questioned: rangeOf(questioned, patch),
      document: known.document,
      known: rangeOf(known, row),
      similarity: similarities[patch]!,
    };
    pairs.push([pair.questioned.start, pair]);
  }
  return pairs;
}

function rangeOf(span: EncodedSpan, patch: number): PatchPair['questioned'] {
  return { start: span.patches.ranges[2 * patch]!, end: span.patches.ranges[2 * patch + 1]! };
}

/** Sum and count of each questioned patch's similarities over all candidates. */
function meanSimilarity(
  pairs: readonly ReadonlyMap<number, PatchPair>[],
): ReadonlyMap<number, readonly [number, number]> {
  const sums = new Map<number, readonly [number, number]>();
  for (const candidate of pairs) {
    for (const [start, { similarity }] of candidate) {
      const [sum, count] = sums.get(start) ?? [0, 0];
      sums.set(start, [sum + similarity, count + 1]);
    }
  }
  return sums;
}

function marginOf(start: number, pair: PatchPair, usual: ReadonlyMap<number, readonly [number, number]>): MarkedPair {
  const [sum, count] = usual.get(start) ?? [pair.similarity, 1];
  const others = count > 1 ? (sum - pair.similarity) / (count - 1) : 0;
  return { pair, margin: pair.similarity - others };
}

function byMargin(a: MarkedPair, b: MarkedPair): number {
  return b.margin - a.margin || a.pair.questioned.start - b.pair.questioned.start;
}

function isLongEnough({ start, end }: PatchPair['questioned']): boolean {
  return end - start >= shortestPassage;
}
