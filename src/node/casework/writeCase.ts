import fs from 'node:fs';
import path from 'node:path';
import os from 'node:os';
import { caseFileFormat, parseCaseFile } from '../../core/casework/caseFile';
import { type CaseLock, lockText } from '../../core/casework/lock';
import { missingFile, unreadableDocument, unwritable, unwritableCase } from '../../core/errors';
import { findFileBehind } from '../../reading/text/collectedPaths';
import { Collections, isCollected } from '../../reading/readFile';
import { doIfPossible, isRunning, replaceWhole } from '../outputFile';
import { findOddPlace, insistently, readRegular, readSystemCode, toSystemError } from '../systemError';
import { computeSha256 } from '../sha256';
import { randomUUID } from 'node:crypto';
import { threadId } from 'node:worker_threads';

/** The hash that identifies a lock. */
export function lockHash(lock: CaseLock): string {
  return computeSha256(lockText(lock));
}

/**
 * The SHA-256 of a file's bytes, in hex. Undefined if they cannot be read, or if a link in the folder of its case leads to them.
 * @param collections  an open collection, for a caller that hashes many texts of one file
 */
export function hashFile(
  file: string,
  folder = path.dirname(file),
  collections = new Collections(),
): string | undefined {
  try {
    if (isCollected(file))
      return findOddPlace(folder, findFileBehind(file)) ? undefined : computeSha256(collections.open(file).bytes);
    const bytes = readRegular(folder, file);
    return bytes && computeSha256(bytes);
  } catch {
    return undefined;
  }
}

const emptyCase = `{\n  "format": "${caseFileFormat}",\n  "documents": {}\n}\n`;

/**
 * Changes the text of a case file, or creates one. The change starts from the text at that moment, and two writers take turns. Throws
 * UnwritableFile, also for a link.
 * @returns a function that restores the former text if possible, unless another process has written in the meantime
 */
export function writeCaseFile(file: string, change: (text: string) => string): () => void {
  const locked = <T>(work: () => T): T => lockWhile(file, work, unwritableCase);
  const readContent = (): string | undefined => readRegular(path.dirname(file), file)?.toString();
  const { content, written } = locked(() => {
    const odd = findOddPlace(path.dirname(file), file);
    if (odd) throw unwritableCase(file, odd.problem);
    const before = readContent();
    const text = before?.replace(/^\uFEFF/, '') ?? emptyCase;
    if (before !== undefined) parseCaseFile(text, path.basename(file));
    const now = (before?.startsWith('\uFEFF') ? '\uFEFF' : '') + change(text);
    replaceWhole(file, now, unwritableCase);
    return { content: before, written: now };
  });
  const putBack = (): void => {
    if (readContent() !== written) return;
    if (content === undefined) fs.rmSync(file);
    else replaceWhole(file, content, unwritableCase);
  };
  return () => doIfPossible(() => locked(putBack));
}

/** The text of a case file, without a byte order mark. Throws UnreadableDocument. */
export function readCaseText(file: string): string {
  const bytes = readRegular(path.dirname(file), file);
  if (!bytes) throw missingFile(file, 'there is no such file');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw unreadableDocument(file, 'it is not UTF-8 text');
    throw error;
  }
}

/**
 * In milliseconds: the time between two tries; the time until a try is given up; the age at which the lock of another machine, or one
 * without a name, counts as that of a killed program; the age at which any lock does, because the work takes less.
 */
const times = { pause: 5, patience: 10_000, stale: 8000, longest: 300_000 };

/**
 * Does short work on a file that other processes also change, one process at a time, with a lock file beside it. The lock of a process that
 * was killed, or that ran before the machine was restarted, is removed.
 * @throws UnwritableFile  if another program keeps the lock for too long, and if the system refuses
 */
