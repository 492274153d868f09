import type { DetectedLanguage } from '../ports';

/** Least share of Latin letters of a text that verification was validated for. */
const leastLatin = 0.9;

/** Whether a text is in the one language that was validated: English, in Latin letters. */
export function isValidatedLanguage({ language, latin }: DetectedLanguage): boolean {
  return language === 'en' && latin >= leastLatin;
}
