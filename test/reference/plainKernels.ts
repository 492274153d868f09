import type { VectorBlock } from '../../src/core/domain';
import type { StopSignal } from '../../src/core/work';
import { codeBits, codeCentroids, type ProjectedPatches, projectedVectors } from '../../src/core/scoring/signCodes';
import { GrowableArray } from '../../src/node/sqlite/memory/inMemoryCodes';
import type { CodeBank, Kernels, SpanPlaces, VectorBank } from '../../src/core/scoring/kernels';
import { dequantized } from '../../src/core/scoring/quantizedVectors';
import type { CodedVectors, Reranker } from '../../src/core/scoring/rerank';
import { bestMatches } from './bestMatches';
import { scanSpans, tablesOf } from './lookupTables';

/** Plain TypeScript: what the WebAssembly kernels are compared with. */
export const plainKernels: Kernels = {
  bestMatches,
  bank: () => new PlainBank(codeBits / 8),
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

/** Its estimate is the score itself. */
export function plainReranker(query: VectorBlock): Reranker {
  const score = (document: CodedVectors): number => {
    const { similarities } = bestMatches(query, { dim: document.dim, values: dequantized(document) });
    return similarities.reduce((sum, similarity) => sum + similarity, 0) / similarities.length;
  };
  return { screen: score, score };
}
