import path from 'node:path';
import * as vscode from 'vscode';
import { fileNamed } from '../../node/places';
import { noTextOfCase, usage } from '../../core/errors';
import { rangeWords, sharesLine } from '../../presentation/textAsRead';
import { caseNode } from '../case/windowCase';
import { columnOf } from '../review/readingLayout';
import { openTextDocument, readableText } from '../review/targets';
import { knownDocumentUri } from '../review/textDocuments';
import { fileUri, isIndexed, isTogether, titleOf } from '../shownFiles';
import { parseQuery } from '../addresses';
import { type Command, type CommandDependencies, documentOf } from './command';

/** Opens a text as it is read, with what of it does not count dimmed, and says how much counts. */
export const showTextAsRead: Command = async (parts, argument) => {
  const node = caseNode(argument);
  const active = vscode.window.activeTextEditor?.document.uri;
  const uri =
    node?.kind === 'indexed'
      ? knownDocumentUri(await parts.index.file(), node.document)
      : documentOf(argument ?? active, parts);
  const document = await openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: columnOf(document.uri), preview: false });
  const { shares } = await parts.excluded.show(document);
  const { excluded, leftOut, stale } = shares;
  const title = titleOf(document.uri);
  const says =
    excluded.length + leftOut.length + stale.length > 0
      ? sharesLine({ file: title, ...shares })
      : vscode.l10n.t("{title}: every word counts as the author's, and nothing was left out", { title });
  void vscode.window.showInformationMessage(`${says}.`);
};

export const notThisAuthors: Command = (parts) => setRange(parts, false);
export const thisAuthors: Command = (parts) => setRange(parts, true);
export const removeHandRange: Command = (parts) => setRange(parts, undefined);

/** Sets what is selected by hand: in the case file, for ratio, order, passages and markers alike. */
async function setRange(deps: CommandDependencies, isAuthors: boolean | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) throw usage(vscode.l10n.t('Select the words in the text first.'));
  const { document, selection } = editor;
  const file = await fileOf(document.uri, deps);
  const { cases } = deps;
  if (file === undefined || !(await cases.view())) throw noTextOfCase(titleOf(document.uri));
  const [start, end] = [selection.start, selection.end].map((place) => document.offsetAt(place)) as [number, number];
  const range = { start, end, isAuthors };
  await (await cases.calls()).setRange({ file, text: readableText(document), range });
  cases.refresh();
  const isKnown = (await (await cases.calls()).describe(file))?.role !== 'questioned';
  const set = vscode.l10n.t('Characters {start} to {end} were {set}.', { start, end, set: rangeWords(isAuthors) });
  const then = isKnown
    ? vscode.l10n.t('It is in force once the case is reviewed again.')
    : vscode.l10n.t('Reviews of this text from before are outdated.');
  void vscode.window.showInformationMessage(`${set} ${then}`);
}

/** The file of the case that a text is made from; undefined: there is none. */
async function fileOf(uri: vscode.Uri, { index }: CommandDependencies): Promise<string | undefined> {
  if (isTogether(uri)) throw usage(vscode.l10n.t('This is several texts as one. Open the one that the words are in.'));
  if (!isIndexed(uri)) return fileUri(uri).scheme === 'file' ? fileUri(uri).fsPath : undefined;
  const address = parseQuery(uri.query);
  const known = (await index.documents()).find(({ id }) => id === address?.id);
  if (known?.source === undefined)
    throw usage(vscode.l10n.t('The index does not say which file this text is from. Open the file itself.'));
  return fileNamed(path.dirname(address!.index), known.source);
}
