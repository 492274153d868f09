import { detectAll } from 'tinyld';
import type { DetectedLanguage, LanguageDetector } from '../../core/ports';
import { countLetters, latinShare, samplesOf } from '../../core/text/language';
import { englishShare, partsOf } from './foreignParts';

/** Share of common English words that makes a text English: English prose has 0.4, other languages under 0.1. */
const leastEnglish = 0.15;

/** Characters inside words that nobody sees. */
const unseen = /\p{Cf}/gu;

/**
 * Tells English from the rest by common words, sentence by sentence, in samples of the whole text; English is what half of its letters
 * are in. Other languages are named by the character n-grams of tinyld; "und" where these cannot tell.
 */
export class TinyldDetector implements LanguageDetector {
  detect(text: string): DetectedLanguage {
    const judged = samplesOf(text).join('\n').replace(unseen, '');
    const letters = countLetters(judged);
    const latin = latinShare(letters);
    const { english, other } = partsOf(judged);
    const inEnglish = countLetters(english).all / Math.max(1, letters.all);
    if (inEnglish < 0.5) return { language: languageOf(other), latin, other: inEnglish };
    const language = englishShare(english) >= leastEnglish ? 'en' : languageOf(english);
    return { language, latin, other: letters.all === 0 ? 0 : 1 - inEnglish };
  }
}

function languageOf(text: string): string {
  return detectAll(text)[0]?.lang ?? 'und';
}
