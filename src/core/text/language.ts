import type { DetectedLanguage } from '../ports';
import { isInsidePair } from './characters';

/** The number of letters in a text, and how many of them are Latin. */
interface Letters {
  readonly all: number;
  readonly latin: number;
}

/** Counts the letters of a text. */
export function countLetters(text: string): Letters {
  let all = 0;
  let latin = 0;
  for (const character of text) {
    const unit = character.charCodeAt(0);
    if (unit < 0x80) {
      const lower = unit | 0x20;
      if (lower < 0x61 || lower > 0x7a) continue;
      all += 1;
      latin += 1;
    } else if (/\p{L}/u.test(character)) {
      all += 1;
      if (/\p{Script=Latin}/u.test(character)) latin += 1;
    }
  }
  return { all, latin };
}

/** Share of letters that are Latin, in [0, 1]; 0 where there are none. */
export function computeLatinShare({ all, latin }: Letters): number {
  return all === 0 ? 0 : latin / all;
}

/** About how long a sample is, in UTF-16 code units: some 160 words. */
const sampleLength = 1000;
/** At most this many samples decide about a text. */
const maxSamples = 48;
/** A part with fewer letters says little, and is a sample only if no part has more. */
const minLetters = 100;

/**
 * Parts of equal length, evenly spread over those with enough letters: all of a short text, about 48,000 code units of a long one. Empty
 * for a text without letters.
 */
export function selectSamples(text: string): readonly string[] {
  const count = Math.max(1, Math.round(text.length / sampleLength));
  const cut = (part: number): number => {
    const at = Math.round((part * text.length) / count);
    return isInsidePair(text, at) ? at - 1 : at;
  };
  const parts = Array.from({ length: count }, (_, part) => text.slice(cut(part), cut(part + 1)));
  const full = parts.filter((part) => hasLetters(part, minLetters));
  const judged = full.length > 0 ? full : parts.filter((part) => hasLetters(part, 1));
  const taken = Math.min(maxSamples, judged.length);
  return Array.from({ length: taken }, (_, i) => judged[Math.floor(((i + 0.5) * judged.length) / taken)]!);
}

/** Most parts are decided by their beginning. */
function hasLetters(part: string, least: number): boolean {
  return countLetters(part.slice(0, 2 * minLetters)).all >= least || countLetters(part).all >= least;
}

/** Least share of Latin letters of an English text. */
const minLatin = 0.9;

/** Largest share of its letters that may be in other languages. */
const maxOther = 0.25;

/** Whether a text is in a language, except for small parts. English must also be in Latin letters. */
export function isInLanguage({ language, latin, other }: DetectedLanguage, wanted: string): boolean {
  return language === wanted && other <= maxOther && (wanted !== english || latin >= minLatin);
}

/** The only language with a trained model. All others are compared with the data of a collection. */
export const english = 'en';

/** The language of a text if none was detected. Such a text is compared with all documents, and only ordered. */
export const anyLanguage = 'und';

/** Languages of scripts without spaces between words. */
const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'km']);

/** Whether a language writes words without spaces. */
export function isUnspaced(language: string): boolean {
  return unspaced.has(language);
}

const unspacedLetter = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Whether a text has letters of a script without spaces between words, so that words cannot be separated. */
export function hasUnspacedScript(text: string): boolean {
  return unspacedLetter.test(text);
}

/** The English name of a language by its code. The code itself if it names none. */
export function nameLanguage(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(code);
  return code === anyLanguage || name === undefined ? 'an unknown language' : name;
}
