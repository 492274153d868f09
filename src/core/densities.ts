/** How the calibrated scores of a condition's own trials are spread, before bounds; the outer parts hold all that lies beyond. */
export interface Densities {
  /** log10; parts of equal width lie between. */
  readonly from: number;
  readonly to: number;
  /** Shares of the same-author trials, and of the different-author ones; either sums to 1. */
  readonly same: readonly number[];
  readonly different: readonly number[];
}

/** Densities with the place of one comparison among them. */
export interface PlacedDensities extends Densities {
  /** The comparison's own calibrated score before bounds: a place in a picture, never a figure. */
  readonly score: number;
}
