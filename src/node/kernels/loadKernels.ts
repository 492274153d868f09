import { readFile } from 'node:fs/promises';
import type { BestMatches, UnitRows } from '../../core/scoring/bestMatches';
import { type CodeBank, type Kernels, plainKernels } from '../../core/scoring/kernels';
import { kernelBits } from './queryRows';
import { WasmBank } from './wasmBank';
import type { WasmExports } from './wasmExports';
import { wasmBestMatches } from './wasmMatch';

/** What the build makes of assembly/kernels.ts, in dist/. */
export const kernelFile = 'kernels.wasm';

/** The kernels as WebAssembly SIMD. Matches share one memory, which holds nothing between them; each bank has its own. */
class WasmKernels implements Kernels {
  private readonly wasm: WasmExports;

  constructor(private readonly module: WebAssembly.Module) {
    this.wasm = this.instance();
  }

  bestMatches(query: UnitRows, document: UnitRows): BestMatches {
    return wasmBestMatches(this.wasm, query, document);
  }

  bank(bits: number): CodeBank {
    return bits === kernelBits ? new WasmBank(this.instance()) : plainKernels.bank(bits);
  }

  private instance(): WasmExports {
    return new WebAssembly.Instance(this.module).exports as WasmExports;
  }
}

/** The kernels of a built file; plain TypeScript where there is no file or this machine cannot run it. */
export async function loadKernels(file: string): Promise<Kernels> {
  try {
    return new WasmKernels(new WebAssembly.Module(await readFile(file)));
  } catch {
    return plainKernels; // the reference: slower, and as exact
  }
}
