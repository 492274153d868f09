import * as vscode from 'vscode';
import type { ReviewSession } from '../review/reviewSession';
import { runWords } from '../../presentation/progress';
import type { Work } from '../work';

/** The state of the review: stage and count while it runs, when a click cancels it; a click shows the evidence after. */
export class ReviewItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('idiograph.review', vscode.StatusBarAlignment.Right, 91);
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly session: ReviewSession,
    private readonly work: Work,
  ) {
    this.item.name = vscode.l10n.t('Idiograph: review');
    const render = (): void => this.render();
    this.listening = vscode.Disposable.from(session.onDidChange(render), work.onDidChange(render));
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private render(): void {
    const { state } = this.session;
    if (this.work.text !== undefined) {
      this.show(`$(sync~spin) ${this.work.text}`, 'idiograph.cancel');
      this.item.tooltip = vscode.l10n.t('Click to cancel.');
      return;
    }
    switch (state.kind) {
      case 'idle':
        this.item.hide();
        return;
      case 'running':
        this.show(`$(sync~spin) ${runWords(state)}`, 'idiograph.cancel');
        this.item.tooltip = vscode.l10n.t('Reviewing {title}. Click to cancel.', { title: state.target.title });
        return;
      case 'ready':
        this.show(`$(check) ${vscode.l10n.t('Reviewed')}`, 'idiograph.showEvidence');
        break;
      case 'stale':
        this.show(`$(history) ${vscode.l10n.t('Changed since the review')}`, 'idiograph.reviewAgain');
        break;
      case 'failed':
        this.show(`$(error) ${vscode.l10n.t('Review failed')}`, 'idiograph.showEvidence');
        break;
    }
    this.item.tooltip = undefined;
  }

  private show(text: string, command: string): void {
    this.item.text = text;
    this.item.command = command;
    this.item.show();
  }
}
