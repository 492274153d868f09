import { readFile } from 'node:fs/promises';
import { makeOnce } from '../../core/basics/caches';
import type { VectorBlock } from '../../core/domain/evidence';
import type { BestMatches, Kernels } from '../scoring/kernels';
import type { ProjectedPatches, Projection } from '../scoring/signCodes';
import { Layout, createViews, type WasmExports } from './kernelMemory';
import { WasmBank, WasmVectorBank } from './wasmBanks';
import { WasmReranker } from './wasmRerank';

/** The build compiles assembly/kernels.ts into this file beside the program, in dist/. */
export const kernelFile = 'kernels.wasm';

/**
 * The kernels of a built file, which is WebAssembly SIMD: matches and projections share one memory, rerankers share another, and each bank
 * has its own. Fails if the file is missing; it comes with the program, like its other files.
 */
export async function loadKernels(file: string): Promise<Kernels> {
  const module = new WebAssembly.Module(await readFile(file));
  const instantiate = (): WasmExports => new WebAssembly.Instance(module).exports as unknown as WasmExports;
  const [matching, reranking] = [instantiate(), instantiate()];
  return {
    findBestMatches: (query, document) => findBestMatches(matching, query, document),
    multiplyRows: (values, width) => multiplyRows(matching, values, width),
    createBank: () => new WasmBank(instantiate()),
    createVectorBank: (dim) => new WasmVectorBank(instantiate(), dim),
    project: (query, projection) => projectRows(matching, query, projection),
    createReranker: (query, projected) => new WasmReranker(reranking, query, projected),
  };
}

/** Query rows that the kernel takes at a time. */
const groupRows = 16;

/** The best row of a document for each query row, by dot products in float32: in four lanes at a time, in fixed order. */
function findBestMatches(wasm: WasmExports, query: VectorBlock, document: VectorBlock): BestMatches {
  const { dim } = query;
  const queryRows = query.values.length / dim;
  const documentRows = document.values.length / dim;
  if (document.dim !== dim) throw new RangeError(`Rows of ${dim} and of ${document.dim} dimensions.`);
  if (queryRows === 0 || documentRows === 0)
    return { rows: new Uint32Array(queryRows), similarities: new Float32Array(queryRows).fill(-1) };
  const groups = Math.ceil(queryRows / groupRows);
  const evenRows = documentRows + (documentRows % 2);
  const layout = new Layout(wasm);
  const valuesAt = layout.take(query.values.byteLength);
  const groupsAt = layout.take(groups * groupRows * dim * 4);
  const documentAt = layout.take(evenRows * dim * 4);
  const rowsAt = layout.take(groups * groupRows * 4);
  const similaritiesAt = layout.take(groups * groupRows * 4);
  const { words, floats } = createViews(wasm, layout);
  floats.set(query.values, valuesAt / 4);
  floats.set(document.values, documentAt / 4);
  if (evenRows > documentRows) {
    floats.set(document.values.subarray(-dim), documentAt / 4 + document.values.length); // equal to the row before it, which comes first
  }
  wasm.groupedRows(valuesAt, queryRows, dim, groupsAt);
  wasm.bestRows(groupsAt, groups, documentAt, evenRows, dim, rowsAt, similaritiesAt);
  return {
    rows: words.slice(rowsAt / 4, rowsAt / 4 + queryRows),
    similarities: floats.slice(similaritiesAt / 4, similaritiesAt / 4 + queryRows),
  };
}

/** The rows of projections that were used, dimension by dimension, as the kernel reads them. */
const transposeRows = makeOnce(({ bits, dim, rows }: Projection) =>
  Float32Array.from(rows, (_, at) => rows[(at % bits) * dim + Math.floor(at / bits)]!),
);

/** The projection of every row, summed in float32, 32 bits together. */
function projectRows(wasm: WasmExports, query: VectorBlock, projection: Projection): ProjectedPatches {
  const { bits, dim, rows, centre } = projection;
  if (query.dim !== dim) throw new RangeError(`Rows of ${query.dim} dimensions; the projection has ${dim}.`);
  const count = query.values.length / dim;
  const layout = new Layout(wasm);
  const projectionAt = layout.take(rows.byteLength);
  const rowsAt = layout.take(query.values.byteLength);
  const projectedAt = layout.take(count * bits * 4);
  const { floats } = createViews(wasm, layout);
  floats.set(transposeRows(projection), projectionAt / 4);
  for (let at = 0; at < query.values.length; at += dim) {
    for (let i = 0; i < dim; i++) floats[rowsAt / 4 + at + i] = query.values[at + i]! - centre[i]!;
  }
  wasm.projectRows(rowsAt, count, dim, projectionAt, bits, projectedAt);
  return { bits, values: new Float64Array(floats.subarray(projectedAt / 4, projectedAt / 4 + count * bits)) };
}

/** Columns that the kernel sums at once. */
const columnsAtOnce = 64;

/** The products of rows with one another, summed in float32 over 64 columns, and these in float64. */
function multiplyRows(wasm: WasmExports, values: Float32Array, width: number): Float64Array {
  const count = width > 0 ? values.length / width : 0;
  const even = count + (count % 2);
  const layout = new Layout(wasm);
  const rowsAt = layout.take(even * columnsAtOnce * 4);
  const matrixAt = layout.take(even * even * 8);
  const { floats } = createViews(wasm, layout);
  const rows = floats.subarray(rowsAt / 4, rowsAt / 4 + even * columnsAtOnce);
  const sums = new Float64Array(wasm.memory.buffer, matrixAt, even * even).fill(0);
  for (let from = 0; from < width; from += columnsAtOnce) {
    rows.fill(0);
    const to = Math.min(width, from + columnsAtOnce);
    for (let row = 0; row < count; row++)
      rows.set(values.subarray(row * width + from, row * width + to), row * columnsAtOnce);
    wasm.addProducts(rowsAt, even, matrixAt);
  }
  const matrix = new Float64Array(count * count);
  for (let row = 0; row < count; row++) matrix.set(sums.subarray(row * even, row * even + row + 1), row * count);
  return matrix;
}
