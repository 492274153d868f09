import { build } from 'esbuild';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IndexedDocument, IndexInfo } from '../../src/core/ports';
import { CaseFolder } from '../../src/node/casework/caseFolder';
import { CaseLog } from '../../src/node/casework/caseLog';
import { findCase } from '../../src/node/casework/folderEntries';
import { asOrdinaryUser } from './ordinaryUser';
import { describeNotice } from '../../src/presentation/words/notices';
import { hasModes, isAll, makesLinks } from '../needs';
import { removeFolder } from '../removeFolder';

let folder = '';
beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-folder-')), 'mill');
  write('known/a/1.txt', 'known words');
  write('questioned/q.txt', 'words in question');
});
afterEach(() => removeFolder(path.dirname(folder)));

const at = (name: string): string => path.join(folder, name);
const write = (name: string, text: string | Uint8Array): void => {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), text);
};
const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const caseFile = 'mill.idiograph-case.json';
const documents = (): Record<string, { readonly sha256?: string }> =>
  (JSON.parse(fs.readFileSync(at(caseFile), 'utf8')) as { documents: Record<string, { sha256?: string }> }).documents;
const warnings = async (): Promise<readonly string[]> =>
  (await (await CaseFolder.open(folder)).findWarnings()).map((warning) => describeNotice(warning));
const lock = { settings: { scale: 'ENFSI 2015' }, own: [] };

describe('what questioned files were when a case first saw them', () => {
  const marked = Buffer.from([0xef, 0xbb, 0xbf, 0x68, 0x69, 0x0d, 0x0a]); // "hi" with a byte order mark and a Windows line end

  it('is recorded by the hash of their bytes whenever the case file is written', async () => {
    write('questioned/marked.txt', marked);
    const opened = await CaseFolder.open(folder);
    opened.stateProvenance(new Map([[at('known/a/1.txt'), { mode: 'written', genre: 'letter', language: 'en' }]]));
    expect(documents()['questioned/marked.txt']).toEqual({ role: 'questioned', sha256: sha256(marked) });
    expect(documents()['known/a/1.txt']?.sha256).toBeUndefined();
    write('questioned/later.txt', 'later');
    (await CaseFolder.open(folder)).lock(lock);
    expect(documents()['questioned/later.txt']?.sha256).toBe(sha256('later'));
    write('questioned/last.txt', 'last');
    (await CaseFolder.open(folder)).pin({ models: {} });
    expect(documents()['questioned/last.txt']?.sha256).toBe(sha256('last'));
  });

  it('is never written again, and a changed file is named with both hashes', async () => {
    expect((await CaseFolder.open(folder)).recordIntake()).toBe(1);
    write('questioned/q.txt', 'words in question.');
    const opened = await CaseFolder.open(folder);
    const hashes = { recorded: sha256('words in question'), found: sha256('words in question.') };
    expect(opened.findChangeSinceIntake(at('questioned/q.txt'))).toEqual(hashes);
    expect(opened.recordIntake()).toBe(0);
    opened.stateProvenance(new Map([[at('questioned/q.txt'), { mode: 'written', genre: 'letter', language: 'en' }]]));
    expect(documents()['questioned/q.txt']).toMatchObject({ genre: 'letter', sha256: hashes.recorded });
    const [said, ...others] = await warnings();
    expect(others).toEqual([]);
    expect(said).toContain('questioned/q.txt');
    for (const hash of Object.values(hashes)) expect(said).toContain(hash.slice(0, 12));
    write('questioned/q.txt', 'words in question');
    expect((await CaseFolder.open(folder)).findChangeSinceIntake(at('questioned/q.txt'))).toBeUndefined();
    expect(await warnings()).toEqual([]);
  });

  it('is read from the log once for all files of the case', async () => {
    for (let i = 0; i < 20; i++) write(`known/a/more ${i}.txt`, `known words ${i}`);
    const opened = await CaseFolder.open(folder);
    const opening = vi.spyOn(CaseLog, 'openOfCase');
    try {
      await opened.findWarnings();
      expect(opening).toHaveBeenCalledTimes(1);
    } finally {
      opening.mockRestore();
    }
  });

  it.runIf(hasModes)('cannot be recorded without rights: the case is named, not another file', async () => {
    const opened = await CaseFolder.open(folder);
    for (const place of [folder, path.dirname(folder)]) fs.chmodSync(place, 0o555);
    const refused = asOrdinaryUser(() => Promise.resolve().then(() => opened.recordIntake()));
    await expect(refused).rejects.toThrow(/write permission in the case folder/);
    for (const place of [folder, path.dirname(folder)]) fs.chmodSync(place, 0o755);
  });

  it('is nothing for a file that cannot be read', async () => {
    fs.rmSync(at('questioned/q.txt'));
    fs.mkdirSync(at('questioned/folder.txt'));
    expect((await CaseFolder.open(folder)).recordIntake()).toBe(0);
    expect(fs.existsSync(at(caseFile))).toBe(false);
  });
});

