import * as vscode from 'vscode';
import { columnOf } from '../review/readingLayout';
import { readSettings } from '../settings';
import type { Command } from './command';

/** Shows who the authors of the bundled population are, not over the panel and not in the place of a text. */
export const showPopulation: Command = async ({ extension }) => {
  const { modelsFolder } = readSettings();
  const folder =
    modelsFolder === '' ? vscode.Uri.joinPath(extension.extensionUri, 'models') : vscode.Uri.file(modelsFolder);
  const card = vscode.Uri.joinPath(folder, 'population.md');
  const place = { viewColumn: columnOf(card), preview: false };
  await vscode.commands.executeCommand('vscode.openWith', card, 'vscode.markdown.preview.editor', place);
};

/** Says how writers of one's own take the place of the bundled population, and offers to index them. */
export const ownWriters: Command = async () => {
  const build = vscode.l10n.t('Build Reference Index From Folder…');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Writers of your own stand for "another author" once the index holds 50 of them in the mode of the questioned text. Put their texts into a folder called population, one folder for each writer, and build the index from the folder that it is in.',
    ),
    build,
  );
  if (chosen === build) await vscode.commands.executeCommand('idiograph.buildIndex');
};
