import * as vscode from 'vscode';
import { Changing } from '../changing';
import type { WindowParts } from '../parts';

const section = 'chat';
const setting = 'disableAIFeatures';
const memoryKey = 'idiograph.askedAboutAssistant';

/**
 * Warns once that the editor's assistant can read the texts of a case, offers to turn it off in the folder, and logs whether it is off. An
 * editor without that setting has no such assistant.
 */
export class AssistantGuard extends Changing {
  constructor(private readonly deps: Pick<WindowParts, 'cases' | 'memory' | 'problems'>) {
    super();
    const look = (): void => void deps.problems.runAction(() => this.look());
    this.disposables.push(
      deps.cases.onDidChange(look),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${section}.${setting}`)) look();
      }),
    );
    look();
  }

  private async look(): Promise<void> {
    const { cases } = this.deps;
    const settings = vscode.workspace.getConfiguration(section, vscode.workspace.workspaceFolders?.[0]?.uri);
    if (settings.inspect(setting)?.defaultValue === undefined || !vscode.workspace.isTrusted) return;
    const view = await cases.view();
    if (!view?.documents.some(({ facts }) => facts.role === 'questioned')) return;
    const isOff = settings.get<boolean>(setting) === true;
    await cases.createCalls().noteAssistant(isOff);
    if (!isOff) await this.ask(settings);
  }

  private async ask(settings: vscode.WorkspaceConfiguration): Promise<void> {
    const { memory } = this.deps;
    if (memory.get<boolean>(memoryKey) === true) return;
    await memory.update(memoryKey, true);
    const off = vscode.l10n.t('Turn AI Features Off Here');
    const said = vscode.l10n.t(
      'The AI features of this editor can read the texts of this case and send them elsewhere. Idiograph sends nothing. Turn the AI features off in the settings of this folder?',
    );
    if ((await vscode.window.showWarningMessage(said, off)) !== off) return;
    await settings.update(setting, true, vscode.ConfigurationTarget.Workspace);
  }
}
