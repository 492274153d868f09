import path from 'node:path';
import * as vscode from 'vscode';
import type { KnownDocument, Role } from '../../../core/domain';
import { unreadableDocument } from '../../../core/errors';
import { isMailbox, mailPlaceOf } from '../../../core/mailboxes';
import { mailsIn } from '../../../node/casework/folderEntries';
import type { FileToIndex } from '../../../protocol/engine';
import { factsOfAll } from '../../case/factsTable';
import { openTextDocument, readableText } from '../../review/targets';
import { fileUri, shownUri, titleOf } from '../../shownFiles';
import { documentOf, type Command, type CommandDependencies } from '../command';
import { indexing, logIndexed } from './indexing';
import { caseNode } from '../../case/caseNode';

/**
 * Adds a document, or the files that were chosen together, to the index by one author, as known or as part of the population. What
 * is dropped on an author is that author's.
 */
export const addToIndex: Command = async (parts, argument, together, onto) => {
  const files = Array.isArray(together) ? together.filter((each) => each instanceof vscode.Uri) : [];
  const node = caseNode(onto);
  const owner = node?.kind === 'author' ? node : undefined;
  if (files.length > 1) return addFiles(parts, files.map(shownUri), owner);
  const uri = documentOf(argument ?? vscode.window.activeTextEditor?.document.uri, parts);
  return isMailbox(uri.path) ? addMails(parts, fileUri(uri).fsPath, owner) : addText(parts, uri, owner);
};

/** An author, and in which role. */
type Owner = Pick<FileToIndex, 'author' | 'role'>;

/** Adds what an editor holds. */
async function addText(parts: CommandDependencies, uri: vscode.Uri, dropped: Owner | undefined): Promise<void> {
  const document = await openTextDocument(uri);
  const title = titleOf(uri);
  const text = readableText(document);
  const owner = dropped ?? (await askOwner(parts, title));
  const facts = owner && (await parts.facts.knownOrAsked(document.uri, title));
  if (!owner || !facts) return;
  const { author, role } = owner;
  const known: KnownDocument = { id: title, text, title, author, role, ...facts };
  await indexing(parts, (file, asking) => parts.engine.calls(asking).addDocuments(file, [known]));
}

/** Adds files as they are on the disk; one that cannot be read is passed over, with its reason. */
async function addFiles(
  parts: CommandDependencies,
  uris: readonly vscode.Uri[],
  dropped: Owner | undefined,
): Promise<void> {
  const owner = dropped ?? (await askOwner(parts, vscode.l10n.t('{count} documents', { count: uris.length })));
  const folder = path.dirname(path.dirname(uris[0]!.fsPath));
  const produced = owner && (await factsOfAll(uris, parts.facts, folder));
  if (!owner || !produced) return;
  const { author, role } = owner;
  const files = uris.map((uri): FileToIndex => {
    return { path: fileUri(uri).fsPath, author, role, ...produced.get(uri.toString())! };
  });
  await indexing(parts, (file, asking) => parts.engine.calls(asking).addDocuments(file, files));
}

/** Adds the mails of a mailbox, each by its sender; one that was dropped on an author holds that author's mails alone. */
async function addMails(parts: CommandDependencies, mailbox: string, dropped: Owner | undefined): Promise<void> {
  const paths = mailsIn(mailbox);
  const senders = new Set(paths.map((each) => mailPlaceOf(each)?.sender));
  const title = path.basename(mailbox);
  if (paths.length === 0) throw unreadableDocument(title, 'it is not a mailbox (mbox)');
  if (dropped && senders.size > 1) throw unreadableDocument(title, `it holds mails of ${senders.size} senders`);
  const role = dropped?.role ?? (await askRole(title));
  const facts = role && (await parts.facts.knownOrAsked(vscode.Uri.file(mailbox), title));
  if (!facts) return;
  const files = paths.map((each): FileToIndex => {
    return { path: each, author: dropped?.author ?? mailPlaceOf(each)!.sender, role, ...facts };
  });
  await indexing(parts, (file, asking) => parts.engine.calls(asking).addDocuments(file, files));
}

async function askOwner(parts: CommandDependencies, title: string): Promise<Owner | undefined> {
  const role = await askRole(title);
  const author = role && (await askAuthor(parts, title));
  return role && author !== undefined ? { role, author } : undefined;
}

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
export const removeFromIndex: Command = async (parts, argument) => {
  const { engine, index } = parts;
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
  const file = await index.file();
  const ids = documents.map(({ id }) => id);
  await logIndexed(parts, file, await engine.calls().removeDocuments(file, ids));
  await index.refresh();
};

/** Reads the index again, after another window or the command line wrote to it. */
export const refreshIndex: Command = ({ index }) => index.refresh();
