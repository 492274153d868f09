import * as vscode from 'vscode';
import { formatProgress, formatShare } from '../presentation/progress';
import type { EngineProgress } from '../protocol/engine';
import type { Asking } from '../node/worker/engineThread';
import { Changing } from './changing';

/** The progress of work: in words, and as a share in [0, 1]. */
export interface WorkStep {
  readonly text: string;
  readonly share: number;
}

/** The progress of engine work that reports only stages. */
export function toStageStep(progress: EngineProgress): WorkStep | undefined {
  return 'stage' in progress ? { text: formatProgress(progress), share: 0 } : undefined;
}

/** The progress of engine work as its share. @param describe  says a share such as "40 %" */
export function createShareStep(describe: (share: string) => string): (progress: EngineProgress) => WorkStep {
  return ({ done, total }) => {
    const share = total > 0 ? done / total : 0;
    return { text: describe(formatShare(share)), share };
  };
}

/**
 * Long work of the window, except a review in the panel: building an index, or reviewing a case. Notification, view and status bar show its
 * progress, and each can cancel it.
 */
export class Work extends Changing {
  private said: string | undefined;
  /** One token for each job, because several may run at once. */
  private readonly stopping = new Set<vscode.CancellationTokenSource>();

  override dispose(): void {
    for (const job of this.stopping) job.cancel();
    super.dispose();
  }

  /** The work in progress, as text. Undefined if there is none. */
  get text(): string | undefined {
    return this.said;
  }

  cancel(): void {
    if (this.stopping.size === 0) return;
    for (const job of this.stopping) job.cancel();
    this.showStep(vscode.l10n.t('Cancelling…'));
  }

  /** Runs work. During it, commands that would change the index are not offered. */
  async runWork<T>(
    title: string,
    work: (token: vscode.CancellationToken, tell: (step: WorkStep) => void) => Promise<T>,
  ): Promise<T> {
    const stopping = new vscode.CancellationTokenSource();
    this.stopping.add(stopping);
    this.showStep(title);
    await vscode.commands.executeCommand('setContext', 'idiograph.working', true);
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
    try {
      return await vscode.window.withProgress(options, (shown, token) => {
        token.onCancellationRequested(() => stopping.cancel());
        let reported = 0;
        return work(stopping.token, ({ share, text }) => {
          shown.report({ message: text, increment: (share - reported) * 100 });
          reported = share;
          if (!stopping.token.isCancellationRequested) this.showStep(text);
        });
      });
    } finally {
      this.stopping.delete(stopping);
      stopping.dispose();
      if (this.stopping.size === 0) {
        this.showStep(undefined);
        await vscode.commands.executeCommand('setContext', 'idiograph.working', false);
      }
    }
  }

  /** Runs one question to the engine as such work. @param stepOf  undefined if its news have no progress */
  askEngine<T>(
    title: string,
    stepOf: (progress: EngineProgress) => WorkStep | undefined,
    ask: (asking: Asking) => Promise<T>,
  ): Promise<T> {
    return this.runWork(title, (token, tell) => {
      const onProgress = (progress: EngineProgress): void => {
        const step = stepOf(progress);
        if (step) tell(step);
      };
      return ask({ token, onProgress });
    });
  }

  private showStep(text: string | undefined): void {
    this.said = text;
    this.changed.fire();
  }
}
