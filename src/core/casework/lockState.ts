/** A part that is not the one that the case file pins: "index" or a kind of model file. Not `used`: none of this kind was. */
export interface OtherPart {
  readonly part: string;
  readonly pinned: string;
  readonly used: string | undefined;
}

/** A known text that is not as it was when the settings of its case were validated and locked. */
export interface OtherKnownText {
  readonly change: 'added' | 'changed' | 'removed';
  readonly id: string;
  readonly author: string;
  readonly title: string;
}

/** What became of the lock of a case. */
export interface CaseLockState {
  readonly hash: string;
  readonly changed: readonly OtherPart[];
  /** Absent: the known texts are those that were locked, or none were. Otherwise the caveats have `otherKnownTexts`. */
  readonly known?: readonly OtherKnownText[];
}
