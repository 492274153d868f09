import * as vscode from 'vscode';
import { producedWords } from '../../presentation/words/words';
import type { Problems } from '../problems';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { ReviewSession } from '../review/reviewSession';
import { translate } from '../translate';

/** Mode and genre of the active document, or of the one under review, where they are known; a click changes them. */
export class FactsItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('idiograph.facts', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: { dispose(): unknown }[];

  constructor(
    private readonly facts: DocumentFactsStore,
    private readonly session: ReviewSession,
    private readonly problems: Problems,
  ) {
    this.item.name = vscode.l10n.t('Idiograph: mode and genre');
    this.item.command = 'idiograph.setFacts';
    this.disposables = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.render()),
      facts.onDidChange(() => this.render()),
    ];
    this.render();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private render(): void {
    void this.problems.during(() => this.show(this.document()));
  }

  /** While the panel has the focus, the document under review. */
  private document(): vscode.Uri | undefined {
    const { activeTextEditor } = vscode.window;
    const reviewed = this.session.target?.uri;
    return activeTextEditor?.document.uri ?? (reviewed === undefined ? undefined : vscode.Uri.parse(reviewed));
  }

  private async show(uri: vscode.Uri | undefined): Promise<void> {
    const known = uri && (await this.facts.known(uri));
    if (this.document()?.toString() !== uri?.toString()) return; // another editor came meanwhile
    if (!known) {
      this.item.hide();
      return;
    }
    this.item.text = `$(tag) ${producedWords(known, translate)}`;
    this.item.tooltip = vscode.l10n.t('How this document was produced. Click to change it.');
    this.item.show();
  }
}
