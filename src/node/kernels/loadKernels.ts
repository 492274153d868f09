import { readFile } from 'node:fs/promises';
import type { BestMatches, UnitRows } from '../../core/scoring/bestMatches';
import { type CodeBank, type Kernels, plainKernels, type RowBank } from '../../core/scoring/kernels';
import type { RotatedPatches } from '../../core/scoring/lookupTables';
import type { Reranker } from '../../core/scoring/rerank';
import type { Rotation } from '../../core/scoring/rotation';
import { kernelBits } from './queryRows';
import { WasmBank } from './wasmBank';
import type { WasmExports } from './wasmExports';
import { wasmBestMatches } from './wasmMatch';
import { canRerank, WasmReranker } from './wasmRerank';
import { canRotate, wasmRotate } from './wasmRotate';
import { WasmRowBank } from './wasmRowBank';

/** What the build makes of assembly/kernels.ts, in dist/. */
export const kernelFile = 'kernels.wasm';

/** The kernels as WebAssembly SIMD: matches and rotations share one memory, rerankers another, and each bank has its own. */
class WasmKernels implements Kernels {
  private readonly matching: WasmExports;
  private readonly reranking: WasmExports;

  constructor(private readonly module: WebAssembly.Module) {
    this.matching = this.instance();
    this.reranking = this.instance();
  }

  bestMatches(query: UnitRows, document: UnitRows): BestMatches {
    return wasmBestMatches(this.matching, query, document);
  }

  bank(bits: number): CodeBank {
    return bits === kernelBits ? new WasmBank(this.instance()) : plainKernels.bank(bits);
  }

  rowBank(dim: number): RowBank {
    return dim % 16 === 0 ? new WasmRowBank(this.instance(), dim) : plainKernels.rowBank(dim);
  }

  rotate(query: UnitRows, rotation: Rotation, mean: Float32Array): RotatedPatches {
    if (!canRotate(rotation) || query.dim !== rotation.dim) return plainKernels.rotate(query, rotation, mean);
    return wasmRotate(this.matching, query, rotation, mean);
  }

  reranker(query: UnitRows, rotated: RotatedPatches): Reranker {
    if (!canRerank(query, rotated)) return plainKernels.reranker(query, rotated);
    return new WasmReranker(this.reranking, query, rotated);
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
