import * as vscode from 'vscode';
import { IdiographError, type Remedy, findRemedy } from '../core/errors';
import { formatRemedy } from '../presentation/notices';

/** The command of each remedy, and what it is given. */
const commands: Readonly<Record<Remedy, readonly [command: string, ...args: readonly string[]]>> = {
  chooseModels: ['workbench.action.openSettings', 'idiograph.modelsFolder'],
  buildIndex: ['idiograph.buildIndex'],
  repairIndex: ['idiograph.repairIndex'],
  reopenWithEncoding: ['workbench.action.editor.changeEncoding'],
  tryAgain: ['idiograph.reviewAgain'],
};

/**
 * Tells the user of what went wrong: one notification with at most one button for our own errors, nothing for a
 * cancellation, and a log entry for anything else. Document text never goes to the log: only names, codes and stacks.
 */
export class Problems implements vscode.Disposable {
  private readonly log = vscode.window.createOutputChannel('Idiograph', { log: true });
  private readonly warned = new Set<string>();
  /** What several callers waited for fails for each of them. */
  private readonly shown = new WeakSet<object>();

  dispose(): void {
    this.log.dispose();
  }

  /** Runs a user's action and tells of its failure. */
  async runAction<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      void this.tell(error);
      return undefined;
    }
  }

  /** Adds lines about files to the log and shows it on request. */
  logLines(lines: readonly string[]): void {
    for (const line of lines) this.log.info(line);
  }

  /** Tells of each of these once: of the first in a notification, of all in the log. */
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

  /** Writes an error to the log that is told of elsewhere. */
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
      if (error.code !== 'Cancelled') await this.tellOurs(error);
      return;
    }
    this.record(error);
    const showLog = vscode.l10n.t('Show Log');
    const shown = vscode.l10n.t('An unexpected error occurred. The log describes it.');
    if ((await vscode.window.showErrorMessage(shown, showLog)) === showLog) this.show();
  }

  private async tellOurs(error: IdiographError): Promise<void> {
    this.record(error);
    const remedy = findRemedy(error.code);
    const message = vscode.l10n.t(error.sentence, error.details);
    const chosen = await vscode.window.showErrorMessage(message, ...(remedy ? [formatRemedy(remedy)] : []));
    if (remedy && chosen !== undefined) await vscode.commands.executeCommand(...commands[remedy]);
  }
}
