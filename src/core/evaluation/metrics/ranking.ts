/** Ranking metrics of one query. `ranks`: one-based ranks of its needles, ascending, at least one. */

/** 1 if a needle is in the top k, else 0. */
export function successAt(ranks: readonly number[], k: number): number {
  return ranks[0]! <= k ? 1 : 0;
}

/** Share of the needles in the top k. */
export function recallAt(ranks: readonly number[], k: number): number {
  return ranks.filter((rank) => rank <= k).length / ranks.length;
}

/** Reciprocal rank of the first needle, uncut. */
export function mrr(ranks: readonly number[]): number {
  return 1 / ranks[0]!;
}

/** Reciprocal rank of the first needle, 0 beyond k. */
export function mrrAt(ranks: readonly number[], k: number): number {
  return ranks[0]! <= k ? 1 / ranks[0]! : 0;
}

/** Share of needles in the top R, R being the number of needles. */
export function rPrecision(ranks: readonly number[]): number {
  return recallAt(ranks, ranks.length);
}

/**
 * One-based ranks of `needles` when items are ordered by score, highest first, equal scores by id ascending
 * (UTF-16 code units). Items with `ranked[i] = 0` take no part; a needle among them is left out.
 */
export function needleRanks(
  scores: Float64Array,
  ids: readonly string[],
  ranked: Uint8Array,
  needles: readonly number[],
): readonly number[] {
  return needles
    .filter((needle) => ranked[needle] === 1)
    .map((needle) => {
      let rank = 1;
      for (let item = 0; item < scores.length; item += 1) {
        if (ranked[item] === 0 || item === needle) continue;
        if (scores[item]! > scores[needle]! || (scores[item] === scores[needle] && ids[item]! < ids[needle]!))
          rank += 1;
      }
      return rank;
    })
    .sort((a, b) => a - b);
}
