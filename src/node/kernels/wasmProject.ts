import type { VectorBlock } from '../../core/domain';
import type { ProjectedPatches, Projection } from '../../core/scoring/codes/projection';
import { Layout, viewsOf } from './kernelMemory';
import type { WasmExports } from './wasmExports';

/** The rows of projections that were used, dimension by dimension, as the kernel reads them. */
const transposed = new WeakMap<Projection, Float32Array>();

function transposedRows(projection: Projection): Float32Array {
  const known = transposed.get(projection);
  if (known) return known;
  const { bits, dim, rows } = projection;
  const columns = Float32Array.from(rows, (_, at) => rows[(at % bits) * dim + Math.floor(at / bits)]!);
  transposed.set(projection, columns);
  return columns;
}

/** The projection of every row, summed in float32, 32 bits together. */
export function wasmProject(wasm: WasmExports, query: VectorBlock, projection: Projection): ProjectedPatches {
  const { bits, dim, rows, centre } = projection;
  if (query.dim !== dim) throw new RangeError(`Rows of ${query.dim} dimensions; the projection has ${dim}.`);
  const count = query.values.length / dim;
  const layout = new Layout(wasm);
  const projectionAt = layout.take(rows.byteLength);
  const rowsAt = layout.take(query.values.byteLength);
  const projectedAt = layout.take(count * bits * 4);
  const { floats } = viewsOf(wasm, layout);
  floats.set(transposedRows(projection), projectionAt / 4);
  for (let at = 0; at < query.values.length; at += dim) {
    for (let i = 0; i < dim; i++) floats[rowsAt / 4 + at + i] = query.values[at + i]! - centre[i]!;
  }
  wasm.projectRows(rowsAt, count, dim, projectionAt, bits, projectedAt);
  return { bits, values: new Float64Array(floats.subarray(projectedAt / 4, projectedAt / 4 + count * bits)) };
}
