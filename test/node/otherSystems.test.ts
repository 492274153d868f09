import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unwritable } from '../../src/core/errors';
import { finish } from '../../src/core/basics/work';
import { refusedRuntime } from '../../src/lateInteraction/encoder/session';
import { OpenIndexes } from '../../src/node/openIndexes';
import { writeOutput } from '../../research/laboratory/evaluate/run/output';
import { isDevice, makeFolder } from '../../src/node/outputFile';
import { Database, toAddress } from '../../src/node/sqlite/database/database';
import { insistently, saidBy, toSystemError } from '../../src/node/systemError';
import { formatCsv } from '../../src/presentation/words/words';
import { plainKernels } from '../reference/plainKernels';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { openIndex } from '../fakes/openIndex';
import { openFile } from '../../src/node/sqlite/fileRows';
import { canMount, namesAnything } from '../needs';
import { root } from './cli/support/runCli';
import { asOrdinaryUser } from './ordinaryUser';
import { removeFolder } from '../removeFolder';

// What other systems than Linux do, as far as it can be tried on any.

let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-systems-'))));
afterEach(() => removeFolder(folder));
const at = (name: string): string => path.join(folder, name);

const refusal = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

const openPlain = (file: string, create: boolean) =>
  openFile(file, new HashingEncoder(), { create, kernels: plainKernels });

describe('what another program has open', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is tried again a few times after %s', (code) => {
    let tries = 0;
    const work = (): string => {
      tries += 1;
      if (tries < 3) throw refusal(code);
      return 'done';
    };
    expect(insistently(work, [1, 1, 1])).toBe('done');
    tries = -9;
    expect(() => insistently(work, [1, 1, 1])).toThrow(code);
    expect(tries).toBe(-5);
  });

  it('is not tried again after another refusal', () => {
    let tries = 0;
    const work = (): void => {
      tries += 1;
      throw refusal('ENOENT');
    };
    expect(() => insistently(work, [1, 1])).toThrow('ENOENT');
    expect(tries).toBe(1);
  });

  it.each([
    ['EBUSY', 'another program has it open'],
    ['UNKNOWN', 'kept online'],
    ['ENAMETOOLONG', 'longer than the system allows'],
  ])('is described in words for %s', (code, words) => {
    expect(String(toSystemError(refusal(code), 'a.txt', unwritable))).toContain(words);
  });
});

describe('an error of the system', () => {
  it('is one line in a message', () => {
    expect(saidBy(new Error('Module not found.\r\n\\\\?\\C:\\x.node\r\n'))).toBe('Module not found. \\\\?\\C:\\x.node');
  });

  it('names the Visual C++ libraries where Windows lacks one', () => {
    const error = Object.assign(new Error('Module not found.\r\n'), { code: 'ERR_DLOPEN_FAILED' });
    expect(refusedRuntime(error, 'win32').message).toContain(`vc_redist.${process.arch}.exe`);
    expect(refusedRuntime(error, 'linux').message).toMatch(
      /\(Module not found\.\)\. Install .* idiograph-linux-\w+\.vsix/,
    );
    expect(refusedRuntime(new Error('no file'), 'win32').message).toContain('(no file)');
  });
});

describe('a package for another system', () => {
  it('is named, and the package for this one', () => {
    const modules = at('node_modules');
    for (const name of ['dist/cli.js', 'dist/engineWorker.js', 'dist/kernels.wasm', 'package.json'])
      fs.cpSync(path.join(root, name), at(name));
    for (const name of ['sqlite3/lib', 'sqlite3/package.json', 'bindings', 'file-uri-to-path'])
      fs.cpSync(path.join(root, 'node_modules', name), path.join(modules, name), { recursive: true });
    const binding = path.join(modules, 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
    fs.mkdirSync(path.dirname(binding), { recursive: true });
    fs.writeFileSync(binding, 'for another system');
    fs.writeFileSync(at('index.sqlite'), '');
    const args = [at('dist/cli.js'), 'index', 'check', '--index', at('index.sqlite')];
    const models = ['--models', path.join(root, 'models')];
    const { status, stderr } = spawnSync(process.execPath, [...args, ...models], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toMatch(/^LibraryRefused: .*node_sqlite3\.node/m);
    expect(stderr).toContain(
      `Install the package for this system, idiograph-${process.platform}-${process.arch}.vsix.`,
    );
    expect(status).toBe(4);
  });
});

describe('a name that Windows keeps for a device', () => {
  it('is none for an output there', () => {
    for (const name of ['con', 'CON.html', 'aux.csv', 'com1.txt', 'LPT³', 'nul .json', 'con\\a.html', 'a/Aux/b.html'])
      expect(isDevice(path.join('out', name), 'win32'), name).toBe(true);
    for (const name of ['contents.html', 'com10.txt', 'a.con', 'lpt', 'C:\\icon\\a.html'])
      expect(isDevice(name, 'win32'), name).toBe(false);
    expect(isDevice('con', 'linux')).toBe(false);
  });

  it.runIf(process.platform === 'win32')('is refused before any work', () => {
    const options = { guarded: { files: [], folders: [] }, force: true, begins: '' };
    expect(() => writeOutput(at('con.html'), 'text', options)).toThrow('Windows keeps this name for a device');
    expect(() => makeFolder(at('case\\con'))).toThrow('Windows keeps this name for a device');
  });
});

describe('a folder on a disk that cannot be written', () => {
  it.runIf(canMount)('says that the disk is read-only', async () => {
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]);
    try {
      const file = path.join(folder, 'case', '.idiograph', 'index.sqlite');
      expect(() => makeFolder(path.dirname(file))).toThrow('EROFS');
      await expect(openIndex(file, new HashingEncoder(), { create: true })).rejects.toThrow('the disk is read-only');
    } finally {
      spawnSync('umount', [folder]);
    }
  });
});

