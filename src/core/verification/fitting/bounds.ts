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

/** From here on readers act on a ratio; of those that came so far, a share as large may have pointed the wrong way. */
const strong = 1;
const misleadingShare = 0.03;
/** Of fewer ratios nobody knows. */
const minStrong = 50;

/**
 * Ends a side short of log10 LR ±1 where more than 3 % of the ratios beyond would be misleading among as many trials of either
 * class, or fewer than fifty came so far.
 */
export function strongBounds(same: readonly number[], different: readonly number[]): Bounds {
  const short = (right: readonly number[], wrong: readonly number[], sign: 1 | -1): number => {
    const beyond = (llrs: readonly number[]): number => llrs.filter((llr) => llr * sign >= strong).length;
    const misleading = beyond(wrong) / wrong.length;
    const isRare = misleading <= misleadingShare * (misleading + beyond(right) / right.length);
    return isRare && beyond(right) + beyond(wrong) >= minStrong ? Infinity : strong - step;
  };
  return { lower: -short(different, same, -1), upper: short(same, different, 1) };
}

/** The range that all bounds allow. */
export function narrowest(...bounds: readonly Bounds[]): Bounds {
  return {
    lower: Math.max(...bounds.map(({ lower }) => lower)),
    upper: Math.min(...bounds.map(({ upper }) => upper)),
  };
}

/** What ratios of these trials by so many authors can support: all of the above. */
export function boundsOf(
  { same, different }: { readonly same: readonly number[]; readonly different: readonly number[] },
  { sameAuthors, differentAuthors }: { readonly sameAuthors: number; readonly differentAuthors: number },
): Bounds {
  return narrowest(
    authorBounds(sameAuthors, differentAuthors),
    empiricalBounds(same, different),
    strongBounds(same, different),
  );
}
