import * as vscode from 'vscode';
import type { KnownDocument, Role } from '../../../core/domain';
import { openTextDocument, readableText } from '../../review/targets';
import { titleOf } from '../../review/textDocuments';
import { documentOf, type Command, type CommandDependencies } from '../command';
import { indexing } from './addDocuments';

/** Adds one document to the index, as known or as part of the population. */
export const addToIndex: Command = async (parts, argument) => {
  const uri = documentOf(argument ?? vscode.window.activeTextEditor?.document.uri, parts);
  const document = await openTextDocument(uri);
  const title = titleOf(uri);
  const text = readableText(document);
  const role = await askRole(title);
  const author = role && (await askAuthor(parts, title));
  const facts = author === undefined ? undefined : await parts.facts.knownOrAsked(document.uri, title);
  if (!role || author === undefined || !facts) return;
  const known: KnownDocument = { id: title, text, title, author, role, ...facts };
  await indexing(parts, (file, asking) => parts.engine.calls(asking).addDocuments(file, [known]));
};

async function askRole(title: string): Promise<Role | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly role: Role })[] = [
    {
      role: 'known',
      label: vscode.l10n.t('Known'),
      detail: vscode.l10n.t('Of settled authorship; its author is a candidate'),
    },
    {
      role: 'population',
      label: vscode.l10n.t('Population'),
      detail: vscode.l10n.t('Says how other authors write; its author is no candidate'),
    },
  ];
  const options = { title: vscode.l10n.t('Add {title} to the index as…', { title }) };
  return (await vscode.window.showQuickPick(items, options))?.role;
}

async function askAuthor({ index }: CommandDependencies, title: string): Promise<string | undefined> {
  const another = vscode.l10n.t('Another author…');
  const authors = [...new Set((await index.documents()).map(({ author }) => author))].sort();
  const options = { title: vscode.l10n.t('Who wrote {title}?', { title }) };
  const chosen = authors.length === 0 ? another : await vscode.window.showQuickPick([...authors, another], options);
  if (chosen !== another) return chosen;
  const typed = await vscode.window.showInputBox(options);
  return typed?.trim() === '' ? undefined : typed?.trim();
}
