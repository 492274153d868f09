import type { VectorBlock } from '../../core/domain/evidence';
import type { RowKernel } from '../../core/basics/numbers';
import type { StopSignal } from '../../core/basics/work';
import type { ProjectedPatches, Projection } from './signCodes';
import type { Reranker } from './rerank';

/** For each query row, the most similar row of a document and their dot product, in [-1, 1] for unit rows. */
export interface BestMatches {
  readonly rows: Uint32Array;
  readonly similarities: Float32Array;
}

/** The spans of an array of codes to score: first patch and number of patches of each. No span is empty. */
export interface SpanPlaces {
  readonly starts: Uint32Array;
  readonly counts: Uint32Array;
}

/** Codes of 64 bits in sequence, in the memory of a kernel. They are appended to, and scanned without a copy. */
export interface CodeBank {
  /** The number of codes. */
  readonly codes: number;
  /** Codes from a place on, without a copy. They are valid until the next append. */
  read(first: number, count: number): Uint8Array;
  /** `computeCentroid` of consecutive spans from a place on, one after the other. */
  computeCentroids(first: number, counts: Uint32Array): Float32Array;
  /** Appends codes and returns the place of the first. Throws IndexTooLarge if the kernel's memory has no room for them. */
  append(bytes: Uint8Array): number;
  /**
   * The sign-tier score of each span, in the given order: the mean over query patches of the largest sum of the patch's numbers with the
   * signs of one of the span's codes. The sums of a patch may be rounded: its score may be off by 4/123 of the sum of its absolute values.
   * A span's score does not depend on other spans. Throws Cancelled between blocks.
   */
  scan(query: ProjectedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array;
}

/** Vectors of one width. They are appended to, and multiplied with a query all at once. */
export interface VectorBank {
  /** Appends whole vectors. Throws IndexTooLarge if the kernel's memory has no room for them. */
  append(values: Float32Array): void;
  /** The dot product of each vector with the query, within 1e-2 of the exact value for unit vectors. */
  computeProducts(query: Float32Array): Float32Array;
}

/** The loops that take most of the time of a search. */
export interface Kernels extends RowKernel {
  /** Finds best rows: similarities are within 1e-5 of the exact ones. Of equal rows the first is returned, and −1 without document rows. */
  findBestMatches(query: VectorBlock, document: VectorBlock): BestMatches;
  /** Each bank has memory of its own. */
  createBank(): CodeBank;
  /** @param dim  a multiple of 16 */
  createVectorBank(dim: number): VectorBank;
  /** Projects vectors, within 1e-5 of `projectVectors`. The signs of its results are the codes of documents. */
  project(query: VectorBlock, projection: Projection): ProjectedPatches;
  /**
   * Scores stored vectors. A reranker is valid until the next one is created, because they may share memory. @param projected  the same
   * query vectors, projected
   */
  createReranker(query: VectorBlock, projected: ProjectedPatches): Reranker;
}

export type MatchKernel = Pick<Kernels, 'findBestMatches'>;
