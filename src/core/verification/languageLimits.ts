import type { Caveat } from '../domain/evidence';
import { type Calibration, clamp } from './calibration';
import type { ChosenCalibration } from './chooseCalibration';
import type { Measurement } from './scores';

/**
 * In a language without a trained model, a ratio must be measured against this many other authors (docs/decisions/0054-any-language.md).
 */
export const minAuthorsOfLanguage = 40;
/** The largest |log10 LR| in such a language. Larger values were not tested. */
const maxOfLanguage = Math.log10(20);

/** The beginning of the ids of calibrations in a language, after any prefix of a validation. */
function markLanguage(language: string): string {
  return `language:${language}/`;
}

/** A calibration of language-free scores under the id of one language, so that a validation in one language is never used in another. */
export function nameForLanguage(calibration: Calibration, language: string): Calibration {
  return { ...calibration, id: `${markLanguage(language)}${calibration.id}` };
}

/** Whether a calibration, bundled or validated on an index, belongs to a language. */
export function isOfLanguage({ id }: Pick<Calibration, 'id'>, language: string | undefined): boolean {
  return id.includes(language === undefined ? 'language:' : markLanguage(language)) !== (language === undefined);
}

/**
 * Narrows the bounds of validated calibrations in a language without a trained model.
 * @param language  undefined for English
 */
export function limitToLanguage(
  language: string | undefined,
  chosen: ChosenCalibration | undefined,
): ChosenCalibration | undefined {
  if (!chosen || language === undefined) return chosen;
  const { lower, upper } = chosen.judgement;
  const within = (bound: number): number => clamp(bound, -maxOfLanguage, maxOfLanguage);
  return { ...chosen, judgement: { ...chosen.judgement, lower: within(lower), upper: within(upper) } };
}

/** Why no ratio is stated of a text, whatever its length and kind. */
export const unfitTexts = ['otherLanguage', 'severalSpeakers', 'unlikeValidated'] as const satisfies readonly Caveat[];

export function isUnfit(reason: Caveat | undefined): boolean {
  return unfitTexts.some((each) => each === reason);
}

/**
 * Why there is no ratio in such a language: it needs many other authors, and the collection's own validation.
 * @param reason  the reason that would apply in English
 */
export function findReasonOfLanguage(
  language: string | undefined,
  reason: Caveat | undefined,
  chosen: ChosenCalibration | undefined,
  measurement: Measurement | undefined,
): Caveat | undefined {
  if (language === undefined || isUnfit(reason)) return reason;
  const others = measurement ? Math.min(measurement.ofQuestioned.authors, measurement.ofKnown.authors) : 0;
  if (others < minAuthorsOfLanguage) return 'fewOfLanguage';
  const isGeneral = reason === undefined || reason === 'outsideCalibration';
  return isGeneral && !chosen?.validatedOn ? 'languageNotValidated' : reason;
}
