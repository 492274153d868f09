import * as vscode from 'vscode';
import { cancelled } from '../core/errors';
import { EngineThread } from '../node/worker/engineThread';
import type { EngineProgress, EngineService } from '../protocol/engine';
import { SharedStopSignal } from '../protocol/sharedStopSignal';
import { readSettings } from './settings';

export interface Asking {
  readonly token?: vscode.CancellationToken;
  readonly news?: (news: EngineProgress) => void;
}

/**
 * The extension's way to the engine thread, which starts with the first question. This is the one place where VS Code's
 * CancellationToken becomes the engine's stop flag.
 */
export class EngineClient implements vscode.Disposable {
  private thread: EngineThread | undefined;

  constructor(private readonly extension: vscode.Uri) {}

  async ask<M extends keyof EngineService>(
    method: M,
    args: Parameters<EngineService[M]>,
    { token, news }: Asking = {},
  ): Promise<Awaited<ReturnType<EngineService[M]>>> {
    if (token?.isCancellationRequested) throw cancelled();
    const stop = new SharedStopSignal();
    const listening = token?.onCancellationRequested(() => stop.raise());
    try {
      this.thread ??= this.start();
      return await this.thread.ask(method, args, { stop, ...(news && { news }) });
    } finally {
      listening?.dispose();
    }
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
