import type { Condition, VerifierKind } from '../domain';
import type { Calibration } from './calibration';
import { lengthBands } from './condition';

/** Fewer same-author authors than this carry no calibration of their own. */
export const leastAuthors = 20;

/** What a calibration is looked for. */
export interface CalibrationQuery {
  readonly verifier: VerifierKind;
  readonly condition: Condition;
  readonly selection: Calibration['selection'];
}

/**
 * The calibration for a condition: the exact one, else the mode pair's, that of all cross-genre trials, that of all trials;
 * each at the condition's length or the nearest shorter one that has it. Wider ones are those of the general verifier, which the
 * ensemble shares. Undefined: below the shortest band, or none fits.
 */
export function chooseCalibration(
  calibrations: readonly Calibration[],
  { verifier, condition, selection }: CalibrationQuery,
): Calibration | undefined {
  const usable = calibrations.filter(
    (calibration) => calibration.selection === selection && calibration.sameAuthors >= leastAuthors,
  );
  for (const step of backOff(condition)) {
    for (const words of bandsFrom(condition.words)) {
      const found = usable.find(
        (calibration) =>
          serves(calibration.verifier, verifier) && sameCondition(calibration.condition, { ...step, words }),
      );
      if (found) return found;
    }
  }
  return undefined;
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

function sameCondition(a: Condition, b: Condition): boolean {
  return a.modes === b.modes && a.genreRelation === b.genreRelation && a.words === b.words;
}

function bandsFrom(words: number): readonly number[] {
  return lengthBands.filter((band) => band <= words).reverse();
}
