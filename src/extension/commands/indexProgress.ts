import * as vscode from 'vscode';
import type { EngineProgress } from '../../protocol/engine';
import type { Asking } from '../engineClient';
import type { CommandParts } from './command';

/** How far a piece of work on the index is, in documents and parts of one, and what to say of it. */
export interface IndexStep {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

/** Asks the engine for work on the index, with a notification that shows how far it is and cancels it. */
export function withIndexProgress<T>(
  title: string,
  ask: (asking: Asking) => Promise<T>,
  stepOf: (progress: EngineProgress) => IndexStep | undefined,
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  return vscode.window.withProgress(options, (shown, token) => {
    let reported = 0;
    return ask({
      token,
      onProgress: (progress) => {
        const step = stepOf(progress);
        if (!step) return;
        shown.report({ message: step.message, increment: ((step.done - reported) / step.total) * 100 });
        reported = step.done;
      },
    });
  });
}

/** Work that changes the index. While it runs, commands that would change it, too, are not offered; then everyone is told. */
export async function changingIndex<T>(index: CommandParts['index'], work: () => Thenable<T>): Promise<T> {
  await vscode.commands.executeCommand('setContext', 'idiograph.indexing', true);
  try {
    return await work();
  } finally {
    await vscode.commands.executeCommand('setContext', 'idiograph.indexing', false);
    await index.refresh(); // what was done before a stop stays
  }
}
