import * as vscode from 'vscode';
import { producedWords } from '../../presentation/words/words';
import type { Problems } from '../problems';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { TextAtHand } from '../review/textAtHand';

/** Mode and genre of the text at hand, where they are known; a click changes them. */
export class FactsItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('idiograph.facts', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: { dispose(): unknown }[];

  constructor(
    private readonly facts: DocumentFactsStore,
    private readonly hand: TextAtHand,
    private readonly problems: Problems,
  ) {
    this.item.name = vscode.l10n.t('Idiograph: mode and genre');
    this.item.command = 'idiograph.setFacts';
    this.disposables = [this.item, hand.onDidChange(() => this.render()), facts.onDidChange(() => this.render())];
    this.render();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private render(): void {
    void this.problems.during(() => this.show(this.hand.uri));
  }

  private async show(uri: vscode.Uri | undefined): Promise<void> {
    const known = uri && (await this.facts.known(uri));
    if (this.hand.uri !== uri) return; // another text came meanwhile
    if (!known) {
      this.item.hide();
      return;
    }
    this.item.text = `$(tag) ${producedWords(known)}`;
    this.item.tooltip = vscode.l10n.t('How this document was produced. Click to change it.');
    this.item.show();
  }
}
