import fs from 'node:fs';
import path from 'node:path';
import os from 'node:os';
import { caseFileFormat, parseCaseFile } from '../../core/casework/caseFile';
import { type CaseLock, lockText } from '../../core/casework/lock';
import { unreadableDocument, unwritable, unwritableCase } from '../../core/errors';
import { mailPlaceOf } from '../../core/mailboxes';
import { mailBytes } from '../documents/mailbox';
import { isRunning, replaceWhole } from '../outputFile';
import { systemCode, systemError } from '../systemError';
import { sha256Of } from '../sha256';
import { randomUUID } from 'node:crypto';

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

/** Milliseconds: between two tries; until a try is given up; until a lock of another machine, or one without a name, is of a killed program. */
const times = { pause: 5, patience: 10_000, stale: 8000 };

/**
 * Does short work on a file that other processes change, too, one process at a time, by a lock file beside it. The lock of a
 * process that was killed, or ran before the machine was started again, is taken away.
 *
 * @throws UnwritableFile  where another program holds the lock for too long, and where the system refuses
 */
export function exclusively<T>(file: string, work: () => T, refuse = unwritable): T {
  const lock = `${file}.lock`;
  const start = Date.now();
  while (!take(lock, refuse)) {
    if (Date.now() - start > times.patience) throw refuse(file, 'another program is writing it');
    removeStale(lock);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, times.pause);
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

/** False: it is taken. */
function take(lock: string, refuse: typeof unwritable): boolean {
  try {
    fs.writeFileSync(lock, `${process.pid} ${os.hostname()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw systemError(error, lock, refuse, { ENOENT: 'its folder is not there' });
  }
}

/** Takes away the lock of a process that is gone. Of two that try, one meets a new lock and puts it back. */
function removeStale(lock: string): void {
  const found = readLock(lock);
  if (!found?.isStale) return;
  const aside = `${lock}-${randomUUID()}`;
  try {
    fs.renameSync(lock, aside);
    if (readLock(aside)?.made !== found.made) fs.linkSync(aside, lock);
  } catch (error) {
    if (systemCode(error) === undefined) throw error; // another process was faster
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

function readLock(lock: string): { readonly made: string; readonly isStale: boolean } | undefined {
  try {
    const { ino, mtimeMs } = fs.statSync(lock);
    const [pid, host] = fs.readFileSync(lock, 'utf8').split(' ');
    const age = Date.now() - mtimeMs;
    const isHeld = host === os.hostname() ? isRunning(Number(pid)) && age < os.uptime() * 1000 : age <= times.stale;
    return { made: `${ino} ${mtimeMs}`, isStale: !isHeld };
  } catch {
    return undefined; // it is gone
  }
}
