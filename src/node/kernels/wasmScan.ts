import type { StopSignal } from '../../core/ports';
import { blockEnd, type SpanPlaces } from '../../core/scoring/lookupTables';
import { throwIfStopped } from '../../core/stop';
import { Layout, type MemoryViews, viewsOf } from './kernelMemory';
import type { WasmExports } from './wasmExports';

/** The kernel's code width; indexes of format 1 have no other. */
export const kernelBits = 64;
const codeBytes = kernelBits / 8;
/** Query patches of one pass. */
const lanes = 64;
/** Query patches whose rows are in memory at once: 8 passes, 1 MiB. */
const partPatches = 8 * lanes;
const rowBytes = codeBytes * 256 * lanes;
/** The largest sum of eight rows, leaving room for half a unit of rounding in each. */
const largestSum = 123;

/** Codes of many patches, the spans to score among them, and where their scores are added up. */
interface Scan {
  readonly codes: Uint8Array;
  readonly spans: SpanPlaces;
  readonly sums: Float64Array;
}

/** Adds each span's score under all query patches, rows float64[patches][64], to the sums. Throws Cancelled between blocks. */
export function wasmScan(wasm: WasmExports, query: Float64Array, scan: Scan, stop: StopSignal): void {
  const partLength = partPatches * kernelBits;
  for (let at = 0; at < query.length; at += partLength) {
    new ScanPart(wasm, query.subarray(at, at + partLength), scan).run(stop);
  }
}

/** Up to 512 query patches against all spans, block by block. */
class ScanPart {
  private readonly views: MemoryViews;
  private readonly passes: number;
  private readonly queryAt: number;
  private readonly scratchAt: number;
  private readonly rowsAt: number;
  private readonly scalesAt: number;
  private readonly codesAt: number;
  private readonly countsAt: number;
  private readonly sumsAt: number;

  constructor(
    private readonly wasm: WasmExports,
    query: Float64Array,
    private readonly scan: Scan,
  ) {
    this.passes = Math.ceil(query.length / kernelBits / lanes);
    const largest = largestBlock(scan.spans);
    const layout = new Layout(wasm);
    this.queryAt = layout.take(kernelBits * lanes * 4);
    this.scratchAt = layout.take(256 * lanes * 4);
    this.rowsAt = layout.take(this.passes * rowBytes);
    this.scalesAt = layout.take(this.passes * lanes * 4);
    this.codesAt = layout.take(largest.patches * codeBytes);
    this.countsAt = layout.take(largest.spans * 4);
    this.sumsAt = layout.take(largest.spans * 4);
    this.views = viewsOf(wasm, layout);
    for (let pass = 0; pass < this.passes; pass++) this.fillPass(query, pass);
  }

  run(stop: StopSignal): void {
    const { spans } = this.scan;
    for (let first = 0; first < spans.counts.length;) {
      throwIfStopped(stop);
      const end = blockEnd(spans, first);
      this.scanBlock(first, end);
      first = end;
    }
  }

  /** Writes a pass's query patches lane by lane, scaled to int8, and has their rows made; lanes without a patch count nothing. */
  private fillPass(query: Float64Array, pass: number): void {
    const { floats } = this.views;
    const lanesAt = this.queryAt / 4;
    const scalesAt = this.scalesAt / 4 + pass * lanes;
    floats.fill(0, lanesAt, lanesAt + kernelBits * lanes);
    floats.fill(0, scalesAt, scalesAt + lanes);
    const first = pass * lanes * kernelBits;
    const count = Math.min(lanes, (query.length - first) / kernelBits);
    for (let lane = 0; lane < count; lane++) {
      const patch = query.subarray(first + lane * kernelBits, first + (lane + 1) * kernelBits);
      const length = patch.reduce((sum, value) => sum + Math.abs(value), 0);
      const scale = length > 0 ? largestSum / length : 0;
      for (let bit = 0; bit < kernelBits; bit++) floats[lanesAt + bit * lanes + lane] = patch[bit]! * scale;
      floats[scalesAt + lane] = length / largestSum;
    }
    this.wasm.fillRows(this.queryAt, this.scratchAt, this.rowsAt + pass * rowBytes);
  }

  private scanBlock(first: number, end: number): void {
    const { words, floats } = this.views;
    const count = end - first;
    this.copyCodes(first, end);
    words.set(this.scan.spans.counts.subarray(first, end), this.countsAt / 4);
    const sums = floats.subarray(this.sumsAt / 4, this.sumsAt / 4 + count).fill(0);
    for (let pass = 0; pass < this.passes; pass++) {
      const rowsAt = this.rowsAt + pass * rowBytes;
      const scalesAt = this.scalesAt + pass * lanes * 4;
      this.wasm.scanSpans(this.codesAt, this.countsAt, count, rowsAt, scalesAt, this.sumsAt);
    }
    for (let i = 0; i < count; i++) this.scan.sums[first + i]! += sums[i]!;
  }

  /** Puts the codes of the block's spans end to end; spans that follow one another are copied at once. */
  private copyCodes(first: number, end: number): void {
    const { codes, spans } = this.scan;
    let to = this.codesAt;
    for (let span = first; span < end;) {
      const from = spans.starts[span]!;
      let until = from;
      for (; span < end && spans.starts[span] === until; span++) until += spans.counts[span]!;
      this.views.bytes.set(codes.subarray(from * codeBytes, until * codeBytes), to);
      to += (until - from) * codeBytes;
    }
  }
}

/** The most patches and the most spans of any block. */
function largestBlock(spans: SpanPlaces): { readonly patches: number; readonly spans: number } {
  const largest = { patches: 0, spans: 0 };
  for (let first = 0; first < spans.counts.length;) {
    const end = blockEnd(spans, first);
    const patches = spans.counts.subarray(first, end).reduce((sum, count) => sum + count, 0);
    largest.patches = Math.max(largest.patches, patches);
    largest.spans = Math.max(largest.spans, end - first);
    first = end;
  }
  return largest;
}
