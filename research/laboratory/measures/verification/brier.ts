/** PAN's complement of the Brier score, 1 − mean (p − y)², higher is better; null without trials. (Brier 1950) */
export function brier(
  values: ArrayLike<number>,
  same: ArrayLike<boolean | number>,
  weights?: Float64Array,
): number | null {
  let squares = 0;
  let total = 0;
  for (let trial = 0; trial < values.length; trial += 1) {
    const weight = weights?.[trial] ?? 1;
    squares += weight * (values[trial]! - (same[trial] ? 1 : 0)) ** 2;
    total += weight;
  }
  return total === 0 ? null : 1 - squares / total;
}
