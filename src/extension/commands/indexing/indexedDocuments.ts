import * as vscode from 'vscode';
import type { KnownDocument, Role } from '../../../core/domain';
import { openTextDocument, readableText } from '../../review/targets';
import { titleOf } from '../../review/textDocuments';
import { documentOf, type Command, type CommandDependencies } from '../command';
import { indexing } from './indexing';
import { caseNode } from '../../case/caseNode';

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

/** Removes a document, or all of an author's, after asking. */
export const removeFromIndex: Command = async ({ engine, index }, argument) => {
  const node = caseNode(argument);
  const documents = node?.kind === 'author' ? node.documents : node?.kind === 'indexed' ? [node.document] : [];
  const [first] = documents;
  if (!first) return;
  const remove = vscode.l10n.t('Remove');
  const question =
    documents.length === 1
      ? vscode.l10n.t('Remove {title} from the index?', { title: first.title })
      : vscode.l10n.t('Remove {count} documents of {author} from the index?', {
          count: documents.length,
          author: first.author,
        });
  const detail = vscode.l10n.t('The files themselves stay.');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
  await engine.calls().removeDocuments(
    await index.file(),
    documents.map(({ id }) => id),
  );
  await index.refresh();
};

/** Reads the index again, after another window or the command line wrote to it. */
export const refreshIndex: Command = ({ index }) => index.refresh();
