import * as vscode from 'vscode';
import {
  caseFileSuffix,
  documentByFolder,
  parseCaseFile,
  type CaseDocument,
  type CaseFile,
} from '../../core/casework/caseFile';

/** A file of a case, with what the case says of it. */
export interface CaseEntry {
  readonly uri: vscode.Uri;
  readonly facts: CaseDocument;
}

/**
 * What the workspace's case file, or else its folders (known/<author>/…, questioned/…), say of a document.
 * Undefined: nothing. Throws UnreadableDocument for a case file that cannot be read as one.
 */
export async function caseDocument(uri: vscode.Uri): Promise<CaseDocument | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return undefined;
  return describe(await readCase(folder.uri), folder.uri, uri);
}

/** The case's questioned documents, in order of their paths. */
export async function questionedDocuments(): Promise<readonly CaseEntry[]> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return [];
  const named = await readCase(folder.uri);
  const files = await filesBelow(vscode.Uri.joinPath(folder.uri, 'questioned'));
  return files.flatMap((uri) => {
    const facts = describe(named, folder.uri, uri);
    return facts?.role === 'questioned' ? [{ uri, facts }] : [];
  });
}

/** Every file below a folder, in a fixed order, without hidden ones; none when the folder cannot be read. */
export async function filesBelow(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const entries = await readDirectory(folder);
  const kept = entries.filter(([name]) => !name.startsWith('.')).sort(([a], [b]) => (a < b ? -1 : 1));
  const lists = await Promise.all(
    kept.map(([name, type]) => {
      const uri = vscode.Uri.joinPath(folder, name);
      return (type & vscode.FileType.Directory) !== 0 ? filesBelow(uri) : Promise.resolve([uri]);
    }),
  );
  return lists.flat();
}

/** The names of the folders directly inside a folder, without hidden ones. */
export async function foldersIn(folder: vscode.Uri): Promise<readonly string[]> {
  const entries = await readDirectory(folder);
  return entries
    .filter(([name, type]) => (type & vscode.FileType.Directory) !== 0 && !name.startsWith('.'))
    .map(([name]) => name)
    .sort();
}

async function readDirectory(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return []; // not there, or not readable: it holds nothing for us
  }
}

async function readCase(folder: vscode.Uri): Promise<CaseFile | undefined> {
  const entries = await readDirectory(folder);
  const name = entries.map(([entry]) => entry).find((entry) => entry.endsWith(caseFileSuffix));
  if (name === undefined) return undefined;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name));
  return parseCaseFile(new TextDecoder().decode(bytes), name);
}

function describe(named: CaseFile | undefined, folder: vscode.Uri, uri: vscode.Uri): CaseDocument | undefined {
  const relative = uri.path.slice(folder.path.replace(/\/$/, '').length + 1);
  return named?.documents.get(relative) ?? documentByFolder(relative);
}
