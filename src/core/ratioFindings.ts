/** The ratio of LambdaG: log10, within its bounds. */
export interface SecondOpinion {
  readonly llr: number;
  readonly bounds: readonly [number, number];
}

/** Words of a questioned text, from 1 on, that carry much of a ratio. */
export interface CarryingStretch {
  readonly from: number;
  readonly to: number;
  /** The llr without them. */
  readonly llrWithout: number;
}

/** What one known text counts in a ratio. */
export interface KnownShare {
  readonly document: string;
  readonly title: string;
  readonly words: number;
  /** All shares are 1 together. */
  readonly share: number;
  /** What the llr would be without this text; undefined: not asked, since there are one or many, or no ratio. */
  readonly llrWithout?: number;
}

/** Words of both sides of a comparison. */
export interface Lengths {
  readonly questioned: number;
  readonly known: number;
}
