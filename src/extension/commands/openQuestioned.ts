import * as vscode from 'vscode';
import { caseNode } from '../case/caseNode';
import { columnOf } from '../review/readingLayout';
import type { Command } from './command';

/** Opens a questioned document of the case, or a selection of it, with the result where one is kept. The side bar keeps the focus. */
export const openQuestioned: Command = async ({ session, panel, exhibits, hand }, argument) => {
  const node = caseNode(argument);
  if (node?.kind !== 'questioned' && node?.kind !== 'selection') return;
  const { uri } = node.entry;
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri), preview: false });
  await exhibits.protect(editor); // while it is the active one
  hand.choose(uri);
  await vscode.commands.executeCommand('workbench.action.focusSideBar');
  const place = node.kind === 'selection' ? node.place : uri.toString();
  if (session.isShowing(place) || (await session.open(place))) panel.reveal();
};
