import path from 'node:path';
import * as vscode from 'vscode';
import { isConverted } from '../reading/text/collectedPaths';

import * as v from 'valibot';
import { fields, type Shape, text, tryParse } from '../core/basics/shape';

/** Read-only texts: known documents of an index, and files that a reader turns into text. */
export const textScheme = 'idiograph-text';
/** This word in an address means that the text is that of a file. */
const ofFile = 'file';

/**
 * A file as an editor shows its text: as a read-only text if a reader makes it, otherwise the file itself. A file on a server then has
 * the server in its path.
 */
export function toShownUri(uri: vscode.Uri): vscode.Uri {
  if (uri.scheme !== 'file' || !isConverted(uri.path)) return uri;
  const { authority, path } = uri;
  return uri.with({ scheme: textScheme, authority: ofFile, path: authority === '' ? path : `//${authority}${path}` });
}

/** The file behind a text. Any other document is returned as it is. */
export function toFileUri(uri: vscode.Uri): vscode.Uri {
  if (!isFileText(uri)) return uri;
  const [, authority = '', path = uri.path] = /^\/\/([^/]+)(\/.*)$/s.exec(uri.path) ?? [];
  return uri.with({ scheme: 'file', authority, path });
}

/** Whether the text was made from a file. */
export function isFileText({ scheme, authority, path }: vscode.Uri): boolean {
  return scheme === textScheme && authority === ofFile && isConverted(path);
}

/** The name of a document for the case service: the path of its file, or the address of a document that is no file. */
export function formatDocument(uri: vscode.Uri): string {
  return toFileUri(uri).scheme === 'file' ? toFileUri(uri).fsPath : uri.toString();
}

export function toDocumentUri(document: string): vscode.Uri {
  return path.isAbsolute(document) ? toShownUri(vscode.Uri.file(document)) : vscode.Uri.parse(document);
}

/** Whether a document is a known document of an index. */
export function isIndexed(uri: vscode.Uri): boolean {
  return uri.scheme === textScheme && !isFileText(uri);
}

/** A document that is open in VS Code, whether or not it is visible. */
export function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}

/** The last part of a document's path. */
export function readTitle(uri: vscode.Uri): string {
  return uri.path.split('/').pop() ?? uri.path;
}

/** The document of a tab. Undefined if the tab shows something else. */
export function readTabUri({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** Every tab that shows a document, with the document. */
export function listTextTabs(): readonly { readonly tab: vscode.Tab; readonly uri: vscode.Uri }[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap((tab) => {
    const uri = readTabUri(tab);
    return uri ? [{ tab, uri }] : [];
  });
}

export async function closeTabs(isClosed: (tab: vscode.Tab, uri: vscode.Uri) => boolean): Promise<void> {
  const tabs = listTextTabs().filter(({ tab, uri }) => isClosed(tab, uri));
  await vscode.window.tabGroups.close(
    tabs.map(({ tab }) => tab),
    true,
  );
}

export function hasTab(document: string): boolean {
  return listTextTabs().some(({ uri }) => uri.toString() === document);
}

/** The address of a command in Markdown. Parentheses are escaped too, because one in an author's name would end the link. */
export function formatCommandLink(command: string, args: readonly unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(args));
  return `command:${command}?${query.replace(/\(/g, '%28').replace(/\)/g, '%29')}`;
}

const address = fields({ id: text });

/** The source of the text of an `idiograph-text:` document: a known document of the window's index. */
type TextAddress = Shape<typeof address>;

export function formatQuery({ id }: TextAddress): string {
  return JSON.stringify({ id });
}

/** Reads a query that anyone may have written. Undefined if it is not one of ours. */
export function parseQuery(query: string): TextAddress | undefined {
  const read = v.safeParse(address, tryParse(query));
  return read.success ? read.output : undefined;
}
