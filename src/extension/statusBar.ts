import * as vscode from 'vscode';
import { selectFirst } from '../presentation/findings';
import { runWords } from '../presentation/progress';
import { describeOutcome } from '../presentation/triage';
import { describeProduction } from '../presentation/words/words';
import type { DocumentFactsStore } from './case/documentFacts';
import type { ReviewSession } from './review/reviewSession';
import type { ActiveText } from './review/textDocuments';
import { readSettings } from './settings';
import type { Problems, Work } from './work';

const { Right } = vscode.StatusBarAlignment;

/** Mode and genre of the active text, if they are known. A click changes them. */
export function createFactsItem(
  facts: DocumentFactsStore,
  activeText: ActiveText,
  problems: Problems,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('idiograph.facts', Right, 90);
  item.name = `Idiograph: ${vscode.l10n.t('Facts of the questioned text')}`;
  item.command = 'idiograph.setFacts';
  item.tooltip = vscode.l10n.t('Set Mode and Genre…');
  const show = async (): Promise<void> => {
    const { uri } = activeText;
    const known = uri && (await facts.findKnown(uri));
    if (activeText.uri !== uri) return; // the active text has changed in the meantime
    if (known) item.text = `$(tag) ${describeProduction(known)}`;
    if (known) item.show();
    else item.hide();
  };
  const render = (): void => void problems.runAction(show);
  render();
  return vscode.Disposable.from(item, activeText.onDidChange(render), facts.onDidChange(render));
}

/** The state of the review. During a run it has stage and count, and a click cancels the run. Afterwards a click shows the evidence. */
export function reviewItem(session: ReviewSession, work: Work): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('idiograph.review', Right, 91);
  item.name = `Idiograph: ${vscode.l10n.t('Review')}`;
  const show = (text: string, command: string, tooltip?: string): void => {
    Object.assign(item, { text, command: `idiograph.${command}`, tooltip });
    item.show();
  };
  const render = (): void => {
    const { state } = session;
    if (work.text !== undefined) {
      show(`$(sync~spin) ${work.text}`, 'cancel', vscode.l10n.t('Click to cancel.'));
      return;
    }
    switch (state.kind) {
      case 'idle':
        item.hide();
        return;
      case 'running':
        show(`$(sync~spin) ${runWords(state)}`, 'cancel', vscode.l10n.t('Click to cancel.'));
        return;
      case 'ready':
        show(`$(check) ${describeOutcome(selectFirst(state.findings.evidence)).text}`, 'showEvidence');
        return;
      case 'stale':
        show(`$(history) ${vscode.l10n.t('Changed since the review')}`, 'reviewDocument');
        return;
      case 'failed':
        show(`$(error) ${vscode.l10n.t('Review failed')}`, 'showEvidence');
    }
  };
  return vscode.Disposable.from(item, session.onDidChange(render), work.onDidChange(render));
}

/** The server that reviews search, and what is sent to it. Hidden if no server is named. */
export function createServerItem(): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('idiograph.server', Right, 89);
  item.name = 'Idiograph: server';
  item.command = 'idiograph.enterServerAccount';
  const render = (): void => {
    const { 'server.url': url } = readSettings();
    if (url === '') {
      item.hide();
      return;
    }
    const host = URL.canParse(url) ? new URL(url).host : url;
    item.text = `$(cloud) ${host}`;
    item.tooltip = vscode.l10n.t(
      'Reviews also search an index on {host}. Codes of the questioned text’s patches and ids of known documents leave this machine. Text does not. Reviews of a blind case do not use the server. Click to enter an account.',
      { host },
    );
    item.show();
  };
  render();
  const listening = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('idiograph.server')) render();
  });
  return vscode.Disposable.from(item, listening);
}
