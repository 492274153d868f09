import type { VerbalLabel, Verification } from '../domain';

export type ScaleName = VerbalLabel['name'];

/** A word and the least |log10 LR| that it stands for; lower edges belong to the word. */
type Step = readonly [from: number, label: string];

/** ENFSI guideline 2015, seven levels; edges as secondary sources give them, the first edge ours. */
const enfsi: readonly Step[] = [
  [0, 'no support either way'],
  [Math.log10(2), 'weak'],
  [1, 'moderate'],
  [2, 'moderately strong'],
  [3, 'strong'],
  [4, 'very strong'],
  [6, 'extremely strong'],
];

/** Marquis and others 2016: anything but exactly 0 is at least weak. */
const marquis: readonly Step[] = [
  [0, 'as likely'],
  [Number.MIN_VALUE, 'weak'],
  [1, 'moderate'],
  [2, 'strong'],
  [3, 'very strong'],
  [4, 'extremely strong'],
];

const scales: Readonly<Record<ScaleName, readonly Step[]>> = { 'ENFSI 2015': enfsi, 'Marquis 2016': marquis };

/** The word of a scale for a log10 likelihood ratio, by its absolute and unrounded value; NaN has none. */
export function findVerbalLabel(llr: number, name: ScaleName = 'ENFSI 2015'): VerbalLabel | undefined {
  const step = scales[name].findLast(([from]) => Math.abs(llr) >= from);
  return step && { name, label: step[1] };
}

/** The same findings in the words of another scale. */
export function relabel(verification: Verification, name: ScaleName): Verification {
  if (verification.llr === undefined) return verification;
  return { ...verification, scale: findVerbalLabel(verification.llr, name) };
}
