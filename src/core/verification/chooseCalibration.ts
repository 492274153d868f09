import type { Condition, VerifierKind } from '../domain';
import type { OwnCalibration } from '../ports';
import type { Calibration, Judgement } from './calibration';
import { judgedLengths, type Lengths, sameKind } from './condition';
import type { TrialKind } from './fitting/trials';

/** Fewer same-author authors than this carry no calibration and validate none. */
export const minAuthors = 20;
/** A calibration with this share of wrong answers, or a larger one, states nothing. */
const guessing = 0.5;
/** Least |log10 LR| of a bound at which a ratio is stated. */
const minBound = Math.log10(2);

/** What a calibration is looked for. */
export interface CalibrationQuery {
  readonly verifier: VerifierKind;
  readonly condition: Condition;
}

/** A calibration, and what trials of these lengths or the nearest shorter ones say of it. */
export interface ChosenCalibration {
  readonly calibration: Calibration;
  readonly judgement: Judgement;
  /** Whether a ratio may be stated. */
  readonly isValidated: boolean;
  /** Undefined: it ships. */
  readonly validatedOn?: 'index' | undefined;
}

/** The calibrations of scores that are normalised as this comparison's are. */
export interface UsableCalibrations {
  readonly calibrations: readonly Calibration[];
  /** Validated on the index. */
  readonly own: readonly OwnCalibration[];
}

/** The calibration for a condition: what was validated on the index for it, else what ships. */
export function calibrationFor(
  { calibrations, own }: UsableCalibrations,
  query: CalibrationQuery,
): ChosenCalibration | undefined {
  const ofIndex = own.find(
    ({ condition: { words, knownWords, ...kind } }) =>
      sameKind(kind, query.condition) && words === query.condition.words && knownWords <= query.condition.knownWords,
  );
  if (!ofIndex) return chooseCalibration(calibrations, query);
  const { calibration } = ofIndex;
  return { ...asJudged(calibration, calibration.judgements[0]!), validatedOn: 'index' };
}

/**
 * The calibration of the narrowest kind that covers a condition, as it was judged at the condition's lengths or the nearest shorter
 * ones that validate it; where none do, at the nearest. The ensemble has calibrations of its own and those of the general verifier.
 * Undefined: below the shortest lengths, or none covers it.
 */
export function chooseCalibration(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): ChosenCalibration | undefined {
  const serving = calibrations.filter((each) => serves(each.verifier, verifier));
  const calibration = coveringKinds(condition)
    .flatMap((kind) => serving.filter((each) => sameKind(each, kind)))
    .at(0);
  const chosen = calibration && nearestJudgements(calibration, condition).map((each) => asJudged(calibration, each));
  return chosen?.find(({ isValidated }) => isValidated) ?? chosen?.[0];
}

/** Judgements at lengths that a condition reaches, the nearest first; of equally near ones the longer questioned text. */
function nearestJudgements({ judgements }: Calibration, { words, knownWords }: Condition): readonly Judgement[] {
  const stepsOf = (judged: readonly number[], length: number): number => judged.indexOf(length);
  const steps = (judgement: Judgement): number =>
    stepsOf(judgedLengths.questioned, judgement.words) + stepsOf(judgedLengths.known, judgement.knownWords);
  return judgements
    .filter((each) => each.words <= words && each.knownWords <= knownWords)
    .sort((a, b) => steps(b) - steps(a) || b.words - a.words);
}

/** The lengths that a calibration is applied at: those of the texts, but not past those that it was judged at. */
export function appliedLengths({ words, knownWords }: Judgement, { questioned, known }: Lengths): Lengths {
  return {
    questioned: Math.min(questioned, lengthAfter(words, judgedLengths.questioned)),
    known: Math.min(known, lengthAfter(knownWords, judgedLengths.known)),
  };
}

function lengthAfter(length: number, judged: readonly number[]): number {
  return judged.find((each) => each > length) ?? Infinity;
}

/** Whether trials of a condition validate a calibration: enough authors, and a cost that is surely below that of silence. */
export function validates({ sameAuthors, cllrUpper }: Pick<Judgement, 'sameAuthors' | 'cllrUpper'>): boolean {
  return sameAuthors >= minAuthors && cllrUpper < 1;
}

export function asJudged(calibration: Calibration, judgement: Judgement): ChosenCalibration {
  const hasRange = judgement.upper >= minBound || judgement.lower <= -minBound;
  return {
    calibration,
    judgement,
    isValidated: hasRange && validates(judgement) && judgement.errorRate < guessing,
  };
}

function serves(fitted: VerifierKind, wanted: VerifierKind): boolean {
  return fitted === wanted || (fitted === 'general' && wanted === 'ensemble');
}

/** The kinds that cover one, the narrowest first; "unknown" stands for trials of every kind. */
export function coveringKinds({ modes, genreRelation }: TrialKind): readonly TrialKind[] {
  const steps: TrialKind[] = [
    { modes, genreRelation },
    { modes, genreRelation: 'unknown' },
  ];
  if (genreRelation === 'cross') steps.push({ modes: 'unknown', genreRelation: 'cross' });
  steps.push({ modes: 'unknown', genreRelation: 'unknown' });
  return steps.filter((step, i) => steps.findIndex((other) => sameKind(other, step)) === i);
}
