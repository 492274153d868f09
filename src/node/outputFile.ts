import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { caseFileSuffix } from '../core/casework/caseFile';
import { IdiographError, unwritable } from '../core/errors';
import { isSameFile, isSamePlace, isWithin, listFoldersAbove, readStat, resolveTrueName } from './places';
import { insistently, readSystemCode, toSystemError } from './systemError';

/** What an output must never replace. */
export interface Guarded {
  /** Inputs of the command. Their files need not exist yet. */
  readonly files: readonly string[];
  /** Folders with exhibits, indexes or models. Nothing is written into them. */
  readonly folders: readonly string[];
}

export interface OutputOptions {
  readonly guarded: Guarded;
  readonly force: boolean;
  /** The first characters of a file that such an output may replace. Any other file with that name may be somebody's exhibit. */
  readonly begins: string;
}

/** The folders of a case in which nothing but its index is written. */
export function listGuardedFolders(caseFolder: string): readonly string[] {
  return ['known', 'questioned', 'population', '.idiograph'].map((name) => path.join(caseFolder, name));
}

/** The files of an index: its own, and those that SQLite keeps beside it. */
export function listIndexFiles(index: string): readonly string[] {
  return ['', '-wal', '-shm', '-journal'].map((ending) => index + ending);
}

/** A file that is written together with others: its path, its first characters, and its text from facts that are known later. */
export interface PlannedOutput<Facts> {
  readonly file: string;
  readonly begins: string;
  readonly text: (facts: Facts) => string | Uint8Array;
}

/**
 * Checks the paths of files that belong together before any work is done for them.
 * @returns a function that writes them in their order and returns their texts
 * @throws UnwritableFile  as requireWritable does
 */
export function planOutputs<Facts>(
  outputs: readonly PlannedOutput<Facts>[],
  common: Omit<OutputOptions, 'begins'>,
): (facts: Facts) => readonly (string | Uint8Array)[] {
  const check = (): void => {
    for (const { file, begins } of outputs) requireWritable(file, { ...common, begins });
  };
  check();
  return (facts) => {
    const texts = outputs.map(({ text }) => text(facts));
    check();
    replaceAll(outputs.map(({ file }, i) => ({ file, text: texts[i]! })));
    return texts;
  };
}

/**
 * Creates a folder and those above it, one by one. Node's own way never ends where the system says of a new folder that the one above it is
 * not there, as in /proc.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isDevice(folder, process.platform) && !fs.existsSync(folder)) throw unwritable(folder, isKept);
  const isThere = (each: string): boolean => readStat(each)?.isDirectory() === true;
  const above = listFoldersAbove(folder);
  for (const missing of above.slice(0, above.findIndex(isThere)).reverse()) {
    try {
      fs.mkdirSync(missing, { mode });
    } catch (error) {
      if (!isThere(missing)) throw error; // otherwise another process was faster
    }
  }
}

/**
 * Writes a file completely or not at all. It replaces an existing file and keeps its mode.
 * @param refuse  creates the error if the system refuses
 * @throws UnwritableFile, DiskFull
 */
export function replaceWhole(file: string, text: string | Uint8Array, refuse = unwritable): void {
  replaceAll([{ file, text }], refuse);
}

/**
 * Files that belong together are renamed to their places after all of them are written. If one cannot be written, the others stay as they
 * were.
 */
function replaceAll(
  files: readonly { readonly file: string; readonly text: string | Uint8Array }[],
  refuse = unwritable,
): void {
  const written: { readonly file: string; readonly temporary: string }[] = [];
  const undo: (() => void)[] = [];
  let at = '';
  try {
    for (const folder of new Set(files.map(({ file }) => path.dirname(file)))) removeLeftOvers((at = folder));
    for (const { file, text } of files) {
      at = file;
      const temporary = makeTemporaryName(path.dirname(file));
      written.push({ file, temporary });
      undo.push(() => fs.rmSync(temporary, { force: true }));
      const stats = fs.statSync(file, { throwIfNoEntry: false });
      fs.writeFileSync(temporary, text, { flag: 'wx', flush: true, ...(stats && { mode: stats.mode }) });
    }
    for (const [i, { file, temporary }] of written.entries()) {
      at = file;
      const isLast = i + 1 === written.length;
      const former = !isLast && readStat(file) ? fs.readFileSync(file) : undefined;
      insistently(() => fs.renameSync(temporary, file));
      if (!isLast) undo.push(() => (former ? fs.writeFileSync(file, former, { flush: true }) : fs.rmSync(file)));
    }
    // the names in a folder survive a loss of power; Windows does this itself, and cannot open folders
    for (const folder of new Set(files.map(({ file }) => path.dirname(file))))
      doIfPossible(() => {
        const handle = fs.openSync(folder, 'r');
        try {
          fs.fsyncSync(handle);
        } finally {
          fs.closeSync(handle);
        }
      });
  } catch (error) {
    for (const each of undo) doIfPossible(each);
    throw toSystemError(error, at, refuse, { ENOENT: 'its folder is not there' });
  }
}