describe('the address of an index', () => {
  it('of a server has no authority, which SQLite refuses', () => {
    expect(toAddress('\\\\server\\share\\a 100%.sqlite')).toBe('file:\\\\server\\share\\a 100%25.sqlite');
    expect(toAddress('C:\\a#?.sqlite')).toBe('file:C:\\a%23%3F.sqlite');
  });

  it('is read by SQLite, whatever the name, and however long', async () => {
    const long = path.join('x'.repeat(100), 'y'.repeat(100), `${'z'.repeat(100)}.sqlite`);
    for (const name of ['50% #1 é?.sqlite'.replace(namesAnything ? '' : '?', ''), long]) {
      const file = at(name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, '');
      const written = await Database.open(file, 'readWrite');
      await written.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (c); INSERT INTO t VALUES (7)');
      await written.close();
      const database = await Database.open(file, 'immutable');
      expect(await database.get('SELECT c FROM t')).toEqual({ c: 7 });
      await database.close();
    }
  });
});

describe('a table', () => {
  it('begins with a mark for Excel, and replaces one of its kind with or without it', () => {
    const text = formatCsv([['head', '≥ é']]);
    expect(Buffer.from(text).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const options = { guarded: { files: [], folders: [] }, force: true, begins: 'head,' };
    for (const before of [text, text.slice(1)]) {
      fs.writeFileSync(at('t.csv'), before);
      writeOutput(at('t.csv'), text, options);
      expect(fs.readFileSync(at('t.csv'), 'utf8')).toBe(text);
    }
    fs.writeFileSync(at('t.csv'), '\ufeffother');
    expect(() => writeOutput(at('t.csv'), text, options)).toThrow('not written by this command');
  });
});

describe('an index that nobody asks', () => {
  afterEach(() => vi.useRealTimers());

  it('is closed after a time, but not while a question is at it, and opened again by the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let forgotten = 0;
    const forget = (): void => {
      forgotten += 1;
    };
    const idle = 120_000;
    const indexes = new OpenIndexes(openPlain, forget, idle);
    const file = at('index.sqlite');
    const log = `${file}-wal`; // SQLite takes it away when the last connection is closed
    const question = async function* (until = Promise.resolve()): AsyncGenerator<never, number, void> {
      const index = await indexes.open(file, true);
      await until;
      yield* [];
      return index.count();
    };
    const isClosed = (): Promise<void> => expect.poll(() => fs.existsSync(log), { timeout: 60_000 }).toBe(false);
    expect(await finish(indexes.during(question()))).toBe(0);
    vi.advanceTimersByTime(idle - 1);
    expect(forgotten).toBe(0);
    vi.advanceTimersByTime(1);
    await isClosed();
    let end = (): void => undefined;
    const long = finish(indexes.during(question(new Promise<void>((resolve) => (end = resolve)))));
    await finish(indexes.during(question()));
    vi.advanceTimersByTime(2 * idle);
    expect(forgotten).toBe(1);
    expect(fs.existsSync(log)).toBe(true);
    end();
    expect(await long).toBe(0);
    vi.advanceTimersByTime(idle);
    await isClosed();
    expect(forgotten).toBe(2);
    await indexes.close();
  });

  it.runIf(process.platform !== 'win32').each([
    ['a folder', ['', '-wal', '-shm']],
    ['the shared memory of its log', ['-shm']],
  ])('is written again once %s is that could only be read', async (_, refused) => {
    const indexes = new OpenIndexes(openPlain);
    const file = at('index.sqlite');
    await indexes.open(at('other.sqlite'), true);
    const parts = ['', '-wal', '-shm'].map((end) => `${file}${end}`);
    for (const part of parts) fs.copyFileSync(part.replace('index', 'other'), part); // with a log, as a killed process leaves it
    await indexes.close();
    const allow = (isAllowed: boolean): void => {
      fs.chmodSync(folder, isAllowed || refused.length === 1 ? 0o777 : 0o555);
      for (const part of parts)
        fs.chmodSync(part, isAllowed || !refused.some((end) => part === `${file}${end}`) ? 0o666 : 0o444);
    };
    const remove = async (): Promise<void> => {
      await (await indexes.open(file, false, true)).remove([]);
    };
    allow(false);
    await asOrdinaryUser(async () => {
      await expect(remove()).rejects.toMatchObject({ code: 'IndexUnavailable' });
    });
    allow(true);
    await asOrdinaryUser(remove);
    await indexes.close();
  });
});
