/** What a text is compared by where no language is told: all documents, for an order alone. */
export const anyLanguage = 'und';

/** Languages of scripts that set no blanks between words. */
const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'km']);

/** Whether words are not set apart in a language. */
export function isUnspaced(language: string): boolean {
  return unspaced.has(language);
}

/** The English name of a language by its code. */
export function nameLanguage(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(code);
  return code === anyLanguage || name === undefined ? 'an unknown language' : name;
}
