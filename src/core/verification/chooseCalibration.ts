import type { Condition, VerifierKind } from '../domain';
import type { OwnCalibration } from '../ports';
import type { Calibration, Validation } from './calibration';
import { lengthBands } from './condition';

/** Fewer same-author authors than this carry no calibration of their own. */
export const leastAuthors = 20;
/** Fewer same-author authors than this validate nothing. */
const leastValidationAuthors = 10;
/** A calibration whose answers are wrong as often as this answers nothing. */
const guessing = 0.5;
/** Bounds nearer to 0 than this leave nothing to say. */
const leastBound = Math.log10(2);

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
  readonly bornOut: boolean;
  /** Undefined: it ships. */
  readonly validatedOn?: 'index' | undefined;
}

/** The calibrations of the fusion that the strangers at hand allow. */
export interface UsableCalibrations {
  readonly calibrations: readonly Calibration[];
  /** Validated on the index. */
  readonly own: readonly OwnCalibration[];
}

/** The calibration that speaks in a condition: what was validated on the index for it, else what ships. */
export function speakingIn(
  { calibrations, own }: UsableCalibrations,
  query: CalibrationQuery,
): ChosenCalibration | undefined {
  const speaks = own.find(({ condition }) => sameCondition(condition, query.condition));
  if (!speaks) return chooseCalibration(calibrations, query);
  return { ...chosenFor(query.condition, speaks.calibration), validatedOn: 'index' };
}

/**
 * The calibration for a condition: the exact one, else the mode pair's, that of all cross-genre trials, that of all trials;
 * each at the condition's length or the nearest shorter one. The first that trials of the condition bear out is taken, or where
 * none is, the first. Wider ones are those of the general verifier, which the ensemble shares. Undefined: below the shortest
 * band, or none fits.
 */
export function chooseCalibration(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): ChosenCalibration | undefined {
  const usable = calibrations.filter(
    (calibration) => calibration.sameAuthors >= leastAuthors && serves(calibration.verifier, verifier),
  );
  const found = backOff(condition).flatMap((step) =>
    bandsFrom(condition.words).flatMap((words) =>
      usable.filter((calibration) => sameCondition(calibration.condition, { ...step, words })),
    ),
  );
  const chosen = found.map((calibration) => chosenFor(condition, calibration));
  return chosen.find(({ bornOut }) => bornOut) ?? chosen[0];
}

/** The fewest words of the shorter text with which a condition carries a ratio; undefined: no length was found that does. */
export function floorOf(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): number | undefined {
  return lengthBands.find(
    (words) => chooseCalibration(calibrations, { verifier, condition: { ...condition, words } })?.bornOut,
  );
}

/** Whether trials of a condition bear a calibration out: enough authors, and a cost that is surely below that of silence. */
export function bearsOut({ sameAuthors, cllrUpper }: Pick<Validation, 'sameAuthors' | 'cllrUpper'>): boolean {
  return sameAuthors >= leastValidationAuthors && cllrUpper < 1;
}

/** A calibration with what is known of it in a condition. */
export function chosenFor({ modes, genreRelation }: Condition, calibration: Calibration): ChosenCalibration {
  const validation = calibration.validations.find(
    (tried) => tried.modes === modes && tried.genreRelation === genreRelation,
  );
  const says = calibration.upper >= leastBound || calibration.lower <= -leastBound;
  const tells = validation !== undefined && bearsOut(validation) && validation.errorRate < guessing;
  return { calibration, validation, bornOut: says && tells };
}

function serves(fitted: VerifierKind, asked: VerifierKind): boolean {
  return fitted === asked || (fitted === 'general' && asked === 'ensemble');
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

/** A condition without its length, as ids and tables name it. */
export function conditionName({ modes, genreRelation, words }: Condition): string {
  return `${modes}/${genreRelation}/${words}`;
}

export function sameCondition(a: Condition, b: Condition): boolean {
  return a.modes === b.modes && a.genreRelation === b.genreRelation && a.words === b.words;
}

function bandsFrom(words: number): readonly number[] {
  return lengthBands.filter((band) => band <= words).reverse();
}
