import { fillIn, type SentenceValues } from '../../core/sentence';

/**
 * Puts values into an English sentence and translates it. Sentences are whole and literal, where they are said or in a
 * table (`sentences.ts`), so that a bundle of translations can be keyed by them; VS Code's `l10n.t` has this shape. Only the
 * extension has translations: the report and the command line leave the parameter out.
 */
export type Translate = (sentence: string, values?: SentenceValues) => string;

/** Says the sentence as it stands, with its values. */
export const inEnglish: Translate = fillIn;
