import type { Caveat } from '../domain';
import { type Calibration, clamp } from './calibration';
import type { ChosenCalibration } from './chooseCalibration';
import type { Measurement } from './scores';

/** Other authors of a language that nothing was learned of, whom a ratio needs to be measured against (docs/decisions/0054-any-language.md). */
export const minAuthorsOfLanguage = 40;
/** The largest |log10 LR| in such a language: more was not tried. */
const maxOfLanguage = Math.log10(20);

/** What ids of calibrations in a language begin with, or have behind what a validation puts before them. */
function markLanguage(language: string): string {
  return `language:${language}/`;
}

/** A calibration of language-free scores under an id of one language, so that what was validated in one never speaks in another. */
export function nameForLanguage(calibration: Calibration, language: string): Calibration {
  return { ...calibration, id: `${markLanguage(language)}${calibration.id}` };
}

/** Whether a calibration, or one that was validated on an index, speaks in a language. */
export function isOfLanguage({ id }: Pick<Calibration, 'id'>, language: string | undefined): boolean {
  return id.includes(language === undefined ? 'language:' : markLanguage(language)) !== (language === undefined);
}

/**
 * In a language that nothing was learned of, what was validated holds within narrower bounds.
 *
 * @param language  undefined: English
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

/**
 * Why there is no ratio in such a language: it needs many other authors, and the collection's own validation.
 *
 * @param reason  that there would be in English
 */
export function findReasonOfLanguage(
  language: string | undefined,
  reason: Caveat | undefined,
  chosen: ChosenCalibration | undefined,
  measurement: Measurement | undefined,
): Caveat | undefined {
  if (language === undefined || reason === 'otherLanguage' || reason === 'unlikeValidated') return reason;
  const others = measurement ? Math.min(measurement.ofQuestioned.authors, measurement.ofKnown.authors) : 0;
  if (others < minAuthorsOfLanguage) return 'fewOfLanguage';
  const isGeneral = reason === undefined || reason === 'outsideCalibration';
  return isGeneral && !chosen?.validatedOn ? 'languageNotValidated' : reason;
}
