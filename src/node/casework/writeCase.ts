import fs from 'node:fs';
import path from 'node:path';
import { caseFileFormat, parseCaseFile } from '../../core/casework/caseFile';
import { type CaseLock, lockText } from '../../core/casework/lock';
import { unreadableDocument, unwritableCase } from '../../core/errors';
import { mailPlaceOf } from '../../core/mailboxes';
import { mailBytes } from '../documents/mailbox';
import { replaceWhole } from '../outputFile';
import { systemError } from '../systemError';
import { exclusively } from './exclusively';
import { sha256Of } from '../sha256';

/** The hash by which a lock is known. */
export function lockHash(lock: CaseLock): string {
  return sha256Of(lockText(lock));
}

/** The SHA-256 of a file's bytes, in hex; undefined where they cannot be read. */
export function fileHash(file: string): string | undefined {
  try {
    if (mailPlaceOf(file)) return sha256Of(mailBytes(file, file));
    if (!fs.statSync(file).isFile()) return undefined; // reading a pipe would wait for its writer
    return sha256Of(fs.readFileSync(file));
  } catch {
    return undefined;
  }
}

const emptyCase = `{\n  "format": "${caseFileFormat}",\n  "documents": {}\n}\n`;

/**
 * Changes the text of a case file, or of a new one, as it is at that moment: two who write at once write one after the other.
 * Throws UnwritableFile, for a link too.
 */
export function writeCaseFile(file: string, change: (text: string) => string): void {
  exclusively(file, () => changeCaseFile(file, change), unwritableCase);
}

function changeCaseFile(file: string, change: (text: string) => string): void {
  if (!fs.existsSync(file)) {
    replaceWhole(file, change(emptyCase), unwritableCase);
    return;
  }
  if (fs.lstatSync(file).isSymbolicLink()) throw unwritableCase(file, 'it is a link');
  const content = fs.readFileSync(file, 'utf8');
  const text = content.replace(/^\uFEFF/, '');
  parseCaseFile(text, path.basename(file));
  replaceWhole(file, content.slice(0, content.length - text.length) + change(text), unwritableCase);
}

/** The text of a case file, without a byte order mark. Throws UnreadableDocument. */
export async function readCaseText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await fs.promises.readFile(file)); // a pipe may never end
  } catch (error) {
    if (error instanceof TypeError) throw unreadableDocument(file, 'it is not UTF-8 text');
    throw systemError(error, file, unreadableDocument);
  }
}
