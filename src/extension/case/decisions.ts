import type * as vscode from 'vscode';
import type { FileDecisions, PassageOfCandidate } from '../../case/decisions';
import type { Decision } from '../../core/casework/decisions';
import { Changing } from '../changing';
import type { Problems } from '../work';
import { toFileUri } from '../shownFiles';
import type { WindowCase } from './windowCase';

/** The decisions on passages that the window shows, as the case service has them. Other windows write decisions too. */
export class Decisions extends Changing {
  private readonly read = new Map<string, FileDecisions>();

  constructor(
    private readonly problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    this.disposables.push(
      cases.onDidChange(() => {
        for (const file of this.read.keys()) void this.problems.runAction(() => this.refresh(file));
      }),
    );
  }

  /** The decisions on a document. Empty until they are read. */
  on(uri: vscode.Uri): FileDecisions {
    const { scheme, fsPath: file } = toFileUri(uri);
    const result = this.read.get(file) ?? { made: undefined };
    if (scheme === 'file' && !this.read.has(file)) {
      this.read.set(file, result);
      void this.problems.runAction(() => this.refresh(file));
    }
    return result;
  }

  async decide(uri: vscode.Uri, passage: PassageOfCandidate, decided: Decision): Promise<void> {
    const { fsPath: file } = toFileUri(uri);
    await this.cases.createCalls().decide({ file, passage, decided });
    await this.refresh(file);
  }

  async revert(uri: vscode.Uri): Promise<void> {
    const { fsPath: file } = toFileUri(uri);
    try {
      await this.cases.createCalls().revert(file);
    } finally {
      await this.refresh(file);
    }
  }

  private async refresh(file: string): Promise<void> {
    const before = JSON.stringify(this.read.get(file));
    const result = await this.cases.createCalls().decisionsOn(file);
    this.read.set(file, result);
    if (JSON.stringify(result) !== before) this.changed.fire();
  }
}
