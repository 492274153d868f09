import type { VerbalLabel } from '../domain';

/** The verbal scale whose words are used: that of the ENFSI guideline of 2015. */
export const scaleName = 'ENFSI 2015';

/** A word and the least |log10 LR| that it stands for; lower edges belong to the word. Edges as secondary sources give them, the first one ours. */
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
