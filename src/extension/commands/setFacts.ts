import * as vscode from 'vscode';
import { titleOf } from '../review/textDocuments';
import { documentOf, type Command } from './command';

/** Changes the mode and genre of a document, and reviews it again when it is under review. */
export const setFacts: Command = async ({ facts, session }, argument) => {
  const reviewed = session.target?.uri;
  const uri = documentOf(argument) ?? (reviewed === undefined ? undefined : vscode.Uri.parse(reviewed));
  if (!uri) return;
  const changed = await facts.ask(uri, titleOf(uri));
  if (changed && reviewed === uri.toString()) await vscode.commands.executeCommand('idiograph.reviewAgain');
};
