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
