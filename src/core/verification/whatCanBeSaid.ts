import type { Condition, GenreRelation, Mode, VerifierKind } from '../domain';
import type { Calibration } from './calibration';
import type { OwnCalibration } from '../ports';
import { chooseCalibration, chosenFor, floorOf, sameCondition } from './chooseCalibration';
import { chooseVerifier } from './chooseVerifier';
import { lengthBand, modePair } from './condition';

/** What a questioned text is like, before it is compared with anything. */
export interface QuestionedKind {
  readonly mode: Mode;
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
}

/**
 * For a questioned text, what known texts of each mode, of its genre and of another, can carry; each condition once.
 *
 * @param own  what was validated on the index: it speaks for its conditions
 */
export function whatCanBeSaid(
  calibrations: readonly Calibration[],
  { mode, words }: QuestionedKind,
  own: readonly OwnCalibration[] = [],
): readonly ConditionReach[] {
  const asked = (['written', 'spoken'] as const).flatMap((known) => {
    const modes = modePair(mode, known);
    const relations: readonly GenreRelation[] = modes === 'written-spoken' ? ['cross'] : ['same', 'cross'];
    return relations.map((genreRelation) => ({
      verifier: chooseVerifier(mode, known),
      condition: { modes, genreRelation, words: lengthBand(words) },
    }));
  });
  const distinct = new Map(asked.map((query) => [JSON.stringify(query.condition), query]));
  return [...distinct.values()].map((query): ConditionReach => {
    const speaks = own.find(({ condition }) => sameCondition(condition, query.condition));
    const chosen = speaks ? chosenFor(query.condition, speaks.calibration) : chooseCalibration(calibrations, query);
    const { words } = query.condition;
    const floor = speaks ? (chosen?.bornOut ? words : undefined) : floorOf(calibrations, query);
    if (!chosen?.bornOut) return { ...query, floor, bounds: undefined, calibratedOn: undefined, errorRate: undefined };
    const { calibration, validation } = chosen;
    const bounds = [calibration.lower, calibration.upper] as const;
    return { ...query, floor, bounds, calibratedOn: calibration.condition, errorRate: validation?.errorRate };
  });
}
