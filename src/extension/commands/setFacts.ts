import * as vscode from 'vscode';
import { titleOf } from '../review/textDocuments';
import { documentOf, type Command } from './command';

/** Changes the mode and genre of a document, of the reviewed one while the panel has the focus, and reviews it again when it is under review. */
export const setFacts: Command = async ({ facts, session }, argument) => {
  const reviewed = session.target?.uri;
  const onPanel = argument === undefined && vscode.window.activeTextEditor === undefined;
  const uri = onPanel && reviewed !== undefined ? vscode.Uri.parse(reviewed) : documentOf(argument);
  const changed = await facts.ask(uri, titleOf(uri));
  if (changed && reviewed === uri.toString()) await vscode.commands.executeCommand('idiograph.reviewAgain');
};
