/** rows · (x − centre) of a patch x; bits × dim numbers in rows, row by row, and dim in centre. */
export interface Projection {
  readonly bits: number;
  readonly dim: number;
  readonly rows: Float32Array;
  readonly centre: Float32Array;
}

/** Query patches as a scan takes them: projected, float64[patches][bits]. */
export interface ProjectedPatches {
  readonly bits: number;
  readonly values: Float64Array;
}

/**
 * How patches become sign codes and how a questioned patch is compared with codes: a known patch is coded by the signs of its
 * projection, a questioned one keeps the numbers of its own, and the score of the two is the sum of these numbers, each
 * with the sign of its bit. A constant of the encoder, so that adding a document changes no code.
 */
export interface SignCoding {
  readonly known: Projection;
  readonly questioned: Projection;
}

/** Bits of a sign code. */
export const codeBits = 64;
