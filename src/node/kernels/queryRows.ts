import { codeBits, type ProjectedPatches } from '../../core/scoring/signCodes';
import type { Layout, MemoryViews, WasmExports } from './kernelMemory';

export const codeBytes = codeBits / 8;
/** Query patches of one pass. */
export const lanes = 64;
/** Query patches whose rows are in memory at once: 8 passes, 1 MiB. */
export const partPatches = 8 * lanes;
/** Bytes of the rows of one pass. */
export const rowBytes = codeBytes * 256 * lanes;
/** The largest sum of eight rows, leaving room for half a unit of rounding in each. */
const maxSum = 123;

/** Where the rows of up to 512 query patches lie in the kernels' memory, with the scale of each patch. */
export class QueryRows {
  readonly rowsAt: number;
  readonly scalesAt: number;
  private readonly queryAt: number;
  private readonly scratchAt: number;
  private filled = 0;

  constructor(layout: Layout) {
    this.queryAt = layout.take(codeBits * lanes * 4);
    this.scratchAt = layout.take(256 * lanes * 4);
    this.rowsAt = layout.take((partPatches / lanes) * rowBytes);
    this.scalesAt = layout.take(partPatches * 4);
  }

  /** Passes of the patches filled last. */
  get passes(): number {
    return this.filled;
  }

  /** Makes the rows of the query's patches from `first` on, as many as there is room for. */
  fill(wasm: WasmExports, views: MemoryViews, { values }: ProjectedPatches, first: number): void {
    const part = values.subarray(first * codeBits, (first + partPatches) * codeBits);
    this.filled = Math.ceil(part.length / codeBits / lanes);
    for (let pass = 0; pass < this.filled; pass++) {
      this.fillPass(views, part, pass);
      wasm.fillRows(this.queryAt, this.scratchAt, this.rowsAt + pass * rowBytes);
    }
  }

  /** Writes a pass's patches lane by lane, scaled to int8; lanes without a patch count nothing. */
  private fillPass({ floats }: MemoryViews, query: Float64Array, pass: number): void {
    const lanesAt = this.queryAt / 4;
    const scalesAt = this.scalesAt / 4 + pass * lanes;
    floats.fill(0, lanesAt, lanesAt + codeBits * lanes);
    floats.fill(0, scalesAt, scalesAt + lanes);
    const first = pass * lanes * codeBits;
    const count = Math.min(lanes, (query.length - first) / codeBits);
    for (let lane = 0; lane < count; lane++) {
      const at = first + lane * codeBits;
      let length = 0;
      for (let bit = 0; bit < codeBits; bit++) length += Math.abs(query[at + bit]!);
      const scale = length > 0 ? maxSum / length : 0;
      for (let bit = 0; bit < codeBits; bit++) floats[lanesAt + bit * lanes + lane] = query[at + bit]! * scale;
      floats[scalesAt + lane] = length / maxSum;
    }
  }
}
