import type { Condition, VerifierKind } from '../domain';
import type { OwnCalibration } from '../ports';
import type { Calibration, Validation } from './calibration';
import { lengthBands, sameCondition } from './condition';

/** Fewer same-author authors than this carry no calibration of their own. */
export const minAuthors = 20;
/** Fewer same-author authors than this validate nothing. */
const minValidationAuthors = 10;
/** A calibration whose answers are wrong as often as this answers nothing. */
const guessing = 0.5;
/** Bounds nearer to 0 than this leave nothing to say. */
const minBound = Math.log10(2);

/** What a calibration is looked for. */
export interface CalibrationQuery {
  readonly verifier: VerifierKind;
  readonly condition: Condition;
}

/** A calibration, and how it did in the condition that it was chosen for. */
export interface ChosenCalibration {
  readonly calibration: Calibration;
  /** Undefined: it was not tried there. */
  readonly validation: Validation | undefined;
  /** Whether a ratio may be stated. */
  readonly isValidated: boolean;
  /** Undefined: it ships. */
  readonly validatedOn?: 'index' | undefined;
}

/** The calibrations of what is weighed with the cohort at hand. */
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
  const ofIndex = own.find(({ condition }) => sameCondition(condition, query.condition));
  if (!ofIndex) return chooseCalibration(calibrations, query);
  return { ...chosenFor(query.condition, ofIndex.calibration), validatedOn: 'index' };
}

/**
 * The calibration for a condition: the exact one, else the mode pair's, that of all cross-genre trials, that of all trials;
 * each at the condition's length or the nearest shorter one. The first that trials of the condition validate is taken, or where
 * none is, the first. Wider ones are those of the general verifier, which the ensemble shares. Undefined: below the shortest
 * band, or none fits.
 */
export function chooseCalibration(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): ChosenCalibration | undefined {
  const usable = calibrations.filter(
    (calibration) => calibration.sameAuthors >= minAuthors && serves(calibration.verifier, verifier),
  );
  const bands = lengthBands.filter((band) => band <= condition.words).reverse();
  const chosen = backOff(condition).flatMap((step) =>
    bands
      .flatMap((words) => usable.filter((each) => sameCondition(each.condition, { ...step, words })))
      .map((calibration) => chosenFor(condition, calibration)),
  );
  return chosen.find(({ isValidated }) => isValidated) ?? chosen[0];
}

/** Whether trials of a condition validate a calibration: enough authors, and a cost that is surely below that of silence. */
export function validates({ sameAuthors, cllrUpper }: Pick<Validation, 'sameAuthors' | 'cllrUpper'>): boolean {
  return sameAuthors >= minValidationAuthors && cllrUpper < 1;
}

/** A calibration with what is known of it in a condition. */
export function chosenFor({ modes, genreRelation }: Condition, calibration: Calibration): ChosenCalibration {
  const validation = calibration.validations.find(
    (tried) => tried.modes === modes && tried.genreRelation === genreRelation,
  );
  const hasRange = calibration.upper >= minBound || calibration.lower <= -minBound;
  const holds = validation !== undefined && validates(validation) && validation.errorRate < guessing;
  return { calibration, validation, isValidated: hasRange && holds };
}

function serves(fitted: VerifierKind, wanted: VerifierKind): boolean {
  return fitted === wanted || (fitted === 'general' && wanted === 'ensemble');
}

/** The conditions tried, in order; "unknown" stands for trials of every kind. */
export function backOff({ modes, genreRelation, words }: Condition): readonly Condition[] {
  const steps: Condition[] = [
    { modes, genreRelation, words },
    { modes, genreRelation: 'unknown', words },
  ];
  if (genreRelation === 'cross') steps.push({ modes: 'unknown', genreRelation: 'cross', words });
  steps.push({ modes: 'unknown', genreRelation: 'unknown', words });
  return steps.filter((step, i) => steps.findIndex((other) => sameCondition(other, step)) === i);
}
