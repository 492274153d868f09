import type * as Ort from 'onnxruntime-node';
import { modelCorrupt, modelMissing } from '../../core/errors';

/** Integer inputs of one run, each [rows, columns], row-major. */
export interface BatchInputs {
  readonly rows: number;
  readonly columns: number;
  readonly values: Readonly<Record<string, BigInt64Array>>;
}

/** An ONNX model in memory. A run blocks the thread that calls it (onnxruntime issues 19611, 26968). */
export class OnnxSession {
  private constructor(
    private readonly ort: typeof Ort,
    private readonly session: Ort.InferenceSession,
  ) {}

  /**
   * @param threads  of one run; they do not spin while they wait
   * @throws ModelMissing when this platform has no runtime, ModelCorrupt when the file is no model
   */
  static async open(file: string, threads: number): Promise<OnnxSession> {
    const ort = await loadRuntime();
    const options: Ort.InferenceSession.SessionOptions = {
      executionProviders: ['cpu'],
      graphOptimizationLevel: 'all',
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    };
    try {
      return new OnnxSession(ort, await ort.InferenceSession.create(file, options));
    } catch (error) {
      throw modelCorrupt(file, error instanceof Error ? error.message : String(error));
    }
  }

  /** Runs one batch; the outputs are those asked for, as float32. */
  async run(inputs: BatchInputs, outputs: readonly string[]): Promise<readonly Float32Array[]> {
    const shape = [inputs.rows, inputs.columns];
    const feeds = Object.fromEntries(
      Object.entries(inputs.values).map(([name, values]) => [name, new this.ort.Tensor('int64', values, shape)]),
    );
    const results = await this.session.run(feeds, [...outputs]);
    return outputs.map((name) => results[name]!.data as Float32Array);
  }

  async close(): Promise<void> {
    await this.session.release();
  }
}

/** Loaded on first use, so that a platform without the runtime can still say so. */
async function loadRuntime(): Promise<typeof Ort> {
  try {
    return await import('onnxruntime-node');
  } catch {
    throw modelMissing(`onnxruntime for ${process.platform}-${process.arch}`);
  }
}
