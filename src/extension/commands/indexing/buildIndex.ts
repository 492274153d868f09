import * as vscode from 'vscode';
import { leftOut } from '../../../core/casework/caseWarnings';
import { filesAmong } from '../../../core/casework/foundFiles';
import { formatOf } from '../../../core/readableFormats';
import { entriesBelow } from '../../../node/casework/folderEntries';
import type { FileToIndex } from '../../../protocol/engine';
import { filesByAuthor, type AuthoredFile } from '../../case/authorFolders';
import { caseDocument, caseNotices } from '../../case/caseFolder';
import { factsOfAll } from '../../case/factsTable';
import { titleOf } from '../../shownFiles';
import type { Command } from '../command';
import { indexing } from './indexing';

/** A file that is about to be indexed, before it is known how it was produced. */
type FoundFile = AuthoredFile & { readonly uri: vscode.Uri };

/** Builds the reference index from a folder whose folders are authors; `known` and `population` may stand between. */
export const buildIndex: Command = async (parts, argument) => {
  const folder = argument instanceof vscode.Uri ? argument : await chooseFolder();
  if (!folder) return;
  const title = titleOf(folder);
  const inFolder = filesAmong(await entriesBelow(folder.fsPath));
  const paths = inFolder.files.filter((path) => formatOf(path));
  const found = filesByAuthor(paths, title).map((file) => ({ ...file, uri: vscode.Uri.joinPath(folder, file.path) }));
  const notIndexed = leftOut(inFolder).map((warning) => ({ ...warning, file: `${title}/${warning.file}` }));
  void parts.problems.warn(await caseNotices(notIndexed));
  if (found.length === 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('{title} has no folders with documents. Make one folder for each author in it.', { title }),
    );
    return;
  }
  const uris = found.map(({ uri }) => uri);
  const produced = await factsOfAll(uris, parts.facts, folder.fsPath);
  if (!produced) return;
  const files: FileToIndex[] = [];
  for (const file of found)
    files.push({ path: file.uri.fsPath, ...(await settled(file)), ...produced.get(file.uri.toString())! });
  await indexing(parts, (file, asking) => parts.engine.calls(asking).addDocuments(file, files));
};

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Choose a folder with one folder for each author'),
    openLabel: vscode.l10n.t('Build Index'),
    canSelectFiles: false,
    canSelectFolders: true,
    ...(workspace && { defaultUri: workspace.uri }),
  });
  return chosen?.[0];
}

/** Author and role: those of the case file where it names the file, else those of its folders. */
async function settled({ uri, author, role }: FoundFile): Promise<Pick<FileToIndex, 'author' | 'role'>> {
  const named = await caseDocument(uri);
  if (!named || named.role === 'questioned') return { author, role };
  return { author: named.author ?? author, role: named.role };
}
