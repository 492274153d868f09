import * as vscode from 'vscode';
import { partAfter } from '../review/readingGroups';
import { columnOf } from '../review/readingLayout';
import { textScheme } from '../review/textDocuments';
import type { Command } from './command';

/** Moves the focus on from the questioned document to the panel, the known text that is shown, and the document again. */
export const nextPart: Command = async ({ session, panel }) => {
  const { target } = session;
  if (!target) return;
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const known = visibleTextEditors.find(
    ({ document: { uri } }) => uri.scheme === textScheme && uri.toString() !== target.uri,
  );
  const inText = activeTextEditor !== undefined && activeTextEditor === known ? 'known' : 'document';
  const next = partAfter(panel.isActive ? 'panel' : inText, known !== undefined);
  if (next === 'panel') {
    panel.reveal({ focus: true });
    return;
  }
  if (next === 'known' && known) {
    const { document, viewColumn } = known;
    await vscode.window.showTextDocument(document, { ...(viewColumn && { viewColumn }) });
    return;
  }
  const uri = vscode.Uri.parse(target.uri);
  await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri) });
};
