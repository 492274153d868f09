import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { caseFileFormat, parseCaseFile, type PinnedParts } from '../../core/casework/caseFile';
import { type CaseLock, lockText } from '../../core/casework/lock';
import { withDocuments, withLock, withPin } from '../../core/casework/memberText';
import { replaceWhole } from '../outputFile';

/** The hash by which a lock is known. */
export function lockHash(lock: CaseLock): string {
  return createHash('sha256').update(lockText(lock)).digest('hex');
}

/** Writes down in a case file which index and which model files its case is examined with. */
export function writePin(file: string, pinned: PinnedParts): void {
  rewrite(file, (text) => withPin(text, pinned));
}

/** Writes down in a case file what is said of documents, by their paths from it. */
export function writeDocuments(file: string, said: Parameters<typeof withDocuments>[1]): void {
  rewrite(file, (text) => withDocuments(text, said));
}

/** Locks the settings of a case in its case file, in the place of an earlier lock. Returns the lock's hash. */
export function writeLock(file: string, { settings, own }: CaseLock): string {
  const hash = lockHash({ settings, own });
  rewrite(file, (text) => withLock(text, { hash, settings, own }));
  return hash;
}

const emptyCase = `{\n  "format": "${caseFileFormat}",\n  "documents": {}\n}\n`;

/** In a case file that is there, or a new one; what a link leads to is written, not the link. */
function rewrite(file: string, change: (text: string) => string): void {
  if (!fs.existsSync(file)) {
    replaceWhole(file, change(emptyCase));
    return;
  }
  const place = fs.realpathSync(file);
  const content = fs.readFileSync(place, 'utf8');
  const text = content.replace(/^\uFEFF/, '');
  parseCaseFile(text, path.basename(place));
  replaceWhole(place, content.slice(0, content.length - text.length) + change(text));
}
