import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { caseFileSuffix } from '../core/casework/caseFile';
import { IdiographError, unwritable } from '../core/errors';
import { isSameFile, isSamePlace, isWithin, listFoldersAbove, readStat, resolveTrueName } from './places';
import { insistently, readSystemCode, toSystemError } from './systemError';

/** What an output may never take the place of. */
export interface Guarded {
  /** Inputs of the command; their names need not be there yet. */
  readonly files: readonly string[];
  /** Folders that hold exhibits, indexes or models: nothing is written into them. */
  readonly folders: readonly string[];
}

export interface OutputOptions {
  readonly guarded: Guarded;
  readonly force: boolean;
  /** How a file begins that such an output may replace: anything else of that name may be somebody's exhibit. */
  readonly begins: string;
}

/** The folders of a case in which nothing is written but its index. */
export function listGuardedFolders(caseFolder: string): readonly string[] {
  return ['known', 'questioned', 'population', '.idiograph'].map((name) => path.join(caseFolder, name));
}

/** The files of an index: its own, and what SQLite keeps beside it. */
export function listIndexFiles(index: string): readonly string[] {
  return ['', '-wal', '-shm', '-journal'].map((ending) => index + ending);
}

/**
 * Writes a file as a whole or not at all: under a name of its own beside its place, then renamed.
 *
 * @throws UnwritableFile  as requireWritable does, and where the system refuses
 * @throws DiskFull
 */
export function writeOutput(file: string, text: string | Uint8Array, options: OutputOptions): void {
  requireWritable(file, options);
  replaceWhole(file, text);
}

/** A file that is written with others: its place, how such a file begins, and its text from what is found out meanwhile. */
export interface PlannedOutput<Facts> {
  readonly file: string;
  readonly begins: string;
  readonly text: (facts: Facts) => string | Uint8Array;
}

/**
 * Refuses the places of files that belong together before any work is done for them.
 *
 * @returns what writes them, in their order, and gives their texts
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

/** Makes a folder and those above it. Of a disk that cannot be written, Node says that there is no such file: the second try does not. */
export function makeFolder(folder: string, mode?: number): void {
  if (isDevice(folder, process.platform) && !fs.existsSync(folder)) throw unwritable(folder, isKept);
  try {
    fs.mkdirSync(folder, { recursive: true, mode });
  } catch (error) {
    const missing = listFoldersAbove(folder).findLast((each) => !fs.existsSync(each));
    if (readSystemCode(error) === 'ENOENT' && missing !== undefined) fs.mkdirSync(missing, { mode });
    throw error;
  }
}

/**
 * Writes a file as a whole or not at all, in place of one that may be there, whose mode it keeps.
 *
 * @param refuse  makes the error of what the system refuses
 * @throws UnwritableFile, DiskFull
 */
export function replaceWhole(file: string, text: string | Uint8Array, refuse = unwritable): void {
  replaceAll([{ file, text }], refuse);
}

/** Files that belong together take their places once all of them are written: where one cannot be, the others stay as they were. */
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
      fs.writeFileSync(temporary, text, { flag: 'wx', flush: true, ...readMode(file) });
    }
    for (const [i, { file, temporary }] of written.entries()) {
      at = file;
      const putBack = i + 1 < written.length ? keepFormer(file) : undefined;
      insistently(() => fs.renameSync(temporary, file));
      if (putBack) undo.push(putBack);
    }
    for (const folder of new Set(files.map(({ file }) => path.dirname(file)))) doIfPossible(() => syncFolder(folder));
  } catch (error) {
    for (const each of undo) doIfPossible(each);
    throw toSystemError(error, at, refuse, { ENOENT: 'its folder is not there' });
  }
}

/** Sees to it that the names in a folder outlast a loss of power. Windows opens no folder and does it by itself. */
function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function readMode(file: string): Pick<fs.Stats, 'mode'> | undefined {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats && { mode: stats.mode };
}

/** Gives what puts a file back as it is now. */
function keepFormer(file: string): () => void {
  const bytes = readStat(file) ? fs.readFileSync(file) : undefined;
  return () => (bytes ? fs.writeFileSync(file, bytes, { flush: true }) : fs.rmSync(file));
}

