import * as vscode from 'vscode';
import { caseNode } from '../case/caseNode';
import { columnOf } from '../review/readingLayout';
import type { Command } from './command';

/** Opens a questioned document of the case, with its result where one is kept. */
export const openQuestioned: Command = async ({ session, panel }, argument) => {
  const node = caseNode(argument);
  if (node?.kind !== 'questioned') return;
  const { uri } = node.entry;
  await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri), preview: false, preserveFocus: true });
  if (session.isShowing(uri) || (await session.open(uri))) panel.reveal();
};
