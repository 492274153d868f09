import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { IdiographError } from '../../core/errors';
import { makeFolder, replaceWhole } from '../outputFile';
import { readRegular } from '../regularFiles';
import { computeSha256 } from '../sha256';
import { readSystemCode } from '../systemError';
import { lockWhile, removeLeftLock } from './writeCase';

/** For a user who has no folder of their own: what one process writes is believed by that process alone. */
const keyOfThisProcess = randomBytes(32).toString('hex');

/** The folder of this user, outside of every case: it holds what a folder that is handed over cannot bring along. */
export function findOwnFolder(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const named = [XDG_CONFIG_HOME, process.platform === 'win32' ? APPDATA : undefined].find(
    (place) => place !== undefined && path.isAbsolute(place),
  );
  return path.join(named ?? path.join(os.homedir(), '.config'), 'idiograph');
}

/** The message authentication code of some parts under the key of this user, which is made on first use. */
export function computeCode(...parts: readonly string[]): string {
  return createHmac('sha256', readOwnKey()).update(JSON.stringify(parts)).digest('hex');
}

/** What the last entry of a log was when this user wrote it; undefined: that is not known here. */
export function readHead(log: string): string | undefined {
  try {
    return readRegular(findOwnFolder(), findHeadFile(log))?.toString();
  } catch (error) {
    return ignoreDiskFailure<string | undefined>(error, undefined);
  }
}

/** Keeps the last entry of a log in the user's own folder, where there is one. */
export function keepHead(log: string, head: object): void {
  try {
    const file = findHeadFile(log);
    makeFolder(path.dirname(file), 0o700);
    replaceWhole(file, `${JSON.stringify(head)}\n`);
  } catch (error) {
    ignoreDiskFailure(error, undefined);
  }
}

/** A log is known by its name and the folder around `.idiograph`, as the disk numbers it: a copy of that folder is another. */
function findHeadFile(log: string): string {
  const { ino, birthtimeNs } = fs.statSync(findCaseAround(log), { bigint: true });
  const name = computeSha256([path.basename(log), ino, birthtimeNs].join('\0'));
  return path.join(findOwnFolder(), 'heads', `${name.slice(0, 32)}.json`);
}

function findCaseAround(log: string): string {
  const folder = path.dirname(log);
  return path.basename(folder) === '.idiograph' ? path.dirname(folder) : folder;
}

/** What stands for the failure of the disk; a bug of ours is thrown. */
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
      removeLeftLock(file); // of a process that was killed once it had made the key
      return key;
    }
    makeFolder(folder, 0o700);
    return lockWhile(file, () => readKey(folder, file) ?? makeKey(file)); // another process may have been faster
  } catch (error) {
    return ignoreDiskFailure(error, keyOfThisProcess);
  }
}

function readKey(folder: string, file: string): string | undefined {
  const key = readRegular(folder, file)?.toString('latin1') ?? '';
  return /^[0-9a-f]{64}$/.test(key) ? key : undefined;
}

function makeKey(file: string): string {
  const key = randomBytes(32).toString('hex');
  fs.rmSync(file, { force: true }); // a damaged one
  fs.writeFileSync(file, key, { flag: 'wx', flush: true, mode: 0o600 });
  return key;
}
