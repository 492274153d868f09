import type { Lengths, VerbalLabel, Verification } from '../domain/evidence';
import type { OwnCalibration } from '../ports';
import type { Calibration, Judgement } from './calibration';
import { type TrialKind, isSameKind, judgedLengths } from './condition';
import { intersectBounds } from './fitting/judge';

/** Fewer same-author authors than this support no calibration and validate none. */
export const minAuthors = 20;
/** A calibration states nothing if at least this share of its ratios points to the wrong side. */
const mostMisleading = 0.4;
/** A ratio is stated only if a bound has at least this |log10 LR|. */
const minBound = Math.log10(2);

/** The comparison that a calibration is needed for. */
export type CalibrationQuery = Pick<Verification, 'verifier' | 'condition'>;

/** A calibration, and the results of trials at these lengths or the nearest shorter ones. */
export interface ChosenCalibration {
  readonly calibration: Calibration;
  readonly judgement: Judgement;
  /** Whether a ratio may be stated. */
  readonly isValidated: boolean;
  /** Undefined for a bundled calibration. */
  readonly validatedOn?: 'index' | undefined;
}

/** The calibrations of scores that are normalised in the same way as those of this comparison. */
export interface UsableCalibrations {
  readonly calibrations: readonly Calibration[];
  /** Calibrations that were validated on the index. */
  readonly own: readonly OwnCalibration[];
}

/**
 * The calibration for a condition: the one that was validated on the index for it, otherwise the bundled one. A case file can narrow the
 * bounds of the bundled one, and can never widen them.
 */
export function findCalibration(
  { calibrations, own }: UsableCalibrations,
  query: CalibrationQuery,
): ChosenCalibration | undefined {
  const ofIndex = own.find(
    ({ condition: { words, knownWords, ...kind } }) =>
      isSameKind(kind, query.condition) && words === query.condition.words && knownWords <= query.condition.knownWords,
  );
  const shipped = chooseCalibration(calibrations, query);
  if (!ofIndex || !shipped) return shipped;
  const { calibration } = ofIndex;
  const [judged] = calibration.judgements;
  const within = intersectBounds(judged!, shipped.judgement);
  return { ...toChosen(calibration, { ...judged!, ...within }), validatedOn: 'index' };
}

/**
 * The calibration of the narrowest kind that covers a condition, as judged at the condition's lengths or the nearest shorter ones that
 * validate it; if none do, at the nearest. The ensemble uses its own calibrations and those of the general verifier. Undefined below the
 * shortest lengths, or if none covers the condition.
 */
export function chooseCalibration(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): ChosenCalibration | undefined {
  const serving = calibrations.filter(
    (each) => each.verifier === verifier || (each.verifier === 'general' && verifier === 'ensemble'),
  );
  const calibration = listCoveringKinds(condition)
    .flatMap((kind) => serving.filter((each) => isSameKind(each, kind)))
    .at(0);
  if (!calibration) return undefined;
  // If two are equally near, the one with the longer questioned text comes first.
  const steps: { readonly [Side in keyof Lengths]: readonly number[] } = judgedLengths;
  const countSteps = ({ words, knownWords }: Judgement): number =>
    steps.questioned.indexOf(words) + steps.known.indexOf(knownWords);
  const chosen = calibration.judgements
    .filter(({ words, knownWords }) => words <= condition.words && knownWords <= condition.knownWords)
    .sort((a, b) => countSteps(b) - countSteps(a) || b.words - a.words)
    .map((each) => toChosen(calibration, each));
  return chosen.find(({ isValidated }) => isValidated) ?? chosen[0];
}

/** The lengths that a calibration is applied at: those of the texts, but no longer than those that it was judged at. */
export function limitLengths({ words, knownWords }: Judgement, { questioned, known }: Lengths): Lengths {
  return {
    questioned: Math.min(questioned, findLengthAfter(words, judgedLengths.questioned)),
    known: Math.min(known, findLengthAfter(knownWords, judgedLengths.known)),
  };
}

function findLengthAfter(length: number, judged: readonly number[]): number {
  return judged.find((each) => each > length) ?? Infinity;
}

/**
 * Whether trials of a condition validate a calibration: they have enough authors, and a cost that is surely below that of stating nothing.
 */
export function isValidating({ sameAuthors, cllrUpper }: Pick<Judgement, 'sameAuthors' | 'cllrUpper'>): boolean {
  return sameAuthors >= minAuthors && cllrUpper < 1;
}

export function toChosen(calibration: Calibration, judgement: Judgement): ChosenCalibration {
  const hasRange = judgement.upper >= minBound || judgement.lower <= -minBound;
  return {
    calibration,
    judgement,
    isValidated: hasRange && isValidating(judgement) && judgement.errorRate < mostMisleading,
  };
}

/** The kinds that cover a kind, the narrowest first. Most trials of an "unknown" genre relation are of one genre, and do not cover two. */
export function listCoveringKinds({ modes, genreRelation }: TrialKind): readonly TrialKind[] {
  const narrow: TrialKind[] = [{ modes, genreRelation }];
  if (genreRelation === 'cross') return [...narrow, { modes: 'unknown', genreRelation }];
  return [...narrow, { modes, genreRelation: 'unknown' }, { modes: 'unknown', genreRelation: 'unknown' }];
}

/**
 * The fewest known words with which a questioned text of this length supports a ratio; if there are none, the fewest questioned words for
 * which there are some. Undefined if no such lengths were found.
 */
export function findFloor(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): Lengths | undefined {
  const isCarrying = (words: number, knownWords: number): boolean =>
    chooseCalibration(calibrations, { verifier, condition: { ...condition, words, knownWords } })?.isValidated ?? false;
  const longer = judgedLengths.questioned.filter((words) => words > condition.words);
  for (const questioned of [condition.words, ...longer]) {
    const known = judgedLengths.known.find((words) => isCarrying(questioned, words));
    if (known !== undefined) return { questioned, known };
  }
  return undefined;
}

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
