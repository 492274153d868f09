import path from 'node:path';
import * as vscode from 'vscode';
import type { KnownDocument, Role } from '../../core/domain';
import { parseCollectedPlace, type FolderEntry } from '../../core/collections';
import { findFileNamed } from '../../node/places';
import { listCollected, listEntriesBelow } from '../../node/casework/folderEntries';
import type { FileToIndex } from '../../protocol/engine';
import { findFactsOfAll } from '../case/documentFacts';
import { findHandRanges, openTextDocument, readText } from '../review/targets';
import { toFileUri, toShownUri, readTitle } from '../shownFiles';
import { type Command, type CommandDependencies, findDocument } from './command';
import { changeIndex, runIndexing } from './indexing';
import { parseCaseNode } from '../case/windowCase';
import { warnOfFilesLeftOut } from '../../core/casework/caseWarnings';
import { type AuthoredFile, selectFiles, groupFilesByAuthor } from '../../core/casework/foundFiles';
import { formatOf } from '../../core/readableFormats';
import { listWorks } from '../../core/works';

/**
 * Adds a document, or the files that were chosen together, to the index by one author, as known or as part of the population. What
 * is dropped on an author is that author's.
 */
export const addToIndex: Command = async (parts, argument, together, onto) => {
  const files = Array.isArray(together) ? together.filter((each) => each instanceof vscode.Uri) : [];
  const node = parseCaseNode(onto);
  const owner = node?.kind === 'author' ? node : undefined;
  if (files.length > 1) return addFiles(parts, files.map(toShownUri), owner);
  const uri = await findDocument(argument ?? vscode.window.activeTextEditor?.document.uri, parts);
  const file = toFileUri(uri).fsPath;
  const texts = uri.scheme === 'untitled' ? [] : listCollected(file, path.basename(file));
  return texts.length > 0 ? addCollection(parts, file, texts, owner) : addText(parts, uri, owner);
};

type Owner = Pick<FileToIndex, 'author' | 'role'>;

/** Adds what an editor holds. */
async function addText(parts: CommandDependencies, uri: vscode.Uri, dropped: Owner | undefined): Promise<void> {
  const document = await openTextDocument(uri);
  const title = readTitle(uri);
  const text = readText(document);
  const owner = dropped ?? (await askOwner(parts, title));
  const facts = owner && (await parts.facts.findOrAsk(document.uri, title));
  if (!owner || !facts) return;
  const { author, role } = owner;
  const byHand = await findHandRanges(document, parts.cases);
  const works = await parts.cases.works(uri);
  const known: KnownDocument = { id: title, text, title, author, role, ...facts, byHand, works };
  await runIndexing(parts, (calls) => calls.addDocuments([known]));
}

/** Adds files as they are on the disk; one that cannot be read is passed over, with its reason. */
async function addFiles(
  parts: CommandDependencies,
  uris: readonly vscode.Uri[],
  dropped: Owner | undefined,
): Promise<void> {
  const owner = dropped ?? (await askOwner(parts, vscode.l10n.t('{count} documents', { count: uris.length })));
  const folder = path.dirname(path.dirname(uris[0]!.fsPath));
  const produced = owner && (await findFactsOfAll(uris, parts.facts, folder));
  if (!owner || !produced) return;
  const { author, role } = owner;
  const files: FileToIndex[] = [];
  for (const uri of uris) {
    const byHand = await parts.cases.ranges(uri);
    const works = await parts.cases.works(uri);
    files.push({ path: toFileUri(uri).fsPath, author, role, ...produced.get(uri.toString())!, byHand, works });
  }
  await runIndexing(parts, (calls) => calls.addDocuments(files));
}

/** Adds the texts of a mailbox, chat or table of messages, each by its author; of one that was dropped on an author those of that author. */
async function addCollection(
  parts: CommandDependencies,
  collection: string,
  texts: readonly FolderEntry[],
  dropped: Owner | undefined,
): Promise<void> {
  const title = path.basename(collection);
  const chosen = selectFiles(texts, { author: dropped?.author, below: 'questioned' });
  void parts.problems.warn(await parts.cases.notices(warnOfFilesLeftOut(chosen)));
  const role = dropped?.role ?? (await askRole(title));
  const facts = role && (await parts.facts.findOrAsk(vscode.Uri.file(collection), title));
  if (!facts) return;
  const files = chosen.files.map((each): FileToIndex => {
    const place = path.join(path.dirname(collection), each);
    return { path: place, author: dropped?.author ?? parseCollectedPlace(each)!.author, role, ...facts };
  });
  await runIndexing(parts, (calls) => calls.addDocuments(files));
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
      detail: vscode.l10n.t('A text with a known author, who is a candidate'),
    },
    {
      role: 'population',
      label: vscode.l10n.t('Population'),
      detail: vscode.l10n.t('Shows how other authors write; its author is not a candidate'),
    },
  ];
  const options = { title: vscode.l10n.t('Add {title} to the index as…', { title }) };
  return (await vscode.window.showQuickPick(items, options))?.role;
}