/** Cleans up if the disk allows it. Files that are left are removed by the next command that writes there. */
export function doIfPossible(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof IdiographError) && readSystemCode(error) === undefined) throw error;
  }
}

const leftOver = /^\.idiograph-(?:(\d+)-)?(?:(\d+)-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
const longestWrite = 10 * 60_000; // milliseconds

/** A name in a folder that identifies the writer: this thread of this process. */
export function makeTemporaryName(folder: string): string {
  return path.join(folder, `.idiograph-${process.pid}-${threadId}-${randomUUID()}.tmp`);
}

/**
 * Removes files that killed writers, or this thread, left in a folder: files with our names that are ten minutes old, or that belong to an
 * ended process.
 */
export function removeLeftOvers(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const stats = leftOver.exec(name);
    if (!stats) continue;
    const file = path.join(folder, name);
    const written = fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const [, pid, thread] = stats;
    const isOwn = Number(pid) === process.pid && Number(thread) === threadId;
    const isGone = isOwn || (pid !== undefined && !isRunning(Number(pid))) || Date.now() - written > longestWrite;
    if (isGone) fs.rmSync(file, { force: true });
  }
}

/** Whether a process with this number is running on this machine. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return readSystemCode(error) === 'EPERM';
  }
}

/**
 * Checks the path of an output before any work is done for it.
 * @throws UnwritableFile  if the path leads to an exhibit, an index, a model, a case file or an input, by any name or link, or if
 * there is a file that may not be replaced
 */
export function requireWritable(file: string, options: OutputOptions): void {
  const problem = findProblem(file, options);
  if (problem !== undefined) throw unwritable(file, problem);
}

/** In bytes on Linux, and in UTF-16 units elsewhere. Windows reports a longer name as a missing file. */
const longestName = 255;

const deviceName = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\..*)?$/i;
const isKept = 'Windows keeps this name for a device';

/**
 * Whether Windows reads a name in a path, with any extension, as that of a device. Node can create such a folder, which no other program
 * can open or remove.
 */
export function isDevice(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && file.split(/[\\/]/).some((name) => deviceName.test(name));
}

/** The reason not to write to a path, or not to replace the file that is there. */
function findProblem(file: string, { guarded: { files, folders }, force, begins }: OutputOptions): string | undefined {
  if (!fs.existsSync(path.dirname(file))) return 'its folder is not there';
  if (isDevice(file, process.platform)) return isKept;
  const units = process.platform === 'linux' ? Buffer.byteLength(path.basename(file)) : path.basename(file).length;
  if (units > longestName) return 'its name is longer than the system allows';
  const real = resolveTrueName(file);
  if (files.some((one) => isSamePlace(one, real))) return 'it is an input of this command';
  if (folders.some((folder) => isWithin(real, folder))) return 'its folder contains exhibits, an index or models';
  if (real.endsWith(caseFileSuffix)) return 'it is a case file';
  const isIndex = (each: string): boolean =>
    readStat(each)?.isFile() === true && readBeginning(each, sqliteHeader.length) === sqliteHeader;
  if ([real, real.replace(/-(wal|shm|journal)$/, '')].some(isIndex)) return 'it belongs to an index';
  const facts = readStat(file);
  if (facts === undefined) return undefined;
  if (facts.isDirectory()) return 'it is a folder; name a file in it';
  if (!facts.isFile()) return 'it is not a regular file';
  const present = folders.filter((folder) => fs.existsSync(folder));
  const inFolders = present.flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const guarded = [...files, ...inFolders];
  const isOne = (file: string): boolean => {
    const stats = readStat(file);
    return stats !== undefined && isSameFile(stats, facts);
  };
  if (guarded.some(isOne)) return 'it is a link to an exhibit, an index or a model';
  if (!force) return 'there is a file of that name, which --force replaces';
  const isOurs = facts.size === 0n || readBeginning(file, begins.length + 3).startsWith(begins);
  return isOurs ? undefined : 'the file of that name was not written by this command';
}

const sqliteHeader = 'SQLite format 3\0';

/** The first bytes of a file, one character each, without a byte order mark of UTF-8. */
function readBeginning(file: string, bytes: number): string {
  const start = Buffer.alloc(bytes);
  const handle = fs.openSync(file, 'r');
  try {
    return start.toString('latin1', 0, fs.readSync(handle, start)).replace(/^\u00ef\u00bb\u00bf/, '');
  } finally {
    fs.closeSync(handle);
  }
}
