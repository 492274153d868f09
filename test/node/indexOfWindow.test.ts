import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { CaseNews } from '../../src/case/caseAt';
import { createCaseCalls } from '../../src/case/client';
import { readOfEditor } from '../../src/reading/text/markdown';
import { findIndexOfWindow, findPlaceAway } from '../../src/node/casework/folderEntries';
import { computeSha256 } from '../../src/node/sha256';
import { EngineThread } from '../../src/node/worker/engineThread';
import { isAll, makesLinks } from '../needs';
import { removeFolder } from '../removeFolder';
import { root, runHere } from './cli/support/runCli';

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-window-')));
const choices = { candidates: 10, excludeQuotes: true } as const;
let place = '';
let count = 0;

beforeEach(() => {
  place = path.join(base, `case-${++count}`);
  fs.mkdirSync(place);
});
afterAll(() => removeFolder(base));

const beside = (): string => path.join(place, '.idiograph', 'index.sqlite');
const cached = (): string => path.join(base, `cache-${count}`, 'idiograph', 'indexes');
const former = (): string => findIndexOfWindow(place, { isTrusted: false, isCase: true }).index;

describe('the index of a window', () => {
  beforeEach(() => void vi.stubEnv('XDG_CACHE_HOME', path.join(base, `cache-${count}`)));
  afterEach(() => void vi.unstubAllEnvs());

  it('is in the folder of a case, and otherwise in the cache folder', () => {
    const find = (isTrusted: boolean, isCase: boolean) => findIndexOfWindow(place, { isTrusted, isCase }).index;
    expect(find(true, true)).toBe(beside());
    expect(path.dirname(find(true, false))).toBe(cached());
    expect(path.dirname(find(false, true))).toBe(cached());
    fs.mkdirSync(path.dirname(beside()));
    fs.writeFileSync(beside(), '');
    expect(find(true, false)).toBe(beside());
    expect(path.dirname(find(false, true))).toBe(cached());
    expect(findIndexOfWindow(undefined, { isTrusted: true, isCase: false }).index).toBe(
      path.join(cached(), 'default.sqlite'),
    );
  });

  it.runIf(makesLinks)('is refused where a link in its place leads elsewhere', () => {
    fs.mkdirSync(path.dirname(beside()));
    fs.writeFileSync(path.join(base, 'elsewhere'), '');
    fs.symlinkSync(path.join(base, 'elsewhere'), beside());
    expect(() => findIndexOfWindow(place, { isTrusted: true, isCase: true })).toThrow(/is a link/);
  });

  it('is in the cache folder for a case that cannot be written, unless it has one', () => {
    const refuse = vi.spyOn(fs, 'accessSync').mockImplementation(() => {
      throw Object.assign(new Error('no'), { code: 'EROFS' });
    });
    const find = () => findIndexOfWindow(place, { isTrusted: true, isCase: true }).index;
    expect(findPlaceAway(place)?.code).toBe('caseReadOnly');
    expect(path.dirname(find())).toBe(cached());
    fs.mkdirSync(path.dirname(beside()));
    fs.writeFileSync(beside(), '');
    expect(find()).toBe(beside());
    expect(path.dirname(findPlaceAway(place)!.index)).toBe(cached());
    refuse.mockRestore();
    expect(findPlaceAway(place)).toBeUndefined();
  });
});

