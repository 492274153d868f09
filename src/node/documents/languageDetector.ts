import { detect } from 'tinyld';
import type { LanguageDetector } from '../../core/ports';
import { latinShare } from '../../core/text/language';

/** Characters that are looked at: enough to tell a language, however long the text. */
const sample = 20_000;

/** Names languages by the tinyld package; "und" where it cannot tell. */
export class TinyldDetector implements LanguageDetector {
  detect(text: string): { readonly language: string; readonly latin: number } {
    return { language: detect(text.slice(0, sample)) || 'und', latin: latinShare(text) };
  }
}
