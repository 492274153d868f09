/** The least and the largest llr that may be stated. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** log10 of the thresholds tried. */
const step = 0.01;
const widest = 6;

/**
 * What so many authors can support: an error that was not seen among n authors may still come with the next one, so
 * upper = log10(authors of different-author trials + 1) and lower = −log10(authors of same-author trials + 1).
 */
export function authorBounds(sameAuthors: number, differentAuthors: number): Bounds {
  return { lower: -Math.log10(sameAuthors + 1), upper: Math.log10(differentAuthors + 1) };
}

/**
 * Empirical lower and upper bounds (ELUB; Vergeer and others 2016): the range of thresholds around LR 1 at which deciding by these
 * LRs costs no more than deciding without them, after one misleading LR beyond every threshold is added on either side.
 *
 * @param same       log10 LRs of same-author trials, at least one; not bounded before
 * @param different  log10 LRs of different-author trials, at least one
 */
export function empiricalBounds(same: readonly number[], different: readonly number[]): Bounds {
  const cost = (threshold: number): number => {
    const misses = same.filter((llr) => llr <= threshold).length + 1;
    const alarms = different.filter((llr) => llr > threshold).length + 1;
    return misses / same.length + (10 ** threshold * alarms) / different.length;
  };
  const steps = Math.round(widest / step);
  let upper = 0;
  while (upper < steps && cost((upper + 1) * step) <= 1) upper += 1;
  let lower = 0;
  while (lower < steps && cost(-(lower + 1) * step) <= 10 ** (-(lower + 1) * step)) lower += 1;
  return { lower: -lower * step || 0, upper: upper * step };
}

/** The range that both bounds allow. */
export function narrower(a: Bounds, b: Bounds): Bounds {
  return { lower: Math.max(a.lower, b.lower), upper: Math.min(a.upper, b.upper) };
}
