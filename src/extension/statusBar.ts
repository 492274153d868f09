import * as vscode from 'vscode';
import { runWords } from '../presentation/progress';
import type { ReviewSession } from './review/reviewSession';
import { readSettings } from './settings';
import type { Work } from './work';

const { Right } = vscode.StatusBarAlignment;

/** The work in progress. A click cancels it. */
export function createWorkItem(session: ReviewSession, work: Work): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('idiograph.review', Right, 91);
  item.name = `Idiograph: ${vscode.l10n.t('Review')}`;
  item.command = 'idiograph.cancel';
  item.tooltip = vscode.l10n.t('Click to cancel.');
  const render = (): void => {
    const { state } = session;
    const text = work.text ?? (state.kind === 'running' ? runWords(state) : undefined);
    item.text = `$(sync~spin) ${text ?? ''}`;
    if (text === undefined) item.hide();
    else item.show();
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
