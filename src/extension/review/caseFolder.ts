import * as vscode from 'vscode';
import type { CaseDocument } from '../../core/casework/caseFile';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import { filesBelow, type FileTree, type FolderEntry, type FoundFiles } from '../../core/casework/filesBelow';
import { openCase, type Case } from '../../core/casework/openCase';
import { unreadableDocument } from '../../core/errors';

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
  const relative = uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
  return (await openCase(treeOf(folder.uri))).describe(relative);
}

/** What the case file beside a document pins. Throws as `caseDocument` does. */
export async function casePin(uri: vscode.Uri): Promise<Case['pinned']> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder && (await openCase(treeOf(folder.uri))).pinned;
}

/** The case's questioned documents, in order of their paths. */
export async function questionedDocuments(): Promise<readonly CaseEntry[]> {
  const open = await workspaceCase();
  if (!open) return [];
  const documents = await open.contents.documents();
  return documents.flatMap(([path, facts]) =>
    facts.role === 'questioned' ? [{ uri: vscode.Uri.joinPath(open.folder, path), facts }] : [],
  );
}

/** What is left out of the workspace's case or not read as it was meant. */
export async function caseWarnings(): Promise<readonly CaseWarning[]> {
  return (await workspaceCase())?.contents.warnings() ?? [];
}

/** Every file below a folder, in a fixed order, without hidden ones, and the links there; none when it cannot be read. */
export function folderFiles(folder: vscode.Uri): Promise<FoundFiles> {
  return filesBelow(treeOf(folder), '');
}

async function workspaceCase(): Promise<{ readonly folder: vscode.Uri; readonly contents: Case } | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder && { folder: folder.uri, contents: await openCase(treeOf(folder.uri)) };
}

function treeOf(folder: vscode.Uri): FileTree {
  return {
    entries: (path) => entriesOf(vscode.Uri.joinPath(folder, path)),
    text: (path) => utf8Text(vscode.Uri.joinPath(folder, path), path),
  };
}

async function entriesOf(folder: vscode.Uri): Promise<readonly FolderEntry[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.map(([name, type]) => ({ name, kind: kindOf(type) }));
  } catch {
    return []; // not there, or not readable: it holds nothing for us
  }
}

function kindOf(type: vscode.FileType): FolderEntry['kind'] {
  if ((type & vscode.FileType.SymbolicLink) !== 0) return 'link';
  return (type & vscode.FileType.Directory) !== 0 ? 'folder' : 'file';
}

async function utf8Text(file: vscode.Uri, name: string): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadableDocument(name, 'it is not UTF-8 text');
  }
}
