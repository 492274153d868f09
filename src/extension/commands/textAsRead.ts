import * as vscode from 'vscode';
import { noTextOfCase, usage } from '../../core/errors';
import { everyone } from '../../core/text/handRanges';
import { findTurns } from '../../reading/text/turns';
import { formatShares } from '../../presentation/textAsRead';
import { parseCaseNode, type WindowCase } from '../case/windowCase';
import { findColumn } from '../review/readingLayout';
import { openTextDocument, readText, toKnownDocumentUri } from '../review/textDocuments';
import { toFileUri, isIndexed, readTitle, parseQuery } from '../shownFiles';
import { type Command, type CommandDependencies, findDocument } from './command';

/** Opens a text as it is read, with the parts dimmed that do not count, and says how much counts. */
export const showTextAsRead: Command = async (parts, argument) => {
  const node = parseCaseNode(argument);
  const active = vscode.window.activeTextEditor?.document.uri;
  const uri =
    node?.kind === 'indexed' ? toKnownDocumentUri(node.document) : await findDocument(argument ?? active, parts);
  const document = await openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: findColumn(document.uri), preview: false });
  const { shares } = await parts.excluded.show(document);
  void vscode.window.showInformationMessage(formatShares({ file: readTitle(document.uri), ...shares }));
};

/** Asks whether the selected words are the author's, and sets this by hand. */
export const setWords: Command = async (parts) => {
  const items = [
    { label: vscode.l10n.t('Not this author’s words'), isAuthors: false },
    { label: vscode.l10n.t('This author’s words'), isAuthors: true },
    { label: vscode.l10n.t('As the rules read them'), isAuthors: undefined },
  ];
  const title = vscode.l10n.t('Who wrote the selected words?');
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen) await setRange(parts, chosen.isAuthors);
};

/** Sets the selected range by hand. The case file stores it, and ratio, order, passages and markers all follow it. */
async function setRange(deps: CommandDependencies, isAuthors: boolean | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) throw usage(vscode.l10n.t('Choose at least one word.'));
  const { document, selection } = editor;
  const { cases } = deps;
  const file = await findFile(document.uri, cases);
  const [start, end] = [selection.start, selection.end].map((place) => document.offsetAt(place)) as [number, number];
  const range = { start, end, isAuthors };
  await cases.createCalls().setRange({ file, text: readText(document), range });
  cases.refresh();
}

/** Asks for the speaker that counts in a text with several, and records the answer in the case file. */
export const chooseSpeaker: Command = async (parts, argument) => {
  const active = vscode.window.activeTextEditor?.document.uri;
  const document = await openTextDocument(await findDocument(argument ?? active, parts));
  const file = await findFile(document.uri, parts.cases);
  const { speakers = [] } = findTurns(readText(document)) ?? {};
  if (speakers.length === 0) throw usage(vscode.l10n.t('This text seems to have one speaker.'));
  const items = speakers.map(({ name, ...counts }) => ({
    name,
    label: name,
    description: [vscode.l10n.t('turns: {turns}', counts), vscode.l10n.t('words: {words}', counts)].join(' · '),
  }));
  items.push({
    name: everyone,
    label: vscode.l10n.t('One author wrote all of it'),
    description: '',
  });
  const title = vscode.l10n.t('Which speaker of {title} do you ask about?', { title: readTitle(document.uri) });
  const chosen = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
  if (!chosen) return;
  await parts.cases.createCalls().setSpeakers({ file, speakers: [chosen.name] });
  parts.cases.refresh();
  await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** The file of the case that a text was made from. Throws Usage if there is none. */
async function findFile(uri: vscode.Uri, cases: WindowCase): Promise<string> {
  const ofFile = toFileUri(uri).scheme === 'file' ? toFileUri(uri).fsPath : undefined;
  const file = isIndexed(uri) ? await cases.createCalls().sourceOf(parseQuery(uri.query)?.id ?? '') : ofFile;
  if (file === undefined || !(await cases.view())) throw noTextOfCase(readTitle(uri));
  return file;
}
