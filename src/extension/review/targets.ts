import * as vscode from 'vscode';
import { unsupportedFormat } from '../../core/errors';
import { formatOf, readableExtensions } from '../../core/readableFormats';
import { countWords } from '../../core/text/countWords';
import { checkDocument, rangesTogether, refuseLostCharacters } from '../../core/text/document';
import { readOfEditor } from '../../core/text/markdown';
import { checkedRanges, rangesWithin } from '../../core/text/handRanges';
import type { WindowCase } from '../case/windowCase';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import {
  isFileText,
  isTogether,
  openDocument,
  partsOf,
  placesOf,
  problemOf,
  readingOf,
  shownUri,
  textScheme,
  titleOf,
} from '../shownFiles';
import { sha256Of } from '../../node/sha256';

/** The document of a URI. One in a format that is not read is taken only where an editor shows it already. Throws UnsupportedFormat, and why a reader can make no text of a file. */
export async function openTextDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (uri.scheme !== textScheme && !formatOf(uri.path) && !openDocument(uri.toString()))
    throw unsupportedFormat(titleOf(uri), readableExtensions.join(', '));
  const shown = shownUri(uri);
  try {
    return await vscode.workspace.openTextDocument(shown);
  } catch (error) {
    throw problemOf(shown) ?? error;
  }
}

/** The text of a document or of a selection of it. Throws WrongEncoding. */
export function readableText(document: vscode.TextDocument, selection?: vscode.Range): string {
  const read = readOfEditor(document.getText(), document.uri.path);
  const text = selection ? read.slice(document.offsetAt(selection.start), document.offsetAt(selection.end)) : read;
  refuseLostCharacters(text, titleOf(document.uri));
  return text;
}

/** The text of a document as the editor has it, or else as its file has it; undefined: there is none. */
export async function bufferOrFile(uri: vscode.Uri): Promise<string | undefined> {
  const open = openDocument(uri.toString());
  if (open || !isFileText(uri)) return open?.getText() ?? (await fileOf(uri))?.text;
  return (await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined))?.getText();
}

/** What a file holds: its bytes' SHA-256, and its text as the editor would read it; undefined: there is none. */
async function fileOf(
  uri: vscode.Uri,
  encoding?: string,
): Promise<{ readonly text: string; readonly sha256: string } | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    const { decode } = vscode.workspace;
    const text = await (encoding === undefined ? decode(bytes, { uri }) : decode(bytes, { encoding }));
    return { text, sha256: sha256Of(bytes) };
  } catch {
    return undefined;
  }
}

/** The same where lines end otherwise: an editor gives all lines of a text one ending. */
function sameLines(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  return first === second;
}

/** What is read of a document: the SHA-256 of its file where it holds just that, of the text else, and whether it was changed. */
async function readOf(
  document: vscode.TextDocument,
  text: string,
  isSelection: boolean,
): Promise<Pick<ReviewTarget, 'sha256' | 'hashed' | 'isUnsaved' | 'reading'>> {
  const ofText = sha256Of(text);
  const made = readingOf(document.uri);
  if (made) return isSelection ? { sha256: ofText } : { ...made, hashed: 'file' };
  if (document.uri.scheme !== 'file') return { sha256: ofText };
  const file = await fileOf(document.uri, document.encoding);
  if (!file || !sameLines(file.text, document.getText())) return { sha256: ofText, isUnsaved: true };
  return isSelection ? { sha256: ofText } : { sha256: file.sha256, hashed: 'file' };
}

/** The ranges of a document that were set by hand, checked against its text. */
export async function handRangesOf(document: vscode.TextDocument, cases: WindowCase): Promise<ReviewTarget['byHand']> {
  const { uri } = document;
  if (!isTogether(uri)) return checkedRanges(document.getText(), await cases.ranges(uri), sha256Of);
  const parts = await Promise.all(partsOf(uri).map(openTextDocument));
  return rangesTogether(
    await Promise.all(parts.map(async (part) => ({ text: part.getText(), byHand: await handRangesOf(part, cases) }))),
  );
}

/** What a text is made of that is several as one. */
async function togetherOf(uri: vscode.Uri): Promise<ReviewTarget['together']> {
  if (!isTogether(uri)) return undefined;
  return Promise.all(
    partsOf(uri).map(async (part) => {
      const document = await openTextDocument(part);
      return { title: titleOf(part), sha256: (await readOf(document, document.getText(), false)).sha256 };
    }),
  );
}

/** The text to review, with its facts asked for where they are not known; undefined: the user cancelled. Throws WrongEncoding, and what speaks against scoring it. */
export async function reviewTarget(
  document: vscode.TextDocument,
  facts: DocumentFactsStore,
  selection?: vscode.Range,
): Promise<ReviewTarget | undefined> {
  const named = titleOf(document.uri);
  const text = readableText(document, selection);
  const { version } = document;
  const read = await readOf(document, text, selection !== undefined);
  const title = read.isUnsaved ? vscode.l10n.t('the unsaved text of {title}', { title: named }) : named;
  const known = await facts.known(document.uri);
  if (!known) checkDocument(text, named); // before anything is asked
  const stated = known ?? (await facts.ask(document.uri, named));
  if (!stated) return undefined;
  const { cases } = facts;
  const byHand = await handRangesOf(document, cases);
  const offset = selection ? document.offsetAt(selection.start) : 0;
  const changedFile = await (await cases.calls({}, partsOf(document.uri)[0])).changedFile(placesOf(document.uri));
  return {
    ...stated,
    ...read,
    uri: document.uri.toString(),
    id: selection ? vscode.l10n.t('a selection of {title}', { title }) : title,
    text,
    byHand: selection ? rangesWithin(byHand, { start: offset, end: offset + text.length }) : byHand,
    offset,
    version,
    words: countWords(text),
    together: await togetherOf(document.uri),
    isSelection: selection ? true : undefined,
    changedFile,
  };
}