describe('a window and the command line', () => {
  const letter = 'letter-roof-fund.txt';
  let engine: EngineThread | undefined;
  afterEach(async () => {
    await engine?.close();
    engine = undefined;
  });

  /** The calls of a window with this case, which is the sample. */
  function openWindow(hear: (news: CaseNews) => void = () => undefined) {
    const [workerFile, modelsFolder] = [path.join(root, 'dist', 'engineWorker.js'), path.join(root, 'models')];
    engine ??= new EngineThread(() => ({ workerFile, modelsFolder }));
    const address = { folder: place, window: { isTrusted: true, root: place } };
    const onProgress = (news: CaseNews | { readonly step: unknown }) => 'step' in news || hear(news);
    return createCaseCalls(engine, address, { onProgress });
  }
  function makeCase(): string {
    for (const part of ['known', 'questioned'])
      fs.cpSync(path.join(root, 'sample', part), path.join(place, part), { recursive: true });
    for (const name of fs.readdirSync(path.join(place, 'questioned')))
      if (name !== letter) fs.rmSync(path.join(place, 'questioned', name));
    return path.join(place, 'questioned', letter);
  }
  /** The text of a file as a window reviews it. */
  function readTarget(file: string) {
    const text = readOfEditor(fs.readFileSync(file, 'utf8'), file);
    const facts = {
      id: letter,
      mode: 'unknown',
      genre: 'unknown',
      language: 'en',
      sha256: computeSha256(text),
    } as const;
    return { ...facts, text, uri: `file://${file}`, offset: 0, version: 1, words: 0, hashed: 'file' as const };
  }
  const listResults = () => openWindow().results({ choices, stated: new Map() });
  const listKept = (): readonly string[] => fs.readdirSync(path.join(place, '.idiograph', 'index-results')).sort();

  it.runIf(isAll)('have one index, one list of results and one log', async () => {
    const file = makeCase();
    await openWindow().reviewAll({ choices, labels: {} });
    const [shown, ...others] = await listResults();
    expect([shown?.document, shown?.changed, others]).toEqual([file, [], []]);
    const kept = listKept();

    const { stdout, stderr, code } = await runHere(['case', place, '--json']);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(letter);
    expect(listKept(), 'the command line used the result of the window').toEqual(kept);

    fs.rmSync(path.join(place, '.idiograph', 'index-results'), { recursive: true });
    await runHere(['case', place]);
    expect((await listResults()).map(({ document, changed }) => [document, changed])).toEqual([[file, []]]);
    expect(listKept(), 'the command line kept the same result').toEqual(kept);
    const { contentHash } = (await openWindow().contents())!;
    expect(await openWindow().contents(contentHash), 'nothing changed').toBeUndefined();
    fs.cpSync(path.join(place, 'known', 'author-a'), path.join(place, 'known', 'author-g'), { recursive: true });
    fs.appendFileSync(path.join(place, 'known', 'author-g', 'essay-minute-book.txt'), '\nOne more line.');
    await runHere(['case', place]);
    const { documents } = (await openWindow().contents(contentHash))!;
    expect(documents.map(({ author }) => author)).toContain('author-g');

    const questions = (await openWindow().log()).entries.filter(({ event }) => event.kind === 'asked');
    expect(questions.map(({ event }) => event.kind === 'asked' && event.document)).toEqual(
      [file, file, file].map((each) => path.relative(place, each)),
    );
  });

  it.runIf(isAll)('find the index and the results of a folder that was no case yet once', async () => {
    const file = makeCase();
    fs.mkdirSync(path.dirname(former()), { recursive: true });
    fs.copyFileSync(inject('sampleIndex'), former());
    const address = { folder: place, index: former(), window: { isTrusted: true } };
    openWindow();
    const before = createCaseCalls(engine!, address);
    await before.addDocuments([
      {
        path: path.join(place, 'known', 'author-a', 'essay-minute-book.txt'),
        author: 'author-f',
        role: 'known',
        mode: 'written',
        genre: 'essay',
        language: 'en',
      },
    ]);
    await before.reviewText({ document: file, target: readTarget(file), choices });
    const { contentHash } = (await before.contents())!;

    const moved = (await openWindow().contents())!;
    expect(moved.contentHash).toBe(contentHash);
    expect(moved.documents.map(({ author }) => author)).toContain('author-f');
    const added = moved.documents.find(({ author }) => author === 'author-f')!;
    expect(await openWindow().sourceOf(added.id)).toBe(path.join(place, 'known', 'author-a', 'essay-minute-book.txt'));
    expect((await listResults()).map(({ document, changed }) => [document, changed])).toEqual([[file, []]]);
    expect((await openWindow().checkIndex()).problems).toEqual([]);
    expect(fs.existsSync(former())).toBe(false);
    const name = path.basename(former(), '.sqlite');
    expect(fs.readdirSync(path.dirname(former())).filter((each) => each.startsWith(name))).toEqual([]);
  });

  it.runIf(isAll)(
    'build the index again if that of a folder that was no case yet is damaged, and name it',
    async () => {
      makeCase();
      fs.mkdirSync(path.dirname(former()), { recursive: true });
      fs.writeFileSync(former(), 'no index');
      const heard: CaseNews[] = [];
      for (let i = 0; i < 2; i++) await openWindow((news) => heard.push(news)).contents();
      const values = { from: former(), reason: expect.any(String) as string };
      expect(heard).toEqual([{ notice: { code: 'indexNotMoved', values } }]);
      expect(fs.readFileSync(former(), 'utf8')).toBe('no index');
      await openWindow().reviewAll({ choices, labels: {} });
      expect(await listResults()).toHaveLength(1);
    },
  );
});
