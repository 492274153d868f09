import * as vscode from 'vscode';
import type { Naming } from '../core/casework/blind';
import { blindCalls, namingOf } from '../node/casework/blindEngine';
import { type Asking, EngineThread } from '../node/worker/engineThread';
import type { EngineService } from '../protocol/engine';
import { workspaceCase } from './case/caseFolder';
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

  /** The engine's methods, with the names of a blind case. */
  override calls(asking: Asking = {}): EngineService {
    return blindCalls((each) => super.calls(each), asking, workspaceCase);
  }

  /** How authors are called while the case is blind; undefined: it is not. */
  async naming(index: string): Promise<Naming | undefined> {
    return namingOf(super.calls(), index, await workspaceCase());
  }

  /** The folder of the models that the engine reads when it starts. */
  get modelsFolder(): string {
    const { modelsFolder } = readSettings();
    return modelsFolder === '' ? vscode.Uri.joinPath(this.extension, 'models').fsPath : modelsFolder;
  }
}
