import type { VectorBlock } from '../../core/domain';
import { readFile } from 'node:fs/promises';
import type { BestMatches } from '../../core/scoring/bestMatches';
import { type CodeBank, type Kernels, plainKernels, type VectorBank } from '../../core/scoring/kernels';
import type { ProjectedPatches } from '../../core/scoring/codes/lookupTables';
import type { Reranker } from '../../core/scoring/rerank';
import type { Projection } from '../../core/scoring/codes/projection';
import { kernelBits } from './queryRows';
import { WasmBank } from './wasmBank';
import type { WasmExports } from './wasmExports';
import { wasmBestMatches } from './wasmMatch';
import { canRerank, WasmReranker } from './wasmRerank';
import { canProject, wasmProject } from './wasmProject';
import { WasmVectorBank } from './wasmVectorBank';

/** What the build makes of assembly/kernels.ts, in dist/. */
export const kernelFile = 'kernels.wasm';

/** The kernels as WebAssembly SIMD: matches and projections share one memory, rerankers another, and each bank has its own. */
class WasmKernels implements Kernels {
  private readonly matching: WasmExports;
  private readonly reranking: WasmExports;

  constructor(private readonly module: WebAssembly.Module) {
    this.matching = this.instance();
    this.reranking = this.instance();
  }

  bestMatches(query: VectorBlock, document: VectorBlock): BestMatches {
    return wasmBestMatches(this.matching, query, document);
  }

  bank(bits: number): CodeBank {
    return bits === kernelBits ? new WasmBank(this.instance()) : plainKernels.bank(bits);
  }

  vectorBank(dim: number): VectorBank {
    return dim % 16 === 0 ? new WasmVectorBank(this.instance(), dim) : plainKernels.vectorBank(dim);
  }

  project(query: VectorBlock, projection: Projection): ProjectedPatches {
    if (!canProject(projection) || query.dim !== projection.dim) return plainKernels.project(query, projection);
    return wasmProject(this.matching, query, projection);
  }

  reranker(query: VectorBlock, projected: ProjectedPatches): Reranker {
    if (!canRerank(query, projected)) return plainKernels.reranker(query, projected);
    return new WasmReranker(this.reranking, query, projected);
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
