import type { ExclusionKind } from './readableFormats';

/** A stretch of a text that its author did not write for it, with the rule that found it. In UTF-16 code units: start ≤ i < end. */
export interface Exclusion {
  readonly start: number;
  readonly end: number;
  readonly kind: ExclusionKind;
  /** The name of the rule, such as "quote marks" or "signature line"; it is shown to the user. */
  readonly rule: string;
  /** Whether it may also be the author's own text that cites another: a user is asked if it is more than a third of the text. */
  readonly isUnsure?: true;
}

/**
 * A stretch that the user left out of a text, or took back, by hand. It overrides every rule, and no two of a text overlap. In UTF-16 code
 * units: start ≤ i < end.
 */
export interface HandRange {
  readonly start: number;
  readonly end: number;
  /** Whether the stretch is the author's own text. */
  readonly isAuthors: boolean;
  /** Hex digest of the stretch as UTF-8. The range applies only while the text there is the same. */
  readonly sha256: string;
  /** The speakers that the user counts in a text of several. The range has the words of others. */
  readonly speakers?: readonly string[] | undefined;
  /** Whether the text there has changed. The range is then reported and does not apply. `checkRanges` sets it. */
  readonly isStale?: true | undefined;
}
