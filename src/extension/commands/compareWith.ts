import * as vscode from 'vscode';
import type { KnownDocument } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import { caseNode } from '../review/caseNode';
import { comparisonView, partsAlike } from '../review/comparisonView';
import type { ReviewTarget } from '../review/findings';
import { questionedDocument } from '../review/questioned';
import { openTextDocument, reviewTarget } from '../review/targets';
import { knownDocumentUri, textScheme, titleOf } from '../review/textDocuments';
import { translate } from '../translate';
import { documentOf, type Command, type CommandParts } from './command';

/** Compares a document with another: an open one, one of the index, or a file. */
export const compareWith: Command = async (parts, argument) => {
  const node = caseNode(argument);
  const uri = documentOf(argument);
  const document = await openTextDocument(uri);
  const other =
    node?.kind === 'indexed' ? await indexedUri(parts, node.document) : await chooseOther(parts, document.uri);
  if (!other) return;
  const first = await reviewTarget(document, parts.facts);
  const second = first && (await reviewTarget(await openTextDocument(other), parts.facts));
  if (second) await compare(parts, first, second);
};

async function compare(
  { engine, session, panel }: CommandParts,
  first: ReviewTarget,
  second: ReviewTarget,
): Promise<void> {
  const title = vscode.l10n.t('Idiograph: comparing {first} with {second}', {
    first: first.title,
    second: second.title,
  });
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  const [a, b] = [questionedDocument(first), questionedDocument(second)];
  const known: KnownDocument = { ...b, title: second.title, author: second.title, role: 'known' };
  await vscode.window.withProgress(options, async (_progress, token) => {
    const comparison = await engine.ask('compare', [a, b], { token });
    const review = session.options(vscode.Uri.parse(first.uri));
    const verification = await engine.ask('verifyTexts', [a, [known], review], { token });
    panel.reveal();
    session.show({
      view: comparisonView({ first, second }, comparison, verification, translate),
      first: vscode.Uri.parse(first.uri),
      second: vscode.Uri.parse(second.uri),
      pairs: partsAlike(comparison).map(({ firstRange, secondRange }) => ({ first: firstRange, second: secondRange })),
    });
  });
}

/** An indexed document as a read-only text, with the facts it was indexed with. */
async function indexedUri({ index, facts }: CommandParts, document: IndexedDocument): Promise<vscode.Uri> {
  const uri = knownDocumentUri(await index.file(), document.id, document.title);
  const { mode, genre, language } = document;
  await facts.remember(uri, { mode, genre, language });
  return uri;
}

interface OtherItem extends vscode.QuickPickItem {
  readonly open: () => Promise<vscode.Uri | undefined>;
}

async function chooseOther(parts: CommandParts, uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  const indexed = (await parts.index.documents()).map((document): OtherItem => ({
    label: document.title,
    description: document.author,
    iconPath: new vscode.ThemeIcon('file-text'),
    open: () => indexedUri(parts, document),
  }));
  const file: OtherItem = { label: vscode.l10n.t('Choose a file…'), open: chooseFile };
  const options = { title: vscode.l10n.t('Compare {title} with…', { title: titleOf(uri) }), matchOnDescription: true };
  const chosen = await vscode.window.showQuickPick([...openDocuments(uri), file, ...indexed], options);
  return chosen?.open();
}

/** The other documents in open tabs; those of the index are listed from there. */
function openDocuments(uri: vscode.Uri): readonly OtherItem[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) => {
    if (!(input instanceof vscode.TabInputText) || input.uri.scheme === textScheme) return [];
    if (input.uri.toString() === uri.toString()) return [];
    const open = (): Promise<vscode.Uri> => Promise.resolve(input.uri);
    return [{ label: titleOf(input.uri), description: vscode.l10n.t('open'), open }];
  });
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  return (await vscode.window.showOpenDialog({ openLabel: vscode.l10n.t('Compare') }))?.[0];
}
