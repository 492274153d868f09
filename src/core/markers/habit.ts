import type { HabitFamily, Per, TextRange } from '../domain';

/** A word of a text as habits see it. */
export interface Token extends TextRange {
  /** In lower case, with plain apostrophes. */
  readonly word: string;
  readonly raw: string;
  /** Words of the sentence that it opens; 0 within one. */
  readonly sentence: number;
  /** Sentences of the paragraph that it opens; 0 within one. */
  readonly paragraph: number;
  /** It is the last of a sentence. */
  readonly closes: boolean;
}

/** Finds places of its own in a text. */
export interface PlaceFinder {
  placesIn(text: string): Iterable<TextRange>;
}

/** Finds forms in a text: listed words and phrases, a pattern, or a question to each word (undefined: no occasion). */
export type Forms = string | RegExp | PlaceFinder | ((token: Token, text: string) => boolean | undefined);

/**
 * One habit of writing. A list of forms has them between commas: `^` opens a sentence and `~` does not, `$` closes one, a
 * final `*` stands for any ending of a stem of five letters or more.
 */
export interface Habit {
  /** Unique, and what its population rates are kept by. */
  readonly name: string;
  readonly family: HabitFamily;
  readonly per: Per;
  /** What is counted. */
  readonly is: Forms;
  /** What could be there in its place; only `places` have it, and a question to each word answers for both. */
  readonly not?: Forms;
  /** A text in which the habit stands once. */
  readonly example: string;
}
