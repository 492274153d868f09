import { detectAll } from 'tinyld';
import type { LanguageDetector } from '../../core/ports';
import { latinShare } from '../../core/text/language';

/** Enough to tell a language; what a long text says after it changes nothing. */
const longestSample = 20_000;

const functionWords = new Set(
  (
    'the of and to that with this you for it have are from by which they his her my not but what would there is be ' +
    'was were been has had could should their your who when because'
  ).split(' '),
);
/** Share of a text's words that makes it English: English prose has 0.3 and more, other languages under 0.1. */
const englishShare = 0.15;

/**
 * Names a text's language: English by its function words, anything else by the character n-grams of tinyld, which one rare
 * name or abbreviation can lead astray. "und" where neither can tell.
 */
export class TinyldDetector implements LanguageDetector {
  detect(text: string): { readonly language: string; readonly latin: number } {
    const sample = text.slice(0, longestSample);
    const language = isEnglish(sample) ? 'en' : (detectAll(sample)[0]?.lang ?? 'und');
    return { language, latin: latinShare(sample) };
  }
}

function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found = words.filter((word) => functionWords.has(word)).length;
  return found > 0 && found >= englishShare * words.length;
}
