import * as vscode from 'vscode';
import { fileBehind } from '../../core/mailboxes';
import { caseNode } from '../case/caseNode';
import { columnOf } from '../review/readingLayout';
import { documentOf, type Command } from './command';
import { partAfter } from '../review/readingGroups';
import { fileUri, isIndexed } from '../shownFiles';
import { readSettings } from '../settings';

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

/** Opens the sample case that comes with the extension: in this window when it is empty, else in another. */
export const openSample: Command = async ({ extension }) => {
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const folder = vscode.Uri.joinPath(extension.extensionUri, 'sample');
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow });
};

/** Moves the focus on from the questioned document to the panel, the known text that is shown, and the document again. */
export const nextPart: Command = async ({ session, panel }) => {
  const { target } = session;
  if (!target) return;
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const known = visibleTextEditors.find(({ document: { uri } }) => isIndexed(uri) && uri.toString() !== target.uri);
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

/** Opens the file behind a text with the system's program for it; a browser has none, so there the Explorer shows the file. */
export const openOriginal: Command = async (parts, argument) => {
  const file = fileUri(documentOf(argument ?? vscode.window.activeTextEditor?.document.uri, parts));
  const original = vscode.Uri.file(fileBehind(file.fsPath));
  if (vscode.env.uiKind === vscode.UIKind.Web) await vscode.commands.executeCommand('revealInExplorer', original);
  else await vscode.env.openExternal(original);
};

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
