import * as vscode from 'vscode';
import { unsupportedFormat } from '../../core/errors';
import { countWords } from '../../core/text/words';
import type { DocumentFactsStore } from './documentFacts';
import type { ReviewTarget } from './findings';
import { fileTextUri, titleOf } from './textDocuments';

const plainText = /\.(txt|md|markdown|text)$/i;
const readByEngine = /\.(html?|eml|mbox|docx|odt|rtf|pdf)$/i;

/** The document of a URI as an editor can show it: formats that are no plain text come as read-only text. */
export async function openTextDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const asText = uri.scheme === 'file' && readByEngine.test(uri.path) && !isOpenAsText(uri);
  try {
    return await vscode.workspace.openTextDocument(asText ? fileTextUri(uri) : uri);
  } catch (error) {
    if (asText || plainText.test(uri.path)) throw error;
    throw unsupportedFormat(titleOf(uri), ['txt', 'md', 'html', 'eml', 'mbox', 'docx', 'odt', 'rtf', 'pdf']);
  }
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
