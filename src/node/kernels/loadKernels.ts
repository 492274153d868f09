import { readFile } from 'node:fs/promises';
import type { VectorBlock } from '../../core/domain';
import type { ProjectedPatches, Projection } from '../../core/scoring/codes/projection';
import type { BestMatches, CodeBank, Kernels, VectorBank } from '../../core/scoring/kernels';
import type { Reranker } from '../../core/scoring/rerank';
import { WasmBank } from './wasmBank';
import type { WasmExports } from './wasmExports';
import { wasmBestMatches } from './wasmMatch';
import { wasmProject } from './wasmProject';
import { WasmReranker } from './wasmRerank';
import { WasmVectorBank } from './wasmVectorBank';

/** What the build makes of assembly/kernels.ts beside this file, in dist/. */
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

  bank(): CodeBank {
    return new WasmBank(this.instance());
  }

  vectorBank(dim: number): VectorBank {
    return new WasmVectorBank(this.instance(), dim);
  }

  project(query: VectorBlock, projection: Projection): ProjectedPatches {
    return wasmProject(this.matching, query, projection);
  }

  reranker(query: VectorBlock, projected: ProjectedPatches): Reranker {
    return new WasmReranker(this.reranking, query, projected);
  }

  private instance(): WasmExports {
    return new WebAssembly.Instance(this.module).exports as unknown as WasmExports;
  }
}

/** The kernels of a built file. Fails where it is lacking: it comes with the program, as its other files do. */
export async function loadKernels(file: string): Promise<Kernels> {
  return new WasmKernels(new WebAssembly.Module(await readFile(file)));
}
