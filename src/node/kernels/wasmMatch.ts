import type { VectorBlock } from '../../core/domain';
import type { BestMatches } from '../../core/scoring/kernels';
import { Layout, viewsOf } from './kernelMemory';
import type { WasmExports } from './wasmExports';

/** Query rows that the kernel takes at a time. */
const groupRows = 16;

/** The best row of a document for each query row, by dot products in float32: in four lanes at a time, in fixed order. */
export function wasmBestMatches(wasm: WasmExports, query: VectorBlock, document: VectorBlock): BestMatches {
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
  const { words, floats } = viewsOf(wasm, layout);
  floats.set(query.values, valuesAt / 4);
  floats.set(document.values, documentAt / 4);
  if (evenRows > documentRows) {
    floats.set(document.values.subarray(-dim), documentAt / 4 + document.values.length); // never beats its original
  }
  wasm.groupedRows(valuesAt, queryRows, dim, groupsAt);
  wasm.bestRows(groupsAt, groups, documentAt, evenRows, dim, rowsAt, similaritiesAt);
  return {
    rows: words.slice(rowsAt / 4, rowsAt / 4 + queryRows),
    similarities: floats.slice(similaritiesAt / 4, similaritiesAt / 4 + queryRows),
  };
}
