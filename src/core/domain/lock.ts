/**
 * A part that differs from the pin or the lock of the case file: "index" or a kind of model file. `pinned` is empty if the lock lacks it.
 * Without `used`, no file of this kind was used.
 */
export interface OtherPart {
  readonly part: string;
  readonly pinned: string;
  readonly used: string | undefined;
}

/** A known text that has changed since the settings of its case were validated and locked. */
export interface OtherKnownText {
  readonly change: 'added' | 'changed' | 'removed';
  readonly id: string;
  readonly author: string;
  readonly title: string;
}

/** How the question of a case fared with its own known texts, each of which was left out and asked about. */
export interface OwnQuestionCounts {
  readonly words: number;
  readonly authors: readonly string[];
  readonly texts: number;
  /** Texts with the writer first. */
  readonly first: number;
  /** Texts with a ratio of 10 or more for the first author, and those of them by another author. */
  readonly strong: number;
  readonly wrong: number;
}

/** The state of a case's lock. */
export interface CaseLockState {
  readonly hash: string;
  readonly changed: readonly OtherPart[];
  /** Absent if the known texts are those that were locked, or if none were locked. Otherwise the caveats have `otherKnownTexts`. */
  readonly known?: readonly OtherKnownText[];
  /** Absent if the question was not asked about the known texts, or by another user. */
  readonly trials?: OwnQuestionCounts;
}
