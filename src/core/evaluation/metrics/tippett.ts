/** One step of a Tippett plot: shares of the trials of each class with LLR ≥ `llr`. */
export interface TippettPoint {
  readonly llr: number;
  readonly same: number;
  readonly different: number;
}

/** The steps at every observed log10 LR, ascending; nothing is said beyond them. A class without trials has share 0. */
export function tippett(same: readonly number[], different: readonly number[]): readonly TippettPoint[] {
  const sameSorted = [...same].sort(ascending);
  const differentSorted = [...different].sort(ascending);
  const observed = [...new Set([...sameSorted, ...differentSorted])].sort(ascending);
  let sameBelow = 0;
  let differentBelow = 0;
  return observed.map((llr) => {
    while (sameBelow < sameSorted.length && sameSorted[sameBelow]! < llr) sameBelow += 1;
    while (differentBelow < differentSorted.length && differentSorted[differentBelow]! < llr) differentBelow += 1;
    return {
      llr,
      same: share(sameSorted.length - sameBelow, sameSorted.length),
      different: share(differentSorted.length - differentBelow, differentSorted.length),
    };
  });
}

function ascending(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
