import { Worker } from 'node:worker_threads';
import { cancelled, engineStopped } from '../../core/errors';
import type { EngineProgress, EngineService } from '../../protocol/engine';
import { createCalls, Caller } from '../../protocol/rpc';
import { SharedStopSignal } from '../../core/work';
import { switchTelemetryOff } from '../encoder/telemetry';

/** Where the thread's program and the models are. */
export interface EngineThreadOptions {
  readonly workerFile: string;
  readonly modelsFolder: string;
  /** Encoders that index many texts; 0 or absent: one for each core. */
  readonly encoders?: number;
  /** The sentences of the user's language, by the English ones; absent: English. */
  readonly sentences?: Readonly<Record<string, string>> | undefined;
}

/** How calls are stopped and followed. */
export interface Asking<News = EngineProgress> {
  /** Raised by the asker to stop the calls. */
  readonly stop?: SharedStopSignal;
  /** Stops them as well; one of VS Code's is one. */
  readonly token?: {
    readonly isCancellationRequested: boolean;
    onCancellationRequested(listener: () => void): { dispose(): void };
  };
  readonly onProgress?: (progress: News) => void;
  /** The case and the index that the calls are about: those of a blind case use its names. */
  readonly address?: object | undefined;
}

interface Running {
  readonly worker: Worker;
  readonly caller: Caller;
  readonly exited: Promise<void>;
}

/**
 * The host's side of the one thread that owns ONNX, SQLite and the cases. It starts with the first question; if it dies, waiting
 * questions fail with EngineStopped and the next question starts another. It is never terminated in the middle of a
 * call: `worker.terminate()` during an inference aborts the process (onnxruntime-node 1.27, and 1.30).
 */
export class EngineThread {
  private running: Running | undefined;
  private closing: Promise<void> | undefined;

  /**
   * @param options  read whenever a thread starts
   * @param address  of calls that name none
   */
  constructor(
    private readonly options: () => EngineThreadOptions,
    private readonly address: () => object | undefined = () => undefined,
  ) {}

  /** The engine's methods as calls. Each fails with an IdiographError, or with EngineStopped when the thread died. */
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
    this.running ??= this.start();
    try {
      return await this.running.caller.call(method, args, { stop: stop.buffer, address, onProgress });
    } finally {
      listening?.dispose();
    }
  }

  /** Lets the thread finish its batch, release its sessions and close its files; resolves when it is gone. */
  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    if (!this.running) return;
    const { worker, exited } = this.running;
    worker.postMessage({ close: true });
    await exited;
  }

  private start(): Running {
    switchTelemetryOff();
    const options = this.options();
    const worker = new Worker(options.workerFile, { workerData: options });
    const caller = new Caller({
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => worker.on('message', listener),
    });
    const exited = new Promise<void>((resolve) => {
      const handleEnd = (problem: string): void => {
        if (this.running?.worker === worker) this.running = undefined;
        caller.abandon(engineStopped(problem));
        resolve();
      };
      worker.once('error', (error: unknown) => handleEnd(describeReason(error))); // a crash of the thread; 'exit' follows
      worker.once('exit', (code) => handleEnd(`its thread ended with ${code}`));
    });
    return { worker, caller, exited };
  }
}

/** What the thread died of: the error's own words, with its code where they do not have it. */
function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
