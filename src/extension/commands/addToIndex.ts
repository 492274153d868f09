import path from 'node:path';
import * as vscode from 'vscode';

import { listWorks } from '../../core/copies/copies';
import type { KnownDocument, Role } from '../../core/domain/evidence';

import type { FileToIndex } from '../../protocol/engine';
import { findFactsOfAll } from '../case/documentFacts';
import { parseCaseNode } from '../case/windowCase';
import { findHandRanges, openTextDocument, readText } from '../review/textDocuments';
import { readTitle, toFileUri } from '../shownFiles';
import { createShareStep } from '../window';
import { changeIndex, type Command, type CommandDependencies, findDocument, runIndexing } from './command';

/**
 * Adds a document, or several chosen files, to the index with one author, as known texts or as part of the population. A file that is
 * dropped on an author gets this author.
 */
export const addToIndex: Command = async (parts, argument, together, onto) => {
  const files = Array.isArray(together) ? together.filter((each) => each instanceof vscode.Uri) : [];
  const node = parseCaseNode(onto);
  const owner = node?.kind === 'author' ? { author: node.author, role: node.role } : undefined;
  if (files.length > 1) {
    const chosen = owner ?? (await askOwner(parts, vscode.l10n.t('texts: {count}', { count: files.length })));
    if (chosen) await addPlaces(parts, files, path.dirname(path.dirname(files[0]!.fsPath)), chosen);
    return;
  }
  const uri = await findDocument(argument ?? vscode.window.activeTextEditor?.document.uri, parts);
  const place = toFileUri(uri).fsPath;
  const found = await parts.cases.createCalls({}, uri).findTexts({ places: [place], author: owner?.author });
  if (found.files.length > 0) {
    // a mailbox, chat or table of messages: each text has its author, or only those of the author on whom it was dropped are added
    const title = path.basename(place);
    void parts.problems.warn(await parts.cases.notices(found.warnings));
    const role = owner?.role ?? (await askRole(title));
    const facts = role && (await parts.facts.findOrAsk(vscode.Uri.file(place), title));
    if (facts)
      await runIndexing(parts, (calls) => calls.addDocuments(found.files.map((each) => ({ ...each, role, ...facts }))));
    return;
  }
  const document = await openTextDocument(uri);
  const title = readTitle(uri);
  const text = readText(document);
  const chosen = owner ?? (await askOwner(parts, title));
  const facts = chosen && (await parts.facts.findOrAsk(document.uri, title));
  if (!chosen || !facts) return;
  const { author, role } = chosen;
  const inCase = await parts.cases.document(uri);
  const about = { byHand: findHandRanges(document, inCase), works: listWorks(inCase) };
  const known: KnownDocument = { id: title, text, title, author, role, ...facts, ...about };
  await runIndexing(parts, (calls) => calls.addDocuments([known]));
};

type Owner = Pick<FileToIndex, 'author' | 'role'>;

/**
 * Adds files or a folder: several chosen files, or a folder with one folder for each author. A file that cannot be read is passed over,
 * with its reason.
 * @param root  path that folders are shown from
 * @param owner  without an author, the author comes from the folders; without a role, so does the role, from folders above the authors
 */
async function addPlaces(
  parts: CommandDependencies,
  places: readonly vscode.Uri[],
  root: string,
  owner: Partial<Owner>,
): Promise<void> {
  const request = { places: places.map((uri) => toFileUri(uri).fsPath), ...owner };
  const { files, warnings } = await parts.cases.createCalls({}, places[0]).findTexts(request);
  void parts.problems.warn(await parts.cases.notices(warnings));
  if (files.length === 0) {
    const values = { title: readTitle(places[0]!) };
    void vscode.window.showWarningMessage(
      vscode.l10n.t('{title} has no folders with documents. Make one folder for each author in it.', values),
    );
    return;
  }
  const uris = files.map((file) => vscode.Uri.file(file.path));
  const produced = await findFactsOfAll(uris, parts.facts, root);
  if (!produced) return;
  const documents = files.map((each, i) => ({ ...each, ...produced.get(uris[i]!.toString())! }));
  await runIndexing(parts, (calls) => calls.addDocuments(documents));
}

async function askOwner({ caseState }: CommandDependencies, title: string): Promise<Owner | undefined> {
  const role = await askRole(title);
  if (!role) return undefined;
  const another = vscode.l10n.t('Another…');
  const authors = [...new Set((await caseState.listDocuments()).map(({ author }) => author))].sort();
  const options = { title: vscode.l10n.t('Who wrote {title}?', { title }) };
  const chosen = authors.length === 0 ? another : await vscode.window.showQuickPick([...authors, another], options);
  if (chosen !== another) return chosen === undefined ? undefined : { role, author: chosen };
  const typed = (await vscode.window.showInputBox(options))?.trim();
  return typed ? { role, author: typed } : undefined;
}

async function askRole(title: string): Promise<Role | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly role: Role })[] = [
    {
      role: 'known',
      label: vscode.l10n.t('Known'),
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

/** Removes a document, or all documents of an author, after a confirmation. */
export const removeFromIndex: Command = async (parts, argument) => {
  const node = parseCaseNode(argument);
  const documents = node?.kind === 'author' ? node.documents : node?.kind === 'indexed' ? [node.document] : [];
  const [first] = documents;
  if (!first) return;
  const remove = vscode.l10n.t('Remove');
  const title = documents.length === 1 ? first.title : `${first.author} (${documents.length})`;
  const question = vscode.l10n.t('Remove {title} from the index?', { title });
  const detail = vscode.l10n.t('The files themselves are not deleted.');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
  const ids = documents.map(({ id }) => id);
  await changeIndex(parts, () => parts.cases.createCalls().removeDocuments(ids));
};

/** Builds the reference index from a folder with one folder for each author. A folder `known` or `population` may lie in between. */
export const buildIndex: Command = async (parts, argument) => {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const asked = {
    title: vscode.l10n.t('Choose a folder that contains one folder for each author'),
    ...{ openLabel: vscode.l10n.t('Continue'), canSelectFiles: false, canSelectFolders: true },
    ...(workspace && { defaultUri: workspace.uri }),
  };
  const folder = argument instanceof vscode.Uri ? argument : (await vscode.window.showOpenDialog(asked))?.[0];
  if (folder) await addPlaces(parts, [folder], folder.fsPath, {});
};

/** Encodes damaged documents again from their texts. */
export const repairIndex: Command = async (parts) => {
  const title = vscode.l10n.t('Repair Reference Index');
  const toStep = createShareStep((share) => `${vscode.l10n.t('Encoding')}, ${share}`);
  const { repaired, unsound, documents, lostLog } = await changeIndex(parts, () =>
    parts.work.askEngine(title, toStep, (asking) => parts.cases.createCalls(asking).repairIndex()),
  );
  const values = { repaired: repaired.length, documents, count: unsound.length };
  const sentences = [vscode.l10n.t('Idiograph encoded {repaired} documents again. The index has {documents}.', values)];
  if (lostLog)
    sentences.push(
      vscode.l10n.t(
        'The log of the index was missing, and with it the last additions and removals. Add those documents again.',
      ),
    );
  if (unsound.length > 0) {
    parts.problems.logLines(unsound);
    sentences.push(
      vscode.l10n.t(
        '{count} documents differ from what was added. Remove the documents that the log names, and add them again.',
        values,
      ),
    );
  }
  void vscode.window.showInformationMessage(sentences.join(' '));
};
