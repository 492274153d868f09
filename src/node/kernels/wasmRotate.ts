import type { UnitRows } from '../../core/scoring/bestMatches';
import type { RotatedPatches } from '../../core/scoring/lookupTables';
import type { Rotation } from '../../core/scoring/rotation';
import { Layout, viewsOf } from './kernelMemory';
import type { WasmExports } from './wasmExports';

/** The kernel sums so many bits together. */
const bitsAtOnce = 32;

/** Whether the kernel can rotate: whole runs of bits. */
export function canRotate({ bits }: Rotation): boolean {
  return bits % bitsAtOnce === 0;
}

/** R · (row − μ), summed in float32. */
export function wasmRotate(wasm: WasmExports, query: UnitRows, rotation: Rotation, mean: Float32Array): RotatedPatches {
  const { bits, dim, rows } = rotation;
  const count = query.values.length / dim;
  const layout = new Layout(wasm);
  const rotationAt = layout.take(rows.byteLength);
  const rowsAt = layout.take(query.values.byteLength);
  const rotatedAt = layout.take(count * bits * 4);
  const { floats } = viewsOf(wasm, layout);
  for (let bit = 0; bit < bits; bit++) {
    for (let i = 0; i < dim; i++) floats[rotationAt / 4 + i * bits + bit] = rows[bit * dim + i]!;
  }
  for (let at = 0; at < query.values.length; at += dim) {
    for (let i = 0; i < dim; i++) floats[rowsAt / 4 + at + i] = query.values[at + i]! - mean[i]!;
  }
  wasm.rotateRows(rowsAt, count, dim, rotationAt, bits, rotatedAt);
  return { bits, values: Float64Array.from(floats.subarray(rotatedAt / 4, rotatedAt / 4 + count * bits)) };
}
