import { Worker } from 'node:worker_threads';
import { cancelled, engineStopped } from '../../core/errors';
import type { Naming } from '../../core/casework/blind';
import type { EngineProgress, EngineService } from '../../protocol/engine';
import type { CaseFolder } from '../casework/caseFolder';
import { callsBy, Caller } from '../../protocol/rpc';
import { SharedStopSignal } from '../../core/work';
import { switchTelemetryOff } from '../encoder/telemetry';

/** Where the thread's program and the models are. */
export interface EngineThreadOptions {
  readonly workerFile: string;
  readonly modelsFolder: string;
}

/** How calls are stopped and followed. */
export interface Asking {
  /** Raised by the asker to stop the calls. */
  readonly stop?: SharedStopSignal;
  /** Stops them as well; one of VS Code's is one. */
  readonly token?: {
    readonly isCancellationRequested: boolean;
    onCancellationRequested(listener: () => void): { dispose(): void };
  };
  readonly onProgress?: (progress: EngineProgress) => void;
  /** The case whose names the calls use while it is blind. */
  readonly opened?: () => Promise<CaseFolder | undefined>;
}

/** Methods whose answers or arguments name known authors or texts. All of them take an index first. */
const naming: readonly string[] = [
  'review',
  'passages',
  'verifyAuthor',
  'profile',
  'concordance',
  'likeness',
  'listDocuments',
  'knownDocument',
  'checkIndex',
] satisfies readonly (keyof EngineService)[];

interface Running {
  readonly worker: Worker;
  readonly caller: Caller<EngineProgress>;
  readonly exited: Promise<void>;
}

/**
 * The host's side of the one thread that owns ONNX and SQLite. It starts with the first question; if it dies, waiting
 * questions fail with EngineStopped and the next question starts another. It is never terminated in the middle of a
 * call: `worker.terminate()` during an inference aborts the process (onnxruntime-node 1.27, and 1.30).
 */
export class EngineThread {
  private running: Running | undefined;
  private closing: Promise<void> | undefined;

  /** The calls with the names that authors have in a blind case, too. */
  private readonly plain = callsBy<EngineService>((method, args) => this.ask(method, args));

  /**
   * @param options  read whenever a thread starts
   * @param opened   the case of calls that name none
   */
  constructor(
    private readonly options: () => EngineThreadOptions,
    private readonly opened: NonNullable<Asking['opened']> = () => Promise.resolve(undefined),
  ) {}

  /** The engine's methods as calls. Each fails with an IdiographError, or with EngineStopped when the thread died. */
  calls({ token, onProgress, opened, ...asked }: Asking = {}): EngineService {
    return callsBy(async (method, args) => {
      if (token?.isCancellationRequested) throw cancelled();
      const stop = asked.stop ?? new SharedStopSignal();
      const listening = token?.onCancellationRequested(() => stop.raise());
      const ask = (given: readonly unknown[], told: Asking['onProgress']): Promise<unknown> =>
        this.ask(method, given, stop, told);
      try {
        const names = naming.includes(method) ? await this.naming(args[0] as string, opened) : undefined;
        return await (names ? names.during(args, onProgress, ask) : ask(args, onProgress));
      } finally {
        listening?.dispose();
      }
    });
  }

  /** How authors are called while the case is blind; undefined: it is not. */
  async naming(index: string, opened = this.opened): Promise<Naming | undefined> {
    return (await opened())?.naming(this.plain, index);
  }

  private ask(
    method: string,
    args: readonly unknown[],
    { buffer }: SharedStopSignal = new SharedStopSignal(),
    onProgress?: Asking['onProgress'],
  ): Promise<unknown> {
    if (this.closing) return Promise.reject(engineStopped('it was closed'));
    this.running ??= this.start();
    return this.running.caller.call(method, args, { stop: buffer, onProgress });
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
    const caller = new Caller<EngineProgress>({
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => worker.on('message', listener),
    });
    const exited = new Promise<void>((resolve) => {
      const gone = (problem: string): void => {
        if (this.running?.worker === worker) this.running = undefined;
        caller.abandon(engineStopped(problem));
        resolve();
      };
      worker.once('error', (error: unknown) => gone(reasonOf(error))); // a crash of the thread; 'exit' follows
      worker.once('exit', (code) => gone(`its thread ended with ${code}`));
    });
    return { worker, caller, exited };
  }
}

/** What the thread died of: the error's own words, with its code where they do not have it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