async function askAuthor({ caseState }: CommandDependencies, title: string): Promise<string | undefined> {
  const another = vscode.l10n.t('Another author…');
  const authors = [...new Set((await caseState.listDocuments()).map(({ author }) => author))].sort();
  const options = { title: vscode.l10n.t('Who wrote {title}?', { title }) };
  const chosen = authors.length === 0 ? another : await vscode.window.showQuickPick([...authors, another], options);
  if (chosen !== another) return chosen;
  const typed = await vscode.window.showInputBox(options);
  return typed?.trim() === '' ? undefined : typed?.trim();
}

/** Removes a document, or all of an author's, after asking. */
export const removeFromIndex: Command = async (parts, argument) => {
  const node = parseCaseNode(argument);
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
  const detail = vscode.l10n.t('The files themselves are not deleted.');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
  const ids = documents.map(({ id }) => id);
  await changeIndex(parts, () => parts.cases.createCalls().removeDocuments(ids));
};

/** Reads the index again, after another window or the command line wrote to it. */
export const refreshIndex: Command = ({ caseState }) => caseState.refreshIndex();

/** A file that is about to be indexed, before it is known how it was produced. */
type FoundFile = AuthoredFile & { readonly uri: vscode.Uri };

/** Builds the reference index from a folder whose folders are authors; `known` and `population` may stand between. */
export const buildIndex: Command = async (parts, argument) => {
  const folder = argument instanceof vscode.Uri ? argument : await chooseFolder(vscode.l10n.t('Build Index'));
  if (folder) await addFolder(parts, folder);
};

/** Adds writers who stand for "another author", in whatever language, and tells how many are missing for a ratio. */
export const addPopulation: Command = async (parts, argument) => {
  const folder = argument instanceof vscode.Uri ? argument : await chooseFolder(vscode.l10n.t('Add Population'));
  if (folder) await addFolder(parts, folder, 'population');
};

/** Adds the files of a folder whose folders are authors; without a role, that of the folders above the authors. */
async function addFolder(parts: CommandDependencies, folder: vscode.Uri, role?: Role): Promise<void> {
  const title = readTitle(folder);
  const inFolder = selectFiles(await listEntriesBelow(folder.fsPath));
  const paths = inFolder.files.filter((path) => formatOf(path));
  const found = groupFilesByAuthor(paths, title).map((file) => ({
    ...file,
    uri: vscode.Uri.file(findFileNamed(folder.fsPath, file.path)),
  }));
  const notIndexed = warnOfFilesLeftOut(inFolder).map((warning) => ({ ...warning, file: `${title}/${warning.file}` }));
  void parts.problems.warn(await parts.cases.notices(notIndexed));
  if (found.length === 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('{title} has no folders with documents. Make one folder for each author in it.', { title }),
    );
    return;
  }
  const uris = found.map(({ uri }) => uri);
  const produced = await findFactsOfAll(uris, parts.facts, folder.fsPath);
  if (!produced) return;
  const files: FileToIndex[] = [];
  for (const file of found)
    files.push({
      path: file.uri.fsPath,
      ...(await settleFile(parts, { ...file, role: role ?? file.role })),
      ...produced.get(file.uri.toString())!,
    });
  await runIndexing(parts, (calls) => calls.addDocuments(files));
}

async function chooseFolder(openLabel: string): Promise<vscode.Uri | undefined> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Choose a folder that contains one folder for each author'),
    openLabel,
    canSelectFiles: false,
    canSelectFolders: true,
    ...(workspace && { defaultUri: workspace.uri }),
  });
  return chosen?.[0];
}

/** Author, role, ranges set by hand and work: those of the case file where it names the file, else those of its folders. */
async function settleFile(
  { cases }: CommandDependencies,
  { uri, author, role }: FoundFile,
): Promise<Pick<FileToIndex, 'author' | 'role' | 'byHand' | 'works'>> {
  const named = await cases.document(uri);
  if (!named || named.role === 'questioned') return { author, role };
  return { author: named.author ?? author, role: named.role, byHand: named.ranges, works: listWorks([named]) };
}
