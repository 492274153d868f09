import type { VerbalLabel } from '../domain/evidence';

/** The verbal scale in use: that of the ENFSI guideline of 2015. */
export const scaleName = 'ENFSI 2015';

/** A word and the smallest |log10 LR| that it covers. The limits are from secondary sources, except the first, which is ours. */
const steps: readonly (readonly [from: number, label: string])[] = [
  [0, 'no support either way'],
  [Math.log10(2), 'weak'],
  [1, 'moderate'],
  [2, 'moderately strong'],
  [3, 'strong'],
  [4, 'very strong'],
  [6, 'extremely strong'],
];

/** The word of the scale for a log10 likelihood ratio, by its absolute and unrounded value; NaN has none. */
export function findVerbalLabel(llr: number): VerbalLabel | undefined {
  const step = steps.findLast(([from]) => Math.abs(llr) >= from);
  return step && { name: scaleName, label: step[1] };
}
