import { readFile } from 'node:fs/promises';
import type { StopSignal } from '../../core/ports';
import type { BestMatches, UnitRows } from '../../core/scoring/bestMatches';
import { type Kernels, plainKernels } from '../../core/scoring/kernels';
import type { RotatedPatches, SpanPlaces } from '../../core/scoring/lookupTables';
import type { WasmExports } from './wasmExports';
import { wasmBestMatches } from './wasmMatch';
import { kernelBits, wasmScan } from './wasmScan';

/** What the build makes of assembly/kernels.ts, in dist/. */
export const kernelFile = 'kernels.wasm';

/** The kernels as WebAssembly SIMD. Calls share one memory, which holds nothing between them. */
class WasmKernels implements Kernels {
  constructor(private readonly wasm: WasmExports) {}

  bestMatches(query: UnitRows, document: UnitRows): BestMatches {
    return wasmBestMatches(this.wasm, query, document);
  }

  scanSpans(query: RotatedPatches, codes: Uint8Array, spans: SpanPlaces, stop: StopSignal): Float32Array {
    if (query.bits !== kernelBits) return plainKernels.scanSpans(query, codes, spans, stop);
    const sums = new Float64Array(spans.counts.length);
    wasmScan(this.wasm, query.values, { codes, spans, sums }, stop);
    const patches = query.values.length / kernelBits;
    return Float32Array.from(sums, (sum) => sum / patches);
  }
}

/** The kernels of a built file; plain TypeScript where there is no file or this machine cannot run it. */
export async function loadKernels(file: string): Promise<Kernels> {
  try {
    const module = new WebAssembly.Module(await readFile(file));
    return new WasmKernels(new WebAssembly.Instance(module).exports as WasmExports);
  } catch {
    return plainKernels; // the reference: slower, and as exact
  }
}
