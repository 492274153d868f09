/** What a text is compared by where no language is told: all documents, for an order alone. */
export const anyLanguage = 'und';

/** Languages of scripts that set no blanks between words. */
const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'km']);

/** Whether words are not set apart in a language. */
export function isUnspaced(language: string): boolean {
  return unspaced.has(language);
}

const unspacedLetter = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Whether a text has letters of a script that sets no blanks between words, so that no word is told from its neighbours. */
export function hasUnspacedScript(text: string): boolean {
  return unspacedLetter.test(text);
}

/** The English name of a language by its code. */
export function nameLanguage(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(code);
  return code === anyLanguage || name === undefined ? 'an unknown language' : name;
}
