import { Worker } from 'node:worker_threads';
import { cancelled, engineStopped } from '../../core/errors';
import type { EngineProgress, EngineService } from '../../protocol/engine';
import { createCalls, Caller, toPortLike } from '../../protocol/rpc';
import { SharedStopSignal } from '../../core/basics/work';
import { switchTelemetryOff } from '../../lateInteraction/encoder/telemetry';

/** The paths of the thread's program and of the models. */
export interface EngineThreadOptions {
  readonly workerFile: string;
  readonly modelsFolder: string;
  /** The sentences of the user's language, by the English ones. Absent for English. */
  readonly sentences?: Readonly<Record<string, string>> | undefined;
  /** The thread computes, and answers only the methods of the engine. Otherwise it answers questions about cases, and starts such a thread. */
  readonly computes?: true;
  /** The engine thread starts and loads the models at once, not with its first question. */
  readonly loads?: boolean | undefined;
}

/** The ways to stop and to follow calls. */
export interface Asking<News = EngineProgress> {
  /** The caller raises it to stop the calls. */
  readonly stop?: SharedStopSignal;
  /** Also stops them, for example a token of VS Code. */
  readonly token?: {
    readonly isCancellationRequested: boolean;
    onCancellationRequested(listener: () => void): { dispose(): void };
  };
  readonly onProgress?: (progress: News) => void;
  /** The case and the index that the calls are about. In a blind case, calls use its masks. */
  readonly address?: object | undefined;
}

/** Without this limit, young objects of a thread take up to 100 MB more, and nothing is faster. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

export function startThread(options: EngineThreadOptions): Worker {
  switchTelemetryOff();
  return new Worker(options.workerFile, { workerData: options, resourceLimits });
}

interface Running {
  readonly worker: Worker;
  readonly caller: Caller;
  readonly exited: Promise<void>;
}

/**
 * The asker's side of a thread: of the case thread for a window or the command line, and of the engine thread for the case thread. It starts with the first question. If it dies, waiting questions
 * fail with EngineStopped and the next question starts another. It is never terminated in the middle of a call: `worker.terminate()` during
 * an inference aborts the process (onnxruntime-node 1.27, and 1.30).
 */
export class EngineThread {
  private running: Running | undefined;
  private closing: Promise<void> | undefined;

  /**
   * @param options  read whenever a thread starts
   * @param address  of calls without one
   * @param started  a thread that runs already
   */
  constructor(
    private readonly options: () => EngineThreadOptions,
    private readonly address: () => object | undefined = () => undefined,
    started?: Worker,
  ) {
    if (started) this.running = this.follow(started);
  }

  /** The engine's methods as calls. Each fails with an IdiographError, or with EngineStopped if the thread died. */
  createCalls(asking: Asking = {}): EngineService {
    return createCalls<EngineService>((method, args) => this.ask(method, args, asking));
  }

  /** One call of a method of the thread. Fails as these do. */
  async ask(
    method: string,
    args: readonly unknown[],
    { token, onProgress, address = this.address(), ...asked }: Asking<never>,
  ): Promise<unknown> {
    if (token?.isCancellationRequested) throw cancelled();
    if (this.closing) throw engineStopped('it was closed');
    const stop = asked.stop ?? new SharedStopSignal();
    const listening = token?.onCancellationRequested(() => stop.raise());
    this.running ??= this.follow(startThread(this.options()));
    try {
      return await this.running.caller.call(method, args, { stop: stop.buffer, address, onProgress });
    } finally {
      listening?.dispose();
    }
  }

  /** Lets the thread finish its batch, release its sessions and close its files. Resolves when it has ended. */
  close(): Promise<void> {
    if (!this.closing) this.running?.worker.postMessage({ close: true });
    return (this.closing ??= this.running?.exited ?? Promise.resolve());
  }

  private follow(worker: Worker): Running {
    const caller = new Caller(toPortLike(worker));
    const exited = new Promise<void>((resolve) => {
      const handleEnd = (problem: string): void => {
        if (this.running?.worker === worker) this.running = undefined;
        caller.abandon(engineStopped(problem));
        resolve();
      };
      // a crash of the thread, which 'exit' follows: the message of the error, with its code unless the message has it
      worker.once('error', (error: unknown) => {
        const { message, code = '' } =
          error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
        handleEnd(message.includes(code) ? message : `${code}: ${message}`);
      });
      worker.once('exit', (code) => handleEnd(`its thread ended with ${code}`));
    });
    return { worker, caller, exited };
  }
}
