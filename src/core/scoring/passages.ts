import type { PatchPair } from '../domain';
import type { EncodedSpan, StopSignal, StoredSpan } from '../ports';
import { throwIfStopped } from '../stop';
import { type MatchKernel, plainKernels } from './kernels';

/** Patches of fewer characters, such as a lone letter, are not shown as passages. */
const shortestPassage = 3;

/** A pair with its margin: how much closer this author's patch is than the other candidates' patches on average. */
interface MarkedPair {
  readonly pair: PatchPair;
  readonly margin: number;
}

/** A candidate's pairs in one questioned span, by where the questioned patch begins. */
type SpanPairs = ReadonlyMap<number, PatchPair>;

/**
 * Collects the passages that speak most for each candidate, by full-precision cosine. A phrase that every candidate has says
 * little, so pairs are chosen by their margin over the other candidates' best patches, then shown in text order. Memory
 * holds the best pairs only, however long the questioned text.
 */
export class PassagesAlike {
  private readonly best: MarkedPair[][];

  /** @param limit  pairs per candidate */
  constructor(
    candidates: number,
    private readonly limit: number,
    private readonly kernel: MatchKernel = plainKernels,
  ) {
    this.best = Array.from({ length: candidates }, () => []);
  }

  /**
   * Adds a questioned span; spans come in any order. Throws Cancelled between candidates.
   *
   * @param known  for each candidate the span that is most like it; undefined where none was reached
   */
  add(questioned: EncodedSpan, known: readonly (StoredSpan | undefined)[], stop: StopSignal): void {
    const pairs = known.map((span): SpanPairs => {
      throwIfStopped(stop);
      return span ? pairsOf(questioned, span, this.kernel) : new Map();
    });
    const usual = meanSimilarity(pairs);
    for (const [candidate, ofSpan] of pairs.entries()) {
      const shown = [...ofSpan].filter(([, { questioned, known }]) => isLongEnough(questioned) && isLongEnough(known));
      const marked = shown.map(([start, pair]) => marginOf(start, pair, usual));
      this.best[candidate] = [...this.best[candidate]!, ...marked].sort(byMargin).slice(0, this.limit);
    }
  }

  /** The chosen pairs of each candidate, in text order. */
  pairs(): readonly (readonly PatchPair[])[] {
    return this.best.map((marked) =>
      marked.map(({ pair }) => pair).sort((a, b) => a.questioned.start - b.questioned.start),
    );
  }
}

function pairsOf(questioned: EncodedSpan, known: StoredSpan, kernel: MatchKernel): SpanPairs {
  const { rows, similarities } = kernel.bestMatches(questioned.patches, known.patches);
  const pairs = new Map<number, PatchPair>();
  for (let patch = 0; patch < rows.length; patch++) {
    const row = rows[patch]!;
    const pair: PatchPair = {
      questioned: rangeOf(questioned, patch),
      document: known.document,
      known: rangeOf(known, row),
      similarity: similarities[patch]!,
    };
    pairs.set(pair.questioned.start, pair);
  }
  return pairs;
}

function rangeOf(span: EncodedSpan, patch: number): PatchPair['questioned'] {
  return { start: span.patches.ranges[2 * patch]!, end: span.patches.ranges[2 * patch + 1]! };
}

/** Sum and count of each questioned patch's similarities over all candidates. */
function meanSimilarity(pairs: readonly SpanPairs[]): ReadonlyMap<number, readonly [number, number]> {
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
