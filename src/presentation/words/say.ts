/** Values for the {named} places of a sentence. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/**
 * Puts values into an English sentence and translates it. Sentences are whole and literal, where they are said or in a
 * table (`sentences.ts`), so that a bundle of translations can be keyed by them; VS Code's `l10n.t` has this shape.
 */
export type Say = (sentence: string, values?: SentenceValues) => string;

/** Says the sentence as it stands, with its values. */
export const inEnglish: Say = (sentence, values = {}) =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
