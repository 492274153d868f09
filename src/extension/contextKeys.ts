import * as vscode from 'vscode';
import { chosenCandidate } from '../presentation/passages';
import type { ReviewSession } from './review/reviewSession';

/** Keeps the context keys of the session, by which commands and menus are offered. */
export function followSession(session: ReviewSession): vscode.Disposable {
  const last = new Map<string, boolean>();
  const set = (key: string, value: boolean): void => {
    if (last.get(key) === value) return;
    last.set(key, value);
    void vscode.commands.executeCommand('setContext', `idiograph.${key}`, value);
  };
  return session.onDidChange(() => {
    const { findings, state, selection } = session;
    const candidate = findings && chosenCandidate(findings, selection.author);
    set('running', state.kind === 'running');
    set('hasFindings', findings !== undefined);
    set('hasPassages', candidate !== undefined && candidate.passages?.alike.length !== 0);
  });
}