/** Cleans up as far as the disk lets it: what is left is removed by the next command that writes there. */
export function doIfPossible(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof IdiographError) && readSystemCode(error) === undefined) throw error;
  }
}

const leftOver = /^\.idiograph-(?:(\d+)-)?(?:(\d+)-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
const longestWrite = 10 * 60_000; // milliseconds

/** A name in a folder that tells who writes there: this thread of this process. */
export function makeTemporaryName(folder: string): string {
  return path.join(folder, `.idiograph-${process.pid}-${threadId}-${randomUUID()}.tmp`);
}

/** Removes what killed writers, or this thread, left in a folder: files of our name whose process is gone, or that are ten minutes old. */
function removeLeftOvers(folder: string): void {
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

/** Whether there is a process of this number on this machine. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return readSystemCode(error) === 'EPERM';
  }
}

/**
 * Refuses a place for an output before any work is done for it.
 *
 * @throws UnwritableFile  where an exhibit, an index, a model, a case file or an input is, by whatever name or link, and where
 *                         there is a file that was not to be replaced
 */
export function requireWritable(file: string, options: OutputOptions): void {
  const problem = findPlaceProblem(file, options.guarded) ?? findFileProblem(file, options);
  if (problem !== undefined) throw unwritable(file, problem);
}

/** Bytes on Linux, and UTF-16 units elsewhere. Windows says of a longer name that there is no such file. */
const longestName = 255;

const deviceName = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\..*)?$/i;
const isKept = 'Windows keeps this name for a device';

/** Whether Windows takes a name in a path, with any extension, for that of a device: Node makes such a folder, which no other program can open or remove. */
export function isDevice(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && file.split(/[\\/]/).some((name) => deviceName.test(name));
}

/** What speaks against writing to a place, whether there is a file or not. */
function findPlaceProblem(file: string, { files, folders }: Guarded): string | undefined {
  if (!fs.existsSync(path.dirname(file))) return 'its folder is not there';
  if (isDevice(file, process.platform)) return isKept;
  const units = process.platform === 'linux' ? Buffer.byteLength(path.basename(file)) : path.basename(file).length;
  if (units > longestName) return 'its name is longer than the system allows';
  const real = resolveTrueName(file);
  if (files.some((one) => isSamePlace(one, real))) return 'it is an input of this command';
  if (folders.some((folder) => isWithin(real, folder))) return 'its folder contains exhibits, an index or models';
  if (real.endsWith(caseFileSuffix)) return 'it is a case file';
  const belongs = isIndex(real) || isIndex(real.replace(/-(wal|shm|journal)$/, ''));
  return belongs ? 'it belongs to an index' : undefined;
}

/** What speaks against replacing a file. */
function findFileProblem(file: string, options: OutputOptions): string | undefined {
  const facts = readStat(file);
  if (facts === undefined) return undefined;
  const { files, folders } = options.guarded;
  if (facts.isDirectory()) return 'it is a folder; name a file in it';
  if (!facts.isFile()) return 'it is not a regular file';
  const guarded = [...files, ...folders.flatMap(listFiles)];
  const isOne = (file: string): boolean => {
    const stats = readStat(file);
    return stats !== undefined && isSameFile(stats, facts);
  };
  if (guarded.some(isOne)) return 'it is a link to an exhibit, an index or a model';
  if (!options.force) return 'there is a file of that name, which --force replaces';
  const isOurs = facts.size === 0n || readBeginning(file, options.begins.length + 3).startsWith(options.begins);
  return isOurs ? undefined : 'the file of that name was not written by this command';
}

function listFiles(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
}

const sqliteHeader = 'SQLite format 3\0';

function isIndex(file: string): boolean {
  return readStat(file)?.isFile() === true && readBeginning(file, sqliteHeader.length) === sqliteHeader;
}

/** The first bytes of a file, one character each, without a mark of UTF-8, which has three. */
function readBeginning(file: string, bytes: number): string {
  const start = Buffer.alloc(bytes);
  const handle = fs.openSync(file, 'r');
  try {
    return start.toString('latin1', 0, fs.readSync(handle, start)).replace(/^\u00ef\u00bb\u00bf/, '');
  } finally {
    fs.closeSync(handle);
  }
}
