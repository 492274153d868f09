import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { unwritable } from '../../core/errors';
import { isRunning } from '../outputFile';
import { systemCode, systemError } from '../systemError';

/** Milliseconds: between two tries; until a try is given up; until a lock of another machine, or one without a name, is of a killed program. */
const times = { pause: 5, patience: 10_000, stale: 8000 };

/**
 * Does short work on a file that other processes change, too, one process at a time, by a lock file beside it. The lock of a
 * process that was killed is taken away.
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
    const isGone = host === os.hostname() && !isRunning(Number(pid));
    return { made: `${ino} ${mtimeMs}`, isStale: isGone || Date.now() - mtimeMs > times.stale };
  } catch {
    return undefined; // it is gone
  }
}
