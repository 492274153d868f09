import type { VectorBlock } from '../domain';
import type { StopSignal } from '../ports';
import { bestMatches, type BestMatches } from './bestMatches';
import { codeCentroids } from './codes/centroids';
import { GrowableArray } from './growableArray';
import { type ProjectedPatches, scanSpans, type SpanPlaces, tablesOf } from './codes/lookupTables';
import { plainReranker, type Reranker } from './rerank';
import type { Projection } from './codes/projection';
import { projectedVectors } from './codes/signCodes';

/** Finds best rows as `bestMatches` does: similarities within 1e-5 of the exact ones, of equal rows the first. */
export interface MatchKernel {
  bestMatches(query: VectorBlock, document: VectorBlock): BestMatches;
}

/** Codes of one width, end to end, where a kernel reads them: appended to, and scanned without a copy. */
export interface CodeBank {
  /** Codes held. */
  readonly codes: number;
  /** Codes from a place on, without a copy: valid until the next append. */
  read(first: number, count: number): Uint8Array;
  /** `codeCentroids` of spans that lie end to end from a place on. */
  centroids(first: number, counts: Uint32Array): Float32Array;
  /** Appends codes and returns the place of the first. Throws IndexTooLarge where the kernel's memory cannot hold them. */
  append(bytes: Uint8Array): number;
  /**
   * Scores spans as the look-up tables do. A kernel may round a query patch's sums: its score may be off by 4/123 of
   * the sum of its absolute values, and the span's by the mean of that. A span's score depends on no other span. Throws Cancelled between blocks.
   */
  scan(query: ProjectedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array;
}

/** Vectors of one width, appended to and multiplied with a query all at once. */
export interface VectorBank {
  /** Appends whole vectors. Throws IndexTooLarge where the kernel's memory cannot hold them. */
  append(values: Float32Array): void;
  /** The dot product of each vector with the query; of unit vectors within 1e-2 of the exact one. */
  products(query: Float32Array): Float32Array;
}

/** Makes banks, each with memory of its own. */
export interface ScanKernel {
  bank(bits: number): CodeBank;
  vectorBank(dim: number): VectorBank;
}

/** Projects vectors: within 1e-5 of `projectedRows`, whose signs are the codes of documents. */
export interface ProjectionKernel {
  project(query: VectorBlock, projection: Projection): ProjectedPatches;
}

/** Scores stored vectors. One reranker serves until the next is asked for: they may share memory. */
export interface RerankKernel {
  /** @param projected  the same query vectors, projected */
  reranker(query: VectorBlock, projected: ProjectedPatches): Reranker;
}

/** The loops in which searches spend their time. */
export interface Kernels extends MatchKernel, ScanKernel, ProjectionKernel, RerankKernel {}

/** Plain TypeScript: the reference for every other kernel, and what serves where there is none. */
export const plainKernels: Kernels = {
  bestMatches,
  bank: (bits) => new PlainBank(bits / 8),
  vectorBank: (dim) => new PlainVectorBank(dim),
  project: (query, projection) => ({ bits: projection.bits, values: projectedVectors(query, projection) }),
  reranker: plainReranker,
};

class PlainBank implements CodeBank {
  private readonly bytes = new GrowableArray((length) => new Uint8Array(length));

  constructor(private readonly width: number) {}

  get codes(): number {
    return this.bytes.length / this.width;
  }

  append(bytes: Uint8Array): number {
    const first = this.codes;
    this.bytes.append(bytes);
    return first;
  }

  read(first: number, count: number): Uint8Array {
    return this.bytes.values.subarray(first * this.width, (first + count) * this.width);
  }

  centroids(first: number, counts: Uint32Array): Float32Array {
    return codeCentroids(this.bytes.values.subarray(first * this.width), counts, 8 * this.width);
  }

  scan(query: ProjectedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array {
    return scanSpans(tablesOf(query), this.bytes.values, spans, stop);
  }
}

class PlainVectorBank implements VectorBank {
  private readonly rows = new GrowableArray((length) => new Float32Array(length));

  constructor(private readonly dim: number) {}

  append(values: Float32Array): void {
    this.rows.append(values);
  }

  products(query: Float32Array): Float32Array {
    const { dim } = this;
    const { values } = this.rows;
    const products = new Float32Array(values.length / dim);
    for (let row = 0; row < products.length; row++) {
      let sum = 0;
      for (let i = 0; i < dim; i++) sum += query[i]! * values[row * dim + i]!;
      products[row] = sum;
    }
    return products;
  }
}
