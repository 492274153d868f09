/** Ranking metrics of one query. `ranks`: one-based ranks of its relevant documents, ascending, at least one. */

/** 1 if a relevant document is in the top k, else 0. */
export function successAt(ranks: readonly number[], k: number): number {
  return ranks[0]! <= k ? 1 : 0;
}

/** Share of the relevant documents in the top k. */
export function recallAt(ranks: readonly number[], k: number): number {
  return ranks.filter((rank) => rank <= k).length / ranks.length;
}

/** Reciprocal rank of the first relevant document, uncut. */
export function mrr(ranks: readonly number[]): number {
  return 1 / ranks[0]!;
}

/** Reciprocal rank of the first relevant document, 0 beyond k. */
export function mrrAt(ranks: readonly number[], k: number): number {
  return ranks[0]! <= k ? 1 / ranks[0]! : 0;
}

/** Share of relevant documents in the top R, R being their number. */
export function rPrecision(ranks: readonly number[]): number {
  return recallAt(ranks, ranks.length);
}

/**
 * One-based ranks of the `relevant` items when items are ordered by score, highest first, equal scores by id ascending
 * (UTF-16 code units). Items with `ranked[i] = 0` take no part; a relevant one among them is left out.
 */
export function relevantRanks(
  scores: Float64Array,
  ids: readonly string[],
  ranked: Uint8Array,
  relevant: readonly number[],
): readonly number[] {
  return relevant
    .filter((item) => ranked[item] === 1)
    .map((item) => {
      let rank = 1;
      for (let other = 0; other < scores.length; other += 1) {
        if (ranked[other] === 0 || other === item) continue;
        if (scores[other]! > scores[item]! || (scores[other] === scores[item] && ids[other]! < ids[item]!)) rank += 1;
      }
      return rank;
    })
    .sort((a, b) => a - b);
}
