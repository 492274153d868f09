import type { VectorBlock } from '../domain';
import type { RowKernel } from '../rowKernel';
import type { StopSignal } from '../work';
import type { ProjectedPatches, Projection } from './signCodes';
import type { Reranker } from './rerank';

/** For each query row, the row of a document most like it and their dot product, in [-1, 1] for unit rows. */
export interface BestMatches {
  readonly rows: Uint32Array;
  readonly similarities: Float32Array;
}

/** Which spans of an array of codes to score: first patch and number of patches of each; no span is empty. */
export interface SpanPlaces {
  readonly starts: Uint32Array;
  readonly counts: Uint32Array;
}

/** Codes of 64 bits, end to end, where a kernel reads them: appended to, and scanned without a copy. */
export interface CodeBank {
  /** Codes held. */
  readonly codes: number;
  /** Codes from a place on, without a copy: valid until the next append. */
  read(first: number, count: number): Uint8Array;
  /** `computeCentroid` of spans that lie end to end from a place on, one after the other. */
  computeCentroids(first: number, counts: Uint32Array): Float32Array;
  /** Appends codes and returns the place of the first. Throws IndexTooLarge where the kernel's memory cannot hold them. */
  append(bytes: Uint8Array): number;
  /**
   * The sign-tier score of each span, in the order given: the mean over query patches of the largest sum of the patch's numbers
   * with the signs of one of the span's codes. The sums of a patch may be rounded: its score may be off by 4/123 of the sum of its
   * absolute values. A span's score depends on no other span. Throws Cancelled between blocks.
   */
  scan(query: ProjectedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array;
}

/** Vectors of one width, appended to and multiplied with a query all at once. */
export interface VectorBank {
  /** Appends whole vectors. Throws IndexTooLarge where the kernel's memory cannot hold them. */
  append(values: Float32Array): void;
  /** The dot product of each vector with the query; of unit vectors within 1e-2 of the exact one. */
  computeProducts(query: Float32Array): Float32Array;
}

/** The loops in which searches spend their time. */
export interface Kernels extends RowKernel {
  /** Finds best rows: similarities within 1e-5 of the exact ones, of equal rows the first; −1 without document rows. */
  findBestMatches(query: VectorBlock, document: VectorBlock): BestMatches;
  /** Each bank has memory of its own. */
  createBank(): CodeBank;
  /** @param dim  a multiple of 16 */
  createVectorBank(dim: number): VectorBank;
  /** Projects vectors: within 1e-5 of `projectedRows`, whose signs are the codes of documents. */
  project(query: VectorBlock, projection: Projection): ProjectedPatches;
  /** Scores stored vectors, until the next reranker is asked for: they may share memory. @param projected  the same query vectors, projected */
  createReranker(query: VectorBlock, projected: ProjectedPatches): Reranker;
}

export type MatchKernel = Pick<Kernels, 'findBestMatches'>;
