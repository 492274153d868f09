import * as vscode from 'vscode';
import { unsupportedFormat } from '../../core/errors';
import { formatOf, readableExtensions } from '../../core/readableFormats';
import { countWords } from '../../core/text/countWords';
import { refuseLostCharacters } from '../../core/text/lostCharacters';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { ReviewTarget } from '../../presentation/findings';
import { textScheme, titleOf } from './textDocuments';

/** The document of a URI. One in a format that is not read is taken only where an editor shows it already. Throws UnsupportedFormat. */
export async function openTextDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (uri.scheme !== textScheme && !formatOf(uri.path) && !isOpenAsText(uri))
    throw unsupportedFormat(titleOf(uri), readableExtensions);
  return vscode.workspace.openTextDocument(uri);
}

/** The text of a document or of a selection of it. Throws WrongEncoding. */
export function readableText(document: vscode.TextDocument, selection?: vscode.Range): string {
  const text = document.getText(selection);
  refuseLostCharacters(text, titleOf(document.uri));
  return text;
}

/** The text to review, with its facts asked for where they are not known; undefined: the user went away. Throws WrongEncoding. */
export async function reviewTarget(
  document: vscode.TextDocument,
  facts: DocumentFactsStore,
  selection?: vscode.Range,
): Promise<ReviewTarget | undefined> {
  const title = titleOf(document.uri);
  const text = readableText(document, selection);
  const version = document.version;
  const known = await facts.knownOrAsked(document.uri, title);
  if (!known) return undefined;
  return {
    uri: document.uri.toString(),
    title: selection ? vscode.l10n.t('a selection of {title}', { title }) : title,
    text,
    offset: selection ? document.offsetAt(selection.start) : 0,
    version,
    words: countWords(text),
    facts: known,
    ...(selection && { isSelection: true }),
  };
}

function isOpenAsText(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}