export function lockWhile<T>(file: string, work: () => T, refuse = unwritable): T {
  const lock = `${file}.lock`;
  const odd = findOddPlace(path.dirname(lock), lock);
  if (odd) throw refuse(odd.place, `${odd.problem}, but a lock file belongs there. Delete it`);
  const start = Date.now();
  while (!take(lock, refuse)) {
    if (Date.now() - start > times.patience)
      throw refuse(
        file,
        `another program is writing it, or was ended and left ${path.basename(lock)} behind, which counts for five minutes`,
      );
    removeStale(lock);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, times.pause);
  }
  try {
    return work();
  } finally {
    doIfPossible(() => insistently(() => fs.rmSync(lock, { force: true })));
  }
}

/** Locks that this thread made and could not write its name into, with the time. A drive that is gone also keeps them from being removed. */
const unnamed = new Map<string, number>();

/** False if the lock is taken. */
function take(lock: string, refuse: typeof unwritable): boolean {
  let isMade = false;
  try {
    const handle = insistently(() => fs.openSync(lock, 'wx'));
    isMade = true;
    fs.closeSync(handle);
    fs.writeFileSync(lock, `${process.pid} ${os.hostname()} ${threadId}`);
    return true;
  } catch (error) {
    if (readSystemCode(error) === 'EEXIST') return false;
    if (isMade) {
      unnamed.set(lock, Date.now());
      doIfPossible(() => insistently(() => fs.rmSync(lock, { force: true }))); // after a full disk
    }
    throw toSystemError(error, lock, refuse, { ENOENT: 'its folder is not there' });
  }
}

/** Removes the lock that an ended process left on a file, if no other work will remove it. */
export function removeLeftLock(file: string): void {
  removeStale(`${file}.lock`);
}

/** Removes the lock of an ended process. If two processes try, one finds a new lock and puts it back. */
function removeStale(lock: string): void {
  const result = readLock(lock);
  if (!result?.isStale) return;
  const aside = `${lock}-${randomUUID()}`;
  try {
    fs.renameSync(lock, aside);
    if (readLock(aside)?.made !== result.made) fs.linkSync(aside, lock);
  } catch (error) {
    if (readSystemCode(error) === undefined) throw error; // another process was faster
  } finally {
    doIfPossible(() => fs.rmSync(aside, { force: true }));
  }
}

function readLock(lock: string): { readonly made: string; readonly isStale: boolean } | undefined {
  try {
    const { ino, mtimeMs } = fs.lstatSync(lock);
    const [pid, host, thread] = (readRegular(path.dirname(lock), lock)?.toString() ?? '').split(' ');
    const age = Math.abs(Date.now() - mtimeMs); // a lock from the future comes from a clock that was changed
    const own = isHeldBy(Number(pid), mtimeMs) && age < Math.min(os.uptime() * 1000, times.longest);
    const isLeft = Number(pid) === process.pid && Number(thread) === threadId; // left by this thread, which could not remove it
    // a lock that this thread made without a name so recently that nobody else removes it yet
    const isUnnamedHere = pid === '' && Date.now() - (unnamed.get(lock) ?? -Infinity) < times.stale;
    const isTaken = host === os.hostname() ? own && !isLeft : age <= times.stale && !isUnnamedHere;
    return { made: `${ino} ${mtimeMs}`, isStale: !isTaken };
  } catch {
    return undefined; // it no longer exists
  }
}

/** Whether a running process may have made a lock at that time. A system gives the number of an ended process to another one. */
function isHeldBy(pid: number, made: number): boolean {
  if (!isRunning(pid)) return false;
  const [own, other] = [readStartTicks(process.pid), readStartTicks(pid)];
  if (own === undefined || other === undefined) return true;
  const start = Date.now() - process.uptime() * 1000 + (other - own) * 10;
  return start < made + 2000; // clocks may differ by this many milliseconds
}

/** The start of a process, in hundredths of a second of the machine's own clock. Undefined if the system does not report it. */
function readStartTicks(pid: number): number | undefined {
  try {
    const facts = fs.readFileSync(`/proc/${pid}/stat`, 'latin1'); // a regular file of Linux
    return Number(facts.slice(facts.lastIndexOf(')')).split(' ')[20]);
  } catch {
    return undefined;
  }
}
