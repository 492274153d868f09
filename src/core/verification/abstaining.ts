import type { Caveat, Verification } from '../domain/evidence';
import type { CandidateOrigin } from '../ports';
import type { Calibration } from './calibration';
import type { ChosenCalibration, UsableCalibrations } from './chooseCalibration';
import type { Measure } from './condition';
import { isOfLanguage, unfitTexts } from './languageLimits';

/** The calibrations for scores measured in this way. A validation in one language is not valid in another. */
export function selectUsable(
  { calibrations, language }: { readonly calibrations: readonly Calibration[]; readonly language?: string | undefined },
  measure: Measure,
  { own = [] }: Pick<CandidateOrigin, 'own'>,
): UsableCalibrations {
  const isUsed = (calibration: Calibration): boolean => calibration.measure === measure;
  const used = own.filter(({ calibration }) => isUsed(calibration) && isOfLanguage(calibration, language));
  return { calibrations: calibrations.filter(isUsed), own: used };
}

/**
 * Why no ratio is stated. This is an ordinary answer: another language, an oddity with which ratios are unreliable, a case without a lock,
 * too little text, or no length at which trials of this condition validated a calibration. What withholds a ratio comes before too little
 * text, with which a question among authors can still have an answer.
 */
export function findReasonToAbstain(
  {
    words,
    knownWords,
    floor,
    caveats,
    origin,
  }: Pick<Verification, 'words' | 'knownWords' | 'floor' | 'caveats'> & { readonly origin: CandidateOrigin },
  chosen: ChosenCalibration | undefined,
): Caveat | undefined {
  const unfit = unfitTexts.find((caveat) => caveats.includes(caveat));
  if (unfit ?? origin.withheld) return unfit ?? origin.withheld;
  if (chosen?.isValidated) return undefined;
  const isShort = floor !== undefined && (words < floor.questioned || knownWords < floor.known);
  return isShort ? 'shortDocument' : 'outsideCalibration';
}
