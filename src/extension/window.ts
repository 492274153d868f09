import * as vscode from 'vscode';
import { IdiographError, type Remedy, findRemedy } from '../core/errors';
import type { Asking } from '../node/worker/engineThread';
import { formatRemedy } from '../presentation/notices';
import { formatProgress, formatShare } from '../presentation/words/words';
import type { EngineProgress } from '../protocol/engine';

/** A part of the window that reports its changes, and releases its resources when the window closes. */
export abstract class Changing<News = void> implements vscode.Disposable {
  protected readonly changed = new vscode.EventEmitter<News>();
  readonly onDidChange = this.changed.event;
  protected readonly disposables: { dispose(): unknown }[] = [this.changed];

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }
}

/** Runs an action when one of several values differs from the last time. */
export function runOnChange(values: () => readonly unknown[], act: () => void): () => void {
  let before: readonly unknown[] = [];
  return () => {
    const now = values();
    if (now.length === before.length && now.every((value, i) => value === before[i])) return;
    before = now;
    act();
  };
}

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
    what: string,
    work: (token: vscode.CancellationToken, tell: (step: WorkStep) => void) => Promise<T>,
  ): Promise<T> {
    const title = `Idiograph: ${what}`;
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

/** The command of each remedy, with its arguments. */
const commands: Readonly<Record<Remedy, readonly [command: string, ...args: readonly string[]]>> = {
  chooseModels: ['workbench.action.openSettings', 'idiograph.modelsFolder'],
  buildIndex: ['idiograph.buildIndex'],
  repairIndex: ['idiograph.repairIndex'],
  reopenWithEncoding: ['workbench.action.editor.changeEncoding'],
  tryAgain: ['idiograph.reviewDocument'],
  setFacts: ['idiograph.setFacts'],
  validateSettings: ['idiograph.validateSettings'],
  reviewParts: ['idiograph.reviewParts'],
  chooseSpeaker: ['idiograph.chooseSpeaker'],
};

/**
 * Reports problems to the user: our own errors in one notification with at most one button, a cancellation not at all, and anything else in
 * the log. The log never has document text, only names, codes and stacks.
 */
export class Problems implements vscode.Disposable {
  private readonly log = vscode.window.createOutputChannel('Idiograph', { log: true });
  private readonly warned = new Set<string>();
  /** An error is shown once, even if several callers get it. */
  private readonly shown = new WeakSet<object>();

  dispose(): void {
    this.log.dispose();
  }

  /** Runs an action of the user and reports its failure. */
  async runAction<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      void this.tell(error);
      return undefined;
    }
  }

  /** Adds lines about files to the log, and shows the log on request. */
  logLines(lines: readonly string[]): void {
    for (const line of lines) this.log.info(line);
  }

  /** Reports each of these sentences once: the first in a notification, all in the log. */
  async warn(lines: readonly string[]): Promise<void> {
    const [first, ...others] = [...new Set(lines)].filter((line) => !this.warned.has(line));
    if (first === undefined) return;
    for (const line of [first, ...others]) this.warned.add(line);
    for (const line of [first, ...others]) this.log.warn(line);
    const more = others.length === 0 ? '' : ` ${vscode.l10n.t('The log has {count} more.', { count: others.length })}`;
    const showLog = vscode.l10n.t('Show Log');
    if ((await vscode.window.showWarningMessage(`${first}${more}`, showLog)) === showLog) this.show();
  }

  show(): void {
    this.log.show(true);
  }

  /** Writes an error to the log. The user sees it elsewhere. */
  record(error: unknown): void {
    if (error instanceof IdiographError) this.log.warn(`${error.code}: ${JSON.stringify(error.details)}`);
    else this.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  async tell(error: unknown): Promise<void> {
    if (error instanceof Error) {
      if (this.shown.has(error)) return;
      this.shown.add(error);
    }
    if (error instanceof IdiographError) {
      if (error.code === 'Cancelled') return;
      this.record(error);
      const remedy = findRemedy(error.code);
      const message = vscode.l10n.t(error.sentence, error.details);
      const chosen = await vscode.window.showErrorMessage(message, ...(remedy ? [formatRemedy(remedy)] : []));
      if (remedy && chosen !== undefined) await vscode.commands.executeCommand(...commands[remedy]);
      return;
    }
    this.record(error);
    const showLog = vscode.l10n.t('Show Log');
    const shown = vscode.l10n.t('An unexpected error occurred. The log describes it.');
    if ((await vscode.window.showErrorMessage(shown, showLog)) === showLog) this.show();
  }
}
