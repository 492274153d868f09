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

/** The state of a case's lock. */
export interface CaseLockState {
  readonly hash: string;
  readonly changed: readonly OtherPart[];
  /** Absent if the known texts are those that were locked, or if none were locked. Otherwise the caveats have `otherKnownTexts`. */
  readonly known?: readonly OtherKnownText[];
}
