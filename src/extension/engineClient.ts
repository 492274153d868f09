import * as vscode from 'vscode';
import { cancelled } from '../core/errors';
import { EngineThread } from '../node/worker/engineThread';
import { engineMethods, type EngineProgress, type EngineService } from '../protocol/engine';
import { callsBy } from '../protocol/rpc';
import { SharedStopSignal } from '../protocol/sharedStopSignal';
import { readSettings } from './settings';

export interface Asking {
  readonly token?: vscode.CancellationToken;
  readonly onProgress?: (progress: EngineProgress) => void;
}

/**
 * The extension's way to the engine thread, which starts with the first question. This is the one place where VS Code's
 * CancellationToken becomes the engine's stop flag.
 */
export class EngineClient implements vscode.Disposable {
  private thread: EngineThread | undefined;

  constructor(private readonly extension: vscode.Uri) {}

  /** The engine's methods as calls that the token stops. */
  calls({ token, onProgress }: Asking = {}): EngineService {
    return callsBy<EngineService>(engineMethods, async (method, args) => {
      if (token?.isCancellationRequested) throw cancelled();
      const stop = new SharedStopSignal();
      const listening = token?.onCancellationRequested(() => stop.raise());
      try {
        this.thread ??= this.start();
        return await this.thread.call(method, args, { stop, ...(onProgress && { onProgress }) });
      } finally {
        listening?.dispose();
      }
    });
  }

  /** Lets the thread finish its batch and close its files; the next question starts another. */
  async close(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.close();
  }

  dispose(): void {
    void this.close();
  }

  /** The folder of the models that the engine reads when it starts. */
  get modelsFolder(): string {
    const { modelsFolder } = readSettings();
    return modelsFolder === '' ? vscode.Uri.joinPath(this.extension, 'models').fsPath : modelsFolder;
  }

  private start(): EngineThread {
    return new EngineThread({
      workerFile: vscode.Uri.joinPath(this.extension, 'dist', 'engineWorker.js').fsPath,
      modelsFolder: this.modelsFolder,
    });
  }
}
