import { detectAll } from 'tinyld';
import type { LanguageDetector } from '../../core/ports';
import { latinShare } from '../../core/text/language';

/** Enough to tell a language; what a long text says after it changes nothing. */
const longestSample = 20_000;

/** Names a text's language by the character n-grams of tinyld; "und" where it cannot tell. */
export class TinyldDetector implements LanguageDetector {
  detect(text: string): { readonly language: string; readonly latin: number } {
    const sample = text.slice(0, longestSample);
    return { language: detectAll(sample)[0]?.lang ?? 'und', latin: latinShare(sample) };
  }
}
