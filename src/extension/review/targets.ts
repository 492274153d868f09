import * as vscode from 'vscode';
import { unsupportedFormat } from '../../core/errors';
import { formatOf, readableExtensions } from '../../core/readableFormats';
import { countWords } from '../../core/text/countWords';
import type { DocumentFactsStore } from './documentFacts';
import type { ReviewTarget } from '../../presentation/findings';
import { textScheme, titleOf } from './textDocuments';

/** The document of a URI. One in a format that is not read is taken only where an editor shows it already. Throws UnsupportedFormat. */
export async function openTextDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (uri.scheme !== textScheme && !formatOf(uri.path) && !isOpenAsText(uri))
    throw unsupportedFormat(titleOf(uri), readableExtensions);
  return vscode.workspace.openTextDocument(uri);
}

/** The text to review, with its facts asked for where they are not known; undefined: the user went away. */
export async function reviewTarget(
  document: vscode.TextDocument,
  facts: DocumentFactsStore,
  selection?: vscode.Range,
): Promise<ReviewTarget | undefined> {
  const title = titleOf(document.uri);
  const known = await facts.knownOrAsked(document.uri, title);
  if (!known) return undefined;
  const text = document.getText(selection);
  return {
    uri: document.uri.toString(),
    title: selection ? vscode.l10n.t('a selection of {title}', { title }) : title,
    text,
    offset: selection ? document.offsetAt(selection.start) : 0,
    version: document.version,
    words: countWords(text),
    facts: known,
  };
}

function isOpenAsText(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}
