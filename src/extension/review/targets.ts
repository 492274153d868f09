import * as vscode from 'vscode';
import { unsupportedFormat } from '../../core/errors';
import { countWords } from '../../core/text/words';
import type { DocumentFactsStore } from './documentFacts';
import type { ReviewTarget } from './findings';
import { textScheme, titleOf } from './textDocuments';

const readable = ['.txt', '.text', '.md', '.markdown'];
/** Texts inside markup or binary: as an editor shows them they would be compared with all of it. */
const marked = /\.(html?|eml|mbox|docx|odt|rtf|pdf)$/i;

/** The document of a URI; one in a format that is not read only where an editor shows it already. */
export async function openTextDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const unread = (): Error => unsupportedFormat(titleOf(uri), readable);
  if (uri.scheme === 'file' && marked.test(uri.path) && !isOpenAsText(uri)) throw unread();
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    const isReadable = uri.scheme === textScheme || readable.some((ending) => uri.path.toLowerCase().endsWith(ending));
    throw isReadable ? error : unread();
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
