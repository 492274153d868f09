import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { IdiographError } from '../../core/errors';
import { makeFolder, replaceWhole } from '../outputFile';
import { computeSha256 } from '../sha256';
import { readRegular, readSystemCode } from '../systemError';
import { lockWhile, removeLeftLock } from './writeCase';

/** The key of a user without a folder of their own. What one process writes is then trusted only by that process. */
const keyOfThisProcess = randomBytes(32).toString('hex');

/** This user's folder, outside every case. Its contents cannot come with a case folder that somebody else hands over. */
export function findOwnFolder(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const named = [XDG_CONFIG_HOME, process.platform === 'win32' ? APPDATA : undefined].find(
    (place) => place !== undefined && path.isAbsolute(place),
  );
  return path.join(named ?? path.join(os.homedir(), '.config'), 'idiograph');
}

/** The message authentication code of some parts under this user's key, which is created on first use. */
export function computeCode(...parts: readonly string[]): string {
  return createHmac('sha256', readOwnKey()).update(JSON.stringify(parts)).digest('hex');
}

/** The last entry of a log when this user wrote it. Undefined if it is not known here. */
export function readHead(log: string): string | undefined {
  try {
    return readRegular(findOwnFolder(), findHeadFile(log))?.toString();
  } catch (error) {
    return ignoreDiskFailure<string | undefined>(error, undefined);
  }
}

/** Stores the last entry of a log in the user's own folder, if there is one. */
export function keepHead(log: string, head: object): void {
  try {
    const file = findHeadFile(log);
    makeFolder(path.dirname(file), 0o700);
    replaceWhole(file, `${JSON.stringify(head)}\n`);
  } catch (error) {
    ignoreDiskFailure(error, undefined);
  }
}

/** A log is identified by its name and the disk's number of the folder around `.idiograph`, so a copy of that folder is a different one. */
function findHeadFile(log: string): string {
  const folder = path.dirname(log);
  const around = path.basename(folder) === '.idiograph' ? path.dirname(folder) : folder;
  const { ino, birthtimeNs } = fs.statSync(around, { bigint: true });
  const name = computeSha256([path.basename(log), ino, birthtimeNs].join('\0'));
  return path.join(findOwnFolder(), 'heads', `${name.slice(0, 32)}.json`);
}

/** Returns a value in place of a failure of the disk. A bug of ours is thrown. */
function ignoreDiskFailure<const Value>(error: unknown, value: Value): Value {
  if (error instanceof IdiographError || readSystemCode(error) !== undefined) return value;
  throw error;
}

function readOwnKey(): string {
  const folder = findOwnFolder();
  const file = path.join(folder, 'key');
  try {
    const key = readKey(folder, file);
    if (key !== undefined) {
      removeLeftLock(file); // left by a process that was killed after it made the key
      return key;
    }
    makeFolder(folder, 0o700);
    return lockWhile(file, () => {
      const other = readKey(folder, file); // another process may have been faster
      if (other !== undefined) return other;
      const made = randomBytes(32).toString('hex');
      fs.rmSync(file, { force: true }); // a damaged one
      fs.writeFileSync(file, made, { flag: 'wx', flush: true, mode: 0o600 });
      return made;
    });
  } catch (error) {
    return ignoreDiskFailure(error, keyOfThisProcess);
  }
}

function readKey(folder: string, file: string): string | undefined {
  const key = readRegular(folder, file)?.toString('latin1') ?? '';
  return /^[0-9a-f]{64}$/.test(key) ? key : undefined;
}
