import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  documentTooLarge,
  emptyDocument,
  type IdiographError,
  unreadableDocument,
  unsupportedFormat,
} from '../../core/errors';
import type { DocumentReader, StopSignal } from '../../core/ports';
import { type FormatName, formatOf, readableExtensions } from '../../core/readableFormats';
import { neverStops } from '../../core/stop';
import { maxDocumentBytes } from '../../core/text/document';
import type { ReadText } from '../../protocol/engine';
import { systemError } from '../systemError';
import { decodeText } from './decodeText';
import { markdownReader } from './markdown';

/** Text as it stands, so that ranges of it are those of the file in an editor. */
const plainTextReader: DocumentReader = {
  read: async (bytes, name) => Promise.resolve(decodeText(bytes, name)),
};

const readers: Readonly<Record<FormatName, DocumentReader>> = {
  plainText: plainTextReader,
  markdown: markdownReader,
};

/**
 * The text of a file, by the reader for its extension, and the hash of its bytes.
 *
 * @throws UnreadableDocument, WrongEncoding, UnsupportedFormat, DocumentTooLarge, EmptyDocument, Cancelled
 */
export async function readDocument(file: string, stop: StopSignal = neverStops): Promise<ReadText> {
  const name = path.basename(file);
  try {
    await requireReadable(file, name);
    const reader = readerOf(file, name);
    const bytes = await readBytes(file);
    const text = await reader.read(bytes, name, stop);
    if (text.trim() === '') throw emptyDocument(name);
    return { text, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    throw systemError(error, name, unreadableDocument, { ENOENT: absence(name) });
  }
}

function readerOf(file: string, name: string): DocumentReader {
  const format = formatOf(file);
  if (!format) throw unsupportedFormat(name, readableExtensions.join(', '));
  return readers[format];
}

/** What can be said without opening the file: opening a pipe would wait for its writer. */
async function requireReadable(file: string, name: string): Promise<void> {
  const facts = await stat(file);
  if (facts.isDirectory()) throw unreadableDocument(name, 'it is a folder');
  if (!facts.isFile()) throw unreadableDocument(name, 'it is not a regular file');
  if (facts.size > maxDocumentBytes) throw tooLarge(facts.size);
}

/** The file's bytes; of a file that has grown meanwhile, not more than one beyond the limit. */
async function readBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    while (length <= maxDocumentBytes) {
      const chunk = new Uint8Array(Math.min(1 << 20, maxDocumentBytes + 1 - length));
      const { bytesRead } = await handle.read(chunk);
      if (bytesRead === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, bytesRead));
      length += bytesRead;
    }
    throw tooLarge(length);
  } finally {
    await handle.close();
  }
}

/** In units of 10^6 bytes, rounded up, so that the size named is above the limit named. */
function tooLarge(bytes: number): IdiographError {
  return documentTooLarge((Math.ceil(bytes / 100_000) / 10).toFixed(1), maxDocumentBytes / 1_000_000);
}

/** Why a file is not found: a name that is not UTF-8 arrives with a mark in place of each wrong byte. */
export function absence(name: string): string {
  return name.includes('\ufffd')
    ? 'its name is not UTF-8 text; work on a copy of it under another name'
    : 'there is no such file';
}
