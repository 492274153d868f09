import * as vscode from 'vscode';
import { EngineThread } from '../node/worker/engineThread';
import { readSettings } from './settings';

export type { Asking } from '../node/worker/engineThread';

/** The extension's engine thread, which starts with the first question. */
export class EngineClient extends EngineThread {
  constructor(private readonly extension: vscode.Uri) {
    super(() => ({
      workerFile: vscode.Uri.joinPath(extension, 'dist', 'engineWorker.js').fsPath,
      modelsFolder: this.modelsFolder,
    }));
  }

  /** The folder of the models that the engine reads when it starts. */
  get modelsFolder(): string {
    const { modelsFolder } = readSettings();
    return modelsFolder === '' ? vscode.Uri.joinPath(this.extension, 'models').fsPath : modelsFolder;
  }
}
