import type * as Runtime from 'onnxruntime-node';
import { type IdiographError, libraryRefused, modelCorrupt, visualCMissing } from '../../core/errors';
import { saidBy, readSystemCode } from '../../node/systemError';
import { switchTelemetryOff } from './telemetry';

/** One loaded ONNX graph on the CPU. A run blocks the calling thread, so this lives in the engine thread. */
export class OnnxSession {
  private constructor(
    private readonly runtime: typeof Runtime,
    private readonly session: Runtime.InferenceSession,
  ) {}

  /**
   * @param file     name of the graph, for the message
   * @param threads  threads that one run may use; results do not depend on it
   * @throws LibraryRefused if the runtime has no library for this platform; ModelCorrupt if the file is no model
   */
  static async open(graph: Uint8Array, file: string, threads = 1): Promise<OnnxSession> {
    switchTelemetryOff(); // for programs without an engine thread; otherwise the thread's host has done it
    // loaded on first use, so that a platform without the library can still do everything that needs no model
    const runtime = await import('onnxruntime-node').catch((error: unknown) => {
      throw refusedRuntime(error, process.platform);
    });
    try {
      const session = await runtime.InferenceSession.create(graph, {
        executionProviders: ['cpu'],
        graphOptimizationLevel: 'all',
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        logSeverityLevel: 3,
        // Spinning idle threads took a third of the speed on a busy machine.
        extra: { session: { intra_op: { allow_spinning: '0' } } },
      });
      return new OnnxSession(runtime, session);
    } catch (error) {
      throw modelCorrupt(file, saidBy(error));
    }
  }

  /** Runs the graph on int64 inputs of one shape, [batch, tokens], and returns its float32 outputs by name. */
  async run(
    inputs: Readonly<Record<string, BigInt64Array>>,
    shape: readonly [number, number],
  ): Promise<Readonly<Record<string, Float32Array>>> {
    const feeds: Record<string, Runtime.Tensor> = {};
    for (const [name, data] of Object.entries(inputs)) feeds[name] = new this.runtime.Tensor('int64', data, shape);
    const outputs = await this.session.run(feeds);
    return Object.fromEntries(Object.entries(outputs).map(([name, { data }]) => [name, data as Float32Array]));
  }

  close(): Promise<void> {
    return this.session.release();
  }
}

/** Windows does not say which library is missing. It is Microsoft's C++ library, if nobody has installed it. */
export function refusedRuntime(error: unknown, platform: NodeJS.Platform): IdiographError {
  const target = `${platform}-${process.arch}`;
  const isThere = readSystemCode(error) === 'ERR_DLOPEN_FAILED';
  return platform === 'win32' && isThere ? visualCMissing(target, process.arch) : libraryRefused(saidBy(error), target);
}
