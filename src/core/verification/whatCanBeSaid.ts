import type { Condition, Mode, VerifierKind } from '../domain';
import {
  type CalibrationQuery,
  type ChosenCalibration,
  floorOf,
  speakingIn,
  type UsableCalibrations,
} from './chooseCalibration';
import { chooseVerifier } from './chooseVerifier';
import { genreRelation, lengthBand, modePair } from './condition';

/** What a questioned text is like, before it is compared with anything. */
export interface QuestionedKind {
  readonly mode: Mode;
  readonly genre: string;
  readonly words: number;
}

/** What comparisons of one condition can carry, where known texts are as long as the questioned one or longer. */
export interface ConditionReach {
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
export function whatCanBeSaid(
  { mode, genre, words }: QuestionedKind,
  usable: (known: Mode) => UsableCalibrations,
  verifier?: VerifierKind,
): readonly ConditionReach[] {
  const asked = (['written', 'spoken'] as const).flatMap((known) => {
    const relation = genreRelation({ mode, genre }, { mode: known, genre });
    return (relation === 'same' ? (['same', 'cross'] as const) : [relation]).map((genreRelation) => ({
      known,
      verifier: chooseVerifier(mode, known, verifier),
      condition: { modes: modePair(mode, known), genreRelation, words: lengthBand(words) },
    }));
  });
  const distinct = new Map(asked.map((query) => [JSON.stringify(query.condition), query]));
  return [...distinct.values()].map(({ known, ...query }): ConditionReach => {
    const found = usable(known);
    return reachOf(query, speakingIn(found, query), floorOf(found.calibrations, query));
  });
}

/** @param floor  where what ships speaks; what was validated on an index holds from the condition's length on */
export function reachOf(
  query: CalibrationQuery,
  chosen: ChosenCalibration | undefined,
  floor: number | undefined,
): ConditionReach {
  const { validatedOn, validation, calibration, bornOut = false } = chosen ?? {};
  const own = bornOut ? query.condition.words : undefined;
  const none = { ...query, floor: validatedOn ? own : floor, bounds: undefined, calibratedOn: undefined };
  if (!calibration || !bornOut) return { ...none, errorRate: undefined };
  const bounds = [calibration.lower, calibration.upper] as const;
  const errorRate = validation?.errorRate;
  return { ...none, bounds, calibratedOn: calibration.condition, errorRate, ...(validatedOn && { validatedOn }) };
}
