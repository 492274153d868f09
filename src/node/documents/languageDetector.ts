import { detectAll } from 'tinyld';
import type { DetectedLanguage, LanguageDetector } from '../../core/ports';
import { countLetters, latinShare } from '../../core/text/language';
import { samplesOf } from '../../core/text/cut/samples';

const functionWords = new Set(
  (
    'the of and to that with this you for it have are from by which they his her my not but what would there is be ' +
    'was were been has had could should their your who when because'
  ).split(' '),
);
/** Share of a text's words that makes it English: English prose has 0.3 and more, other languages under 0.1. */
const englishShare = 0.15;

/** Characters inside words that nobody sees. */
const unseen = /\p{Cf}/gu;

/**
 * Names a text's language by samples of the whole of it, each in one language: English by its function words, anything else by
 * the character n-grams of tinyld, which one rare name or abbreviation can lead astray. "und" where neither can tell. English is
 * what half of the letters are in, another language what most of the rest are in.
 */
export class TinyldDetector implements LanguageDetector {
  detect(text: string): DetectedLanguage {
    const letters = new Map<string, number>();
    let [all, latin] = [0, 0];
    for (const sample of samplesOf(text)) {
      const counted = countLetters(sample);
      const language = languageOf(sample.replace(unseen, ''));
      letters.set(language, (letters.get(language) ?? 0) + counted.all);
      all += counted.all;
      latin += counted.latin;
    }
    const language = mainLanguage(letters, all);
    const told = all - (letters.get('und') ?? 0);
    const other = told === 0 ? 0 : (told - (letters.get(language) ?? 0)) / all;
    return { language, latin: latinShare({ all, latin }), other };
  }
}

function mainLanguage(letters: ReadonlyMap<string, number>, all: number): string {
  if (2 * (letters.get('en') ?? 0) >= all && all > 0) return 'en';
  const others = [...letters].filter(([language]) => language !== 'en');
  return others.reduce((most, each) => (each[1] > most[1] ? each : most), ['und', 0])[0];
}

function languageOf(sample: string): string {
  return isEnglish(sample) ? 'en' : (detectAll(sample)[0]?.lang ?? 'und');
}

function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found = words.filter((word) => functionWords.has(word)).length;
  return found > 0 && found >= englishShare * words.length;
}
