import type { Condition, Floor, Mode, Verification, VerifierKind } from '../domain';
import {
  calibrationFor,
  type CalibrationQuery,
  chooseCalibration,
  type ChosenCalibration,
  type UsableCalibrations,
} from './chooseCalibration';
import type { Calibration } from './calibration';
import {
  chooseVerifier,
  conditionName,
  genreRelation,
  judgedLength,
  judgedLengths,
  modePair,
  type TextKind,
} from './condition';

/** What a questioned text is like, before it is compared with anything. */
export interface QuestionedKind extends TextKind {
  readonly words: number;
  /** Words of the known texts that it would be compared with. */
  readonly knownWords: number;
}

/** What comparisons of one condition can carry. */
export interface ConditionLimits {
  readonly condition: Condition;
  readonly verifier: VerifierKind;
  /** The fewest words that carry a ratio; undefined: no lengths were found that do. */
  readonly floor: Floor | undefined;
  /** The least and the largest llr that may be stated at these lengths; undefined: none may. */
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
  { mode, genre, words, knownWords }: QuestionedKind,
  usable: (known: Mode) => UsableCalibrations,
  verifier?: VerifierKind,
): readonly ConditionLimits[] {
  const limits = new Map<string, ConditionLimits>();
  const lengths = { words: judgedLength('questioned', words), knownWords: judgedLength('known', knownWords) };
  for (const known of ['written', 'spoken'] as const) {
    const calibrations = usable(known);
    const relation = genreRelation({ mode, genre }, { mode: known, genre });
    for (const genreRelation of relation === 'same' ? (['same', 'cross'] as const) : [relation]) {
      const condition = { modes: modePair(mode, known), genreRelation, ...lengths };
      const query = { verifier: chooseVerifier(mode, known, verifier), condition };
      const chosen = calibrationFor(calibrations, query);
      limits.set(conditionName(condition), limitsOf(query, chosen, floorOf(calibrations.calibrations, query)));
    }
  }
  return [...limits.values()];
}

/** @param floor  of what ships; what was validated on an index holds from the condition's lengths on */
export function limitsOf(
  query: CalibrationQuery,
  chosen: ChosenCalibration | undefined,
  floor: Floor | undefined,
): ConditionLimits {
  const { validatedOn, judgement, isValidated = false } = chosen ?? {};
  const { words, knownWords } = query.condition;
  const own = isValidated ? { questioned: words, known: knownWords } : undefined;
  const none = { ...query, floor: validatedOn ? own : floor, bounds: undefined, calibratedOn: undefined };
  if (!judgement || !isValidated) return { ...none, errorRate: undefined };
  const bounds = [judgement.lower, judgement.upper] as const;
  const { errorRate } = judgement;
  return { ...none, bounds, calibratedOn: calibratedOn(chosen!), errorRate, ...(validatedOn && { validatedOn }) };
}

/** The condition of the trials that judge a ratio. */
export function calibratedOn({ calibration, judgement }: ChosenCalibration): Condition {
  const { modes, genreRelation } = calibration;
  return { modes, genreRelation, words: judgement.words, knownWords: judgement.knownWords };
}

/**
 * The fewest known words with which a questioned text as long as this carries a ratio; where none do, the fewest questioned words
 * for which some do. Undefined: no lengths were found that do.
 */
export function floorOf(
  calibrations: readonly Calibration[],
  { verifier, condition }: CalibrationQuery,
): Floor | undefined {
  const carries = (words: number, knownWords: number): boolean =>
    chooseCalibration(calibrations, { verifier, condition: { ...condition, words, knownWords } })?.isValidated ?? false;
  const longer = judgedLengths.questioned.filter((words) => words > condition.words);
  for (const questioned of [condition.words, ...longer]) {
    const known = judgedLengths.known.find((words) => carries(questioned, words));
    if (known !== undefined) return { questioned, known };
  }
  return undefined;
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