describe('a folder', () => {
  it('is a case with known and questioned documents, and not locked before its settings are', async () => {
    expect((await CaseFolder.open(folder)).validation).toBe('none');
    (await CaseFolder.open(folder)).lock(lock);
    expect((await CaseFolder.open(folder)).validation).toMatchObject(lock);
  });

  it('is none with questioned documents alone, but is one with a case file', async () => {
    fs.rmSync(at('known'), { recursive: true });
    expect((await CaseFolder.open(folder)).validation).toBeUndefined();
    write(caseFile, '{ "format": "idiograph.case/1", "documents": {} }');
    expect((await CaseFolder.open(folder)).validation).toBe('none');
  });

  it.runIf(makesLinks)('reads no case file through a link, and writes none', async () => {
    (await CaseFolder.open(folder)).lock(lock);
    const elsewhere = path.join(path.dirname(folder), 'elsewhere.json');
    fs.renameSync(at(caseFile), elsewhere);
    fs.symlinkSync(elsewhere, at(caseFile));
    const before = fs.readFileSync(elsewhere, 'utf8');
    const opened = await CaseFolder.open(folder);
    expect(opened.validation).toBe('none');
    expect(await warnings()).toEqual([
      expect.stringMatching(/mill\.idiograph-case\.json is a link\. Idiograph does not read/),
    ]);
    expect(() => opened.lock(lock)).toThrow(expect.objectContaining({ code: 'UnwritableFile' }));
    await expect(CaseFolder.open(at(caseFile))).rejects.toThrow(/it is a link/);
    expect(fs.readFileSync(elsewhere, 'utf8')).toBe(before);
  });
});

describe('the case of a place', () => {
  const found = async (place: string): Promise<string | undefined> => findCase(at(place));

  it('is the nearest folder above that has a case file, or known and questioned documents', async () => {
    write('notes/n.txt', '');
    for (const place of ['', 'notes/n.txt', 'known/a/1.txt', 'questioned', 'questioned/nothing.txt'])
      expect(await found(place)).toBe(folder);
    write('notes/inner.idiograph-case.json', '');
    expect(await found('notes/n.txt')).toBe(at('notes'));
  });

  it('is the folder around those of its documents where it has not both', async () => {
    fs.rmSync(at('known'), { recursive: true });
    expect(await found('questioned/q.txt')).toBe(folder);
    expect(await found('')).toBeUndefined();
  });

  it('is not a folder of documents that is called like one of a case', async () => {
    write('questioned/known/q.txt', '');
    expect(await found('questioned/known/q.txt')).toBe(folder);
  });
});

describe('decisions of several people in one case folder', () => {
  const words = { candidate: 'a', questioned: 'in due course', known: 'in due time' };

  it('are kept side by side, in any order of reading the case file', async () => {
    const [one, two] = [await CaseFolder.open(folder), await CaseFolder.open(folder)];
    one.decide(at('questioned/q.txt'), words, { setAside: 'formula' });
    two.decide(at('questioned/q.txt'), { ...words, questioned: 'so be it' }, { setAside: 'formula' });
    two.addMarker({ name: 'thru', words: 'thru' });
    const opened = await CaseFolder.open(folder);
    expect(opened.listDecisions(at('questioned/q.txt'))).toHaveLength(2);
    expect(opened.options.markers).toHaveLength(1);
    expect(opened.listDecisions(at('elsewhere.txt'))).toBeUndefined();
  });

  it('are not taken back where another one was made meanwhile', async () => {
    const [one, two] = [await CaseFolder.open(folder), await CaseFolder.open(folder)];
    const before = one.decide(at('questioned/q.txt'), words, { setAside: 'formula' });
    expect(two.decide(at('questioned/q.txt'), words, { setAside: 'edited' })).toEqual({ setAside: 'formula' });
    expect(() => one.decide(at('questioned/q.txt'), words, before, { setAside: 'formula' })).toThrow(
      /Another examiner changed the decision/,
    );
    const [left] = (await CaseFolder.open(folder)).listDecisions(at('questioned/q.txt'))!;
    expect(left).toMatchObject({ setAside: 'edited' });
  });

  it.runIf(isAll)('are all kept when several processes write at once', async () => {
    const script = [
      `import { CaseFolder } from ${JSON.stringify(path.resolve('src/node/casework/caseFolder.ts'))};`,
      `const [, , folder, who] = process.argv;`,
      `const opened = await CaseFolder.open(folder);`,
      `for (let i = 0; i < 20; i++) opened.decide(folder + '/questioned/q.txt', { candidate: who, questioned: who + i, known: 'k' }, { setAside: 'formula' });`,
    ].join('\n');
    const bundled = at('../writer.mjs');
    await build({
      stdin: { contents: script, resolveDir: process.cwd(), loader: 'ts' },
      outfile: bundled,
      ...{ bundle: true, platform: 'node', format: 'esm', mainFields: ['module', 'main'] },
      banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    });
    await Promise.all(['a', 'b', 'c'].map((who) => promisify(execFile)(process.execPath, [bundled, folder, who])));
    expect((await CaseFolder.open(folder)).listDecisions(at('questioned/q.txt'))).toHaveLength(60);
  });

  it('wait for a living process that holds the lock for longer than another machine may', async () => {
    const lock = at(`${caseFile}.lock`);
    const opened = await CaseFolder.open(folder);
    const frees = `setTimeout(() => { fs.writeFileSync(${JSON.stringify(at('freed'))}, ''); fs.rmSync(${JSON.stringify(lock)}); }, 300)`;
    const freeing = spawn(process.execPath, ['-e', frees]);
    const holder = process.platform === 'win32' ? freeing.pid : 1; // it ran before the lock was made
    fs.writeFileSync(lock, `${holder} ${os.hostname()}`);
    const aMinuteAgo = Date.now() / 1000 - Math.min(60, os.uptime() / 2);
    fs.utimesSync(lock, aMinuteAgo, aMinuteAgo);
    opened.decide(at('questioned/q.txt'), words, { setAside: 'formula' });
    expect(fs.existsSync(at('freed'))).toBe(true);
  });

  it('wait for no lock that a killed process left', async () => {
    write(`${caseFile}.lock`, '');
    fs.utimesSync(at(`${caseFile}.lock`), 0, 0);
    (await CaseFolder.open(folder)).decide(at('questioned/q.txt'), words, { setAside: 'formula' });
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });
});

