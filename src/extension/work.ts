import * as vscode from 'vscode';
import { formatProgress } from '../presentation/progress';
import type { EngineProgress } from '../protocol/engine';
import type { Asking } from '../node/worker/engineThread';
import { Changing } from './changing';

/** How far a piece of work is: in words, and as a share in [0, 1]. */
export interface WorkStep {
  readonly text: string;
  readonly share: number;
}

/** How far an engine is that tells of stages alone. */
export function toStageStep(progress: EngineProgress): WorkStep | undefined {
  return 'stage' in progress ? { text: formatProgress(progress), share: 0 } : undefined;
}

/**
 * The long work of the window that is no review on the screen: building an index, reviewing a case. Notification, view and
 * status bar show how far it is, and either cancels it.
 */
export class Work extends Changing {
  private said: string | undefined;
  /** One for each job: several may run at once. */
  private readonly stopping = new Set<vscode.CancellationTokenSource>();

  override dispose(): void {
    for (const job of this.stopping) job.cancel();
    super.dispose();
  }

  /** What is being done; undefined: nothing. */
  get text(): string | undefined {
    return this.said;
  }

  cancel(): void {
    if (this.stopping.size === 0) return;
    for (const job of this.stopping) job.cancel();
    this.showStep(vscode.l10n.t('Cancelling…'));
  }

  /** Commands that would change the index are not offered while work is under way. */
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

  /** The same of one question to the engine. @param stepOf  undefined: its news do not say how far it is */
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
