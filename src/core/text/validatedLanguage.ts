import type { DetectedLanguage } from '../ports';

/** Least share of Latin letters of a text that verification was validated for. */
const leastLatin = 0.9;

/** Largest share of its letters that may be in other languages. */
const mostOther = 0.25;

/** Whether a text is in the one language that was validated, but for small parts: English, in Latin letters. */
export function isValidatedLanguage({ language, latin, other }: DetectedLanguage): boolean {
  return language === 'en' && latin >= leastLatin && other <= mostOther;
}