describe('names of authors in a blind case', () => {
  const document = (id: string, author: string) => ({ id, author, role: 'known', title: id }) as IndexedDocument;
  const holding = (...authors: readonly string[]) => {
    const documents = authors.map((author, i) => document(`${author}${i}`, author));
    const info = { contentHash: authors.join(' ') } as IndexInfo;
    return { indexInfo: () => Promise.resolve(info), listDocuments: () => Promise.resolve(documents) };
  };
  const read = async () => (await CaseFolder.open(folder)).blinding;
  const logged = async () =>
    (await CaseFolder.open(folder))
      .log()
      .read()
      .entries.map(({ event }) => event.kind);
  beforeEach(async () => (await CaseFolder.open(folder)).mask([document('1', 'Ann')]));

  it('are never given twice by windows that read the case at the same time', async () => {
    const [one, two] = [await CaseFolder.open(folder), await CaseFolder.open(folder)];
    await one.readNaming(holding('Ann', 'Bob'), 'index');
    const naming = await two.readNaming(holding('Ann', 'Cat'), 'index');
    expect((await read())?.names).toEqual({ Ann: 'Writer A', Bob: 'Writer B', Cat: 'Writer C' });
    expect(naming?.mask({ author: 'Cat' })).toEqual({ author: 'Writer C' });
  });

  it('hide a known text that the index had at the lock and no longer has', async () => {
    const known = [{ id: 'abcdef12', author: 'Ben', title: 'ben 7.eml' }];
    (await CaseFolder.open(folder)).lock({ settings: {}, own: [], known });
    const naming = await (await CaseFolder.open(folder)).readNaming(holding('Ann'), 'index');
    expect(naming?.mask(known)).toEqual([{ id: 'abcdef12', author: 'Writer B', title: 'Writer B text abcdef' }]);
  });

  it('are not hidden again by a window that read the case before it was unmasked', async () => {
    const [one, two] = [await CaseFolder.open(folder), await CaseFolder.open(folder)];
    one.unmask('2026-01-01 00:00:00 +00:00', 'a'.repeat(64));
    await two.readNaming(holding('Ann', 'Bob'), 'index');
    expect(await read()).toMatchObject({ masked: false, names: { Ann: 'Writer A' } });
    expect(await logged()).toEqual(['received', 'masked', 'unmasked']);
  });

  it('are not given again by a window that read the case before it was masked', async () => {
    const late = await CaseFolder.open(folder);
    late.unmask('2026-01-01 00:00:00 +00:00', 'a'.repeat(64));
    const [one, two] = [await CaseFolder.open(folder), await CaseFolder.open(folder)];
    one.mask([document('2', 'Bob')]);
    two.mask([document('3', 'Cat')]);
    expect((await read())?.names).toEqual({ Ann: 'Writer A', Bob: 'Writer B' });
    expect((await logged()).filter((kind) => kind === 'masked')).toHaveLength(2);
  });
});
