import type { VectorBlock } from '../../src/core/domain/evidence';
import type { StopSignal } from '../../src/core/basics/work';
import {
  type ProjectedPatches,
  codeBits,
  computeCentroid,
  dequantize,
  projectVectors,
} from '../../src/lateInteraction/scoring/signCodes';
import type { CodeBank, Kernels, SpanPlaces, VectorBank } from '../../src/lateInteraction/scoring/kernels';
import type { CodedVectors, Reranker } from '../../src/lateInteraction/scoring/rerank';
import { bestMatches } from './bestMatches';
import { scanSpans, tablesOf } from './lookupTables';

/** Plain TypeScript: what the WebAssembly kernels are compared with. */
export const plainKernels: Kernels = {
  findBestMatches: bestMatches,
  multiplyRows: (values, width) => {
    const count = width > 0 ? values.length / width : 0;
    return Float64Array.from({ length: count * count }, (_, at) => {
      const [row, other] = [Math.floor(at / count), at % count];
      let sum = 0;
      if (other <= row) for (let k = 0; k < width; k++) sum += values[row * width + k]! * values[other * width + k]!;
      return sum;
    });
  },
  createBank: () => new PlainBank(codeBits / 8),
  createVectorBank: (dim) => new PlainVectorBank(dim),
  project: (query, projection) => ({ bits: projection.bits, values: projectVectors(query, projection) }),
  createReranker: plainReranker,
};

class PlainBank implements CodeBank {
  private bytes = new Uint8Array();

  constructor(private readonly width: number) {}

  get codes(): number {
    return this.bytes.length / this.width;
  }

  append(bytes: Uint8Array): number {
    const first = this.codes;
    this.bytes = new Uint8Array(Buffer.concat([this.bytes, bytes]));
    return first;
  }

  read(first: number, count: number): Uint8Array {
    return this.bytes.subarray(first * this.width, (first + count) * this.width);
  }

  computeCentroids(first: number, counts: Uint32Array): Float32Array {
    let next = first;
    const rows = Array.from(counts, (count) => {
      const bytes = this.read(next, count);
      next += count;
      return [...computeCentroid({ bits: 8 * this.width, bytes })];
    });
    return Float32Array.from(rows.flat());
  }

  scan(query: ProjectedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array {
    return scanSpans(tablesOf(query), this.bytes, spans, stop);
  }
}

class PlainVectorBank implements VectorBank {
  private rows = new Float32Array();

  constructor(private readonly dim: number) {}

  append(values: Float32Array): void {
    const rows = new Float32Array(this.rows.length + values.length);
    rows.set(this.rows);
    rows.set(values, this.rows.length);
    this.rows = rows;
  }

  computeProducts(query: Float32Array): Float32Array {
    const { dim, rows: values } = this;
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
    const { similarities } = bestMatches(query, { dim: document.dim, values: dequantize(document) });
    return similarities.reduce((sum, similarity) => sum + similarity, 0) / similarities.length;
  };
  return { screen: score, score };
}
