import type { FeatureRow } from '../../../src/core/classical/featureRow';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';

/** Random halves of the features. */
const halves = 50;

/**
 * General Impostors (Koppel & Winter 2014; ranks: Kestemont and others 2016): in random halves of the features, the mean of 1 / rank of
 * the known texts among impostors by their cosine with the questioned one.
 */
export class Impostors {
  /** Of each half whether it has a feature. */
  private readonly held: readonly Uint8Array[];
  private readonly lengths = new WeakMap<FeatureRow, Float64Array>();

  constructor(features: number, seed: number) {
    const random = createRandom(seed);
    this.held = Array.from({ length: halves }, () =>
      Uint8Array.from({ length: features }, () => Number(random() < 0.5)),
    );
  }

  score(questioned: FeatureRow, known: FeatureRow, impostors: readonly FeatureRow[]): number {
    const weights = new Map(Array.from(questioned.ids, (id, i) => [id, questioned.weights[i]!]));
    const own = this.cosines(weights, known);
    const others = impostors.map((impostor) => this.cosines(weights, impostor));
    const ranks = Array.from(own, (cosine, half) => 1 + others.filter((each) => each[half]! >= cosine).length);
    return ranks.reduce((sum, rank) => sum + 1 / rank, 0) / halves;
  }

  /** In each half, but for the questioned text's length, which is the same for all. */
  private cosines(questioned: ReadonlyMap<number, number>, row: FeatureRow): Float64Array {
    const dots = this.sums(row, (id, weight) => weight * (questioned.get(id) ?? 0));
    const lengths = this.lengths.get(row) ?? this.sums(row, (_, weight) => weight ** 2).map(Math.sqrt);
    this.lengths.set(row, lengths);
    return dots.map((dot, half) => dot / (lengths[half]! || 1));
  }

  private sums({ ids, weights }: FeatureRow, of: (id: number, weight: number) => number): Float64Array {
    const sums = new Float64Array(halves);
    for (let i = 0; i < ids.length; i++) {
      const value = of(ids[i]!, weights[i]!);
      if (value === 0) continue;
      for (let half = 0; half < halves; half++) sums[half]! += value * this.held[half]![ids[i]!]!;
    }
    return sums;
  }
}
