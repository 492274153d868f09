import type { Condition, Mode, Verification, VerifierKind } from '../domain';
import type { Calibration } from './calibration';
import {
  calibrationFor,
  type CalibrationQuery,
  chooseCalibration,
  type ChosenCalibration,
  type UsableCalibrations,
} from './chooseCalibration';
import {
  chooseVerifier,
  conditionName,
  genreRelation,
  lengthBand,
  lengthBands,
  modePair,
  type TextKind,
} from './condition';

/** What a questioned text is like, before it is compared with anything. */
export interface QuestionedKind extends TextKind {
  readonly words: number;
}

/** What comparisons of one condition can carry, where known texts are as long as the questioned one or longer. */
export interface ConditionLimits {
  readonly condition: Condition;
  readonly verifier: VerifierKind;
  /** The fewest words of either side that carry a ratio; undefined: no length was found that does. */
  readonly floor: number | undefined;
  /** The least and the largest llr that may be stated at this length; undefined: none may. */
  readonly bounds: readonly [number, number] | undefined;
  /** What the ratio would be calibrated on. */
  readonly calibratedOn: Condition | undefined;
  /** Cross-fitted share of wrong answers. */
  readonly errorRate: number | undefined;
  /** Whose figures these are; undefined: those that ship. */
  readonly validatedOn?: 'index';
}

/**
 * For a questioned text, what known texts of each mode, of its genre and of another, can carry; each condition once.
 *
 * @param usable  what a comparison with known texts of a mode may be calibrated by
 */
export function conditionLimits(
  { mode, genre, words }: QuestionedKind,
  usable: (known: Mode) => UsableCalibrations,
  verifier?: VerifierKind,
): readonly ConditionLimits[] {
  const limits = new Map<string, ConditionLimits>();
  for (const known of ['written', 'spoken'] as const) {
    const calibrations = usable(known);
    const relation = genreRelation({ mode, genre }, { mode: known, genre });
    for (const genreRelation of relation === 'same' ? (['same', 'cross'] as const) : [relation]) {
      const condition = { modes: modePair(mode, known), genreRelation, words: lengthBand(words) };
      const query = { verifier: chooseVerifier(mode, known, verifier), condition };
      const chosen = calibrationFor(calibrations, query);
      limits.set(conditionName(condition), limitsOf(query, chosen, floorOf(calibrations.calibrations, query)));
    }
  }
  return [...limits.values()];
}

/** @param floor  of what ships; what was validated on an index holds from the condition's length on */
export function limitsOf(
  query: CalibrationQuery,
  chosen: ChosenCalibration | undefined,
  floor: number | undefined,
): ConditionLimits {
  const { validatedOn, validation, calibration, isValidated = false } = chosen ?? {};
  const own = isValidated ? query.condition.words : undefined;
  const none = { ...query, floor: validatedOn ? own : floor, bounds: undefined, calibratedOn: undefined };
  if (!calibration || !isValidated) return { ...none, errorRate: undefined };
  const bounds = [calibration.lower, calibration.upper] as const;
  const errorRate = validation?.errorRate;
  return { ...none, bounds, calibratedOn: calibration.condition, errorRate, ...(validatedOn && { validatedOn }) };
}

/** The fewest words of the shorter text with which a condition carries a ratio; undefined: no length was found that does. */
export function floorOf(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): number | undefined {
  return lengthBands.find(
    (words) => chooseCalibration(calibrations, { verifier, condition: { ...condition, words } })?.isValidated,
  );
}

/** How many words would do, or would if the known texts were of the questioned text's genre. */
export function floorsOf(
  calibrations: readonly Calibration[],
  query: CalibrationQuery,
): Pick<Verification, 'floor' | 'floorOfOneGenre'> {
  const { condition } = query;
  const floor = floorOf(calibrations, query);
  if (floor !== undefined || condition.genreRelation !== 'cross' || condition.modes === 'written-spoken')
    return { floor };
  const floorOfOneGenre = floorOf(calibrations, { ...query, condition: { ...condition, genreRelation: 'same' } });
  return { floor, ...(floorOfOneGenre !== undefined && { floorOfOneGenre }) };
}
