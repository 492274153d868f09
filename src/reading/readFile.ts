import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  documentTooLarge,
  emptyDocument,
  IdiographError,
  unexpected,
  unreadableDocument,
  unsupportedFormat,
  refuseLostCharacters,
  missingFile,
} from '../core/errors';
import type { DocumentReader, ReadContent } from '../core/ports';
import { isConverted } from './text/collectedPaths';
import { maxDocumentBytes, readableExtensions, type FileText } from './text/readableFormats';
import { neverStops, type StopSignal } from '../core/basics/work';
import { findTurns } from './text/turns';
import { findExclusions, groupParts } from './text/exclusions';
import { readMarkdown } from './text/markdown';
import { explainAbsence, readSystemCode, toSystemError } from '../node/systemError';
import { computeSha256 } from '../node/sha256';
import { Collections, decodeOneText, findFormat, isCollected } from './collections';

export { Collections, isCollected } from './collections';
export { Container } from './office/container';

/** Plain text without changes, and Markdown without what is not its author's prose: places are those of the file in an editor. */
const textReaders: Readonly<Record<'plainText' | 'markdown', DocumentReader>> = {
  plainText: { read: async (bytes, name, stop) => Promise.resolve({ text: decodeOneText(bytes, name, stop) }) },
  markdown: {
    read: async (bytes, name, stop) => Promise.resolve(readMarkdown(decodeOneText(bytes, name, stop), stop)),
  },
};

/** The largest file for a reader that makes the text. Most of such a file is pictures and layout. */
const maxConvertedBytes = 100_000_000;
/** The longest time of a reading, in seconds. */
const mostSeconds = 120;

/**
 * The text of a file, by the reader for its extension, and the hash of its bytes.
 *
 * @param collections  an open collection, for a caller that reads many texts of one file
 * @throws UnreadableDocument, WrongEncoding, UnsupportedFormat, DocumentTooLarge, EmptyDocument, Cancelled
 */
export async function readDocument(
  file: string,
  stop: StopSignal = neverStops,
  collections = new Collections(),
): Promise<FileText> {
  const name = path.basename(file);
  try {
    const { bytes, reader } = isCollected(file)
      ? { reader: await findReader(file, name), ...collections.open(file, stop) }
      : await openFile(file, name);
    if (bytes.length === 0) throw emptyDocument(name);
    const read = putCellsBack(await limitTime(stop, name, (limited) => reader.read(bytes, name, limited)), stop);
    if (read.text.trim() === '') throw emptyDocument(name);
    const excluded = reader.library === undefined ? [] : findExclusions(read.text, stop);
    const stretches = excluded.map(({ kind, start, end }) => ({ kind, at: start, text: read.text.slice(start, end) }));
    const excludedParts = groupParts(stretches).map(({ kind, words }) => ({ kind, words })); // their places are in the text
    const { text, pages } = read;
    refuseLostCharacters(text, name);
    const parts = [...(read.parts ?? []), ...excludedParts];
    const textSha256 = computeSha256(text);
    const made = { reader: reader.library ?? 'Markdown', textSha256, parts, ...(pages && { pages }) };
    const isMade = reader.library !== undefined || parts.length > 0; // else the file is the text
    return { text, sha256: computeSha256(bytes), ...(isMade && { reading: made }) };
  } catch (error) {
    const refuse = readSystemCode(error) === 'ENOENT' ? missingFile : unreadableDocument;
    const problem = toSystemError(error, name, refuse, { ENOENT: explainAbsence(name) });
    throw problem instanceof IdiographError ? problem : unexpected(name, String(error));
  }
}

/** The text with its short cells in their places, if they are the times and names of a table of messages or of printed mails. */
function putCellsBack(read: ReadContent, stop: StopSignal): ReadContent {
  const cells = read.parts?.find(({ kind }) => kind === 'cells');
  if (!cells?.places) return read;
  let [text, at] = ['', 0];
  const pages: number[] = [];
  const copyUntil = (end: number): void => {
    while (pages.length < (read.pages?.length ?? 0) && read.pages![pages.length]! < end)
      pages.push(text.length + Math.max(0, read.pages![pages.length]! - at));
    text += read.text.slice(at, end);
    at = end;
  };
  for (const place of cells.places) {
    copyUntil(place.at);
    text = [...(text.trim() === '' ? [] : [text.trimEnd()]), place.text.trim(), ''].join('\n');
    at += /^\s*/.exec(read.text.slice(at))![0].length;
  }
  copyUntil(Infinity);
  if (!findTurns(text.trim(), stop)) return read;
  const parts = read.parts!.filter((part) => part !== cells).map(({ kind, words }) => ({ kind, words }));
  return { ...read, text, parts, ...(read.pages && { pages }) };
}

/** Runs a reading for at most two minutes. A fault of a reader is reported for its file, so that other files are read. */
async function limitTime<T>(stop: StopSignal, name: string, read: (limited: StopSignal) => Promise<T>): Promise<T> {
  const end = performance.now() + 1000 * mostSeconds;
  const isLate = (): boolean => performance.now() > end;
  const limited = {
    get stopped() {
      return stop.stopped || isLate();
    },
  };
  try {
    return await read(limited);
  } catch (error) {
    if (error instanceof IdiographError && error.code === 'Cancelled' && !stop.stopped)
      throw unreadableDocument(name, `reading it takes longer than ${mostSeconds} seconds`);
    if (error instanceof IdiographError || readSystemCode(error) !== undefined) throw error;
    throw unreadableDocument(name, `its reader fails on it (${String(error)})`);
  }
}

async function findReader(file: string, name: string): Promise<DocumentReader> {
  const format = findFormat(file);
  if (!format) throw unsupportedFormat(name, readableExtensions.join(', '));
  if (format === 'plainText' || format === 'markdown') return textReaders[format];
  const { readers } = await import('./readers');
  return readers[format];
}

async function openFile(file: string, name: string): Promise<{ bytes: Uint8Array; reader: DocumentReader }> {
  const limit = isConverted(file) ? maxConvertedBytes : maxDocumentBytes;
  const facts = await stat(file); // before it is opened, because opening a pipe would wait for its writer
  if (facts.isDirectory()) throw unreadableDocument(name, 'it is a folder');
  if (!facts.isFile()) throw unreadableDocument(name, 'it is not a regular file');
  if (facts.size > limit) throw createSizeError(facts.size, limit);
  const reader = await findReader(file, name);
  const bytes = await readFile(file);
  if (bytes.length > limit) throw createSizeError(bytes.length, limit); // it has grown since
  return { bytes, reader };
}

/** In units of 10^6 bytes, rounded up, so that the size named is above the limit named. */
function createSizeError(bytes: number, limit: number): IdiographError {
  return documentTooLarge((Math.ceil(bytes / 100_000) / 10).toFixed(1), limit / 1_000_000);
}
