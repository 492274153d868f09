import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCaseCalls } from '../../../src/case/client';
import { findExitCode } from '../../../src/core/errors';
import type { FileToIndex } from '../../../src/protocol/engine';
import { EngineThread } from '../../../src/node/worker/engineThread';
import { indexFormat } from '../../../src/node/sqlite/schema';
import { SharedStopSignal } from '../../../src/core/basics/work';
import { isAll, deletesOpenFiles, withoutDisplay } from '../../needs';
import { removeFolder } from '../../removeFolder';

const root = path.resolve(import.meta.dirname, '../../..');
const workerFile = path.join(root, 'dist', 'engineWorker.js');
const modelsFolder = path.join(root, 'models');
const sample = path.join(root, 'sample', 'known');

let folder = '';
let engine: EngineThread;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-thread-'));
});

afterEach(async () => {
  await engine.close();
});

afterAll(() => {
  removeFolder(folder);
});

function start(): EngineThread {
  engine = new EngineThread(() => ({ workerFile, modelsFolder }));
  return engine;
}

/** The sample's known documents. */
function sampleFiles(): readonly FileToIndex[] {
  return fs.readdirSync(sample).flatMap((author) =>
    fs.readdirSync(path.join(sample, author)).map((name): FileToIndex => {
      const labels = { mode: 'written', genre: 'letter', language: 'en' } as const;
      return { path: path.join(sample, author, name), author, role: 'known', ...labels };
    }),
  );
}

describe('the engine thread', () => {
  it('gives the hash of the encoder that it loaded', async () => {
    expect((await start().createCalls().modelFiles())['encoder']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reports by codes with values, which the window says in the language of the user', async () => {
    const place = path.join(folder, 'case');
    fs.mkdirSync(path.join(place, 'questioned'), { recursive: true });
    const documents = { 'questioned/gone.txt': { role: 'questioned' } };
    fs.writeFileSync(
      path.join(place, 'a.idiograph-case.json'),
      JSON.stringify({ format: 'idiograph.case/1', documents }),
    );
    const told: unknown[] = [];
    await createCaseCalls(start(), { folder: place }, { onProgress: (news) => told.push(news) }).open();
    const values = { entry: 'questioned/gone.txt', file: 'a.idiograph-case.json' };
    expect(told).toContainEqual({ notice: { code: 'lostEntry', values } });
  });

  it.runIf(isAll)('writes pages in the language of the user, also after the log has a line in English', async () => {
    const place = path.join(folder, 'german');
    fs.mkdirSync(path.join(place, 'questioned'), { recursive: true });
    const [known] = sampleFiles();
    fs.cpSync(known!.path, path.join(place, 'known', known!.author, 'letter.txt'));
    fs.writeFileSync(path.join(place, 'questioned', 'short.txt'), 'Three short words.');
    fs.writeFileSync(path.join(place, 'a.idiograph-case.json'), '{"format":"idiograph.case/1","documents":{}}');
    engine = new EngineThread(() => ({
      workerFile,
      modelsFolder,
      sentences: { 'Case Overview': 'Überblick' },
    }));
    const page = path.join(place, 'overview.html');
    const file = path.join(place, 'questioned', 'long.txt');
    fs.writeFileSync(file, 'The men went out to mend the long wall of the village again. '.repeat(9));
    const index = path.join(place, '.idiograph', 'index.sqlite');
    const request = { choices: { candidates: 1, excludeQuotes: true }, labels: {} } as const;
    await engine.createCalls().addDocuments(index, [known!]);
    await createCaseCalls(engine, { folder: place, index }).review({ ...request, file });
    const asked = { choices: { candidates: 1, excludeQuotes: true }, labels: {}, isKeptOnly: true } as const;
    await createCaseCalls(engine, { folder: place }).overview({
      ...asked,
      write: { files: [['out', page]], force: false },
    });
    expect(fs.readFileSync(page, 'utf8')).toContain('Überblick');
  });

  it.runIf(isAll)('adds a text of an author of a blind case by the name that the author has', async () => {
    const place = path.join(folder, 'blind');
    const [one, other] = sampleFiles().filter(({ author }, i, all) => author !== all[i - 1]?.author);
    for (const { path: file, author } of [one!, other!])
      fs.cpSync(file, path.join(place, 'known', author, path.basename(file)), { recursive: true });
    const index = path.join(place, '.idiograph', 'index.sqlite');
    const calls = createCaseCalls(start(), { folder: place, index, window: { isTrusted: true } });
    await calls.mask();
    const [first] = (await calls.contents())!.documents;
    expect(first!.author).toMatch(/^Writer [AB]$/);
    await calls.relabel(first!.id, { mode: 'written', genre: 'essay', language: 'en' });
    await calls.unmask();
    const authors = (await calls.contents())!.documents.map((each) => each.author);
    expect(authors.sort()).toEqual([one!.author, other!.author].sort());
  });

  it('hands over typed errors', async () => {
    const missing = path.join(folder, 'none.txt');
    await expect(start().createCalls().readDocument(missing)).rejects.toMatchObject({ code: 'UnreadableDocument' });
  });

  it('answers a question while it indexes, keeps what was added before a stop, and resumes', async () => {
    const index = path.join(folder, 'resumed.sqlite');
    const stop = new SharedStopSignal();
    const running = start();
    const info = new Promise((resolve, reject) => {
      const onProgress = (): void => {
        running.createCalls().indexInfo(index).then(resolve, reject);
        stop.raise();
      };
      running
        .createCalls({ stop, onProgress })
        .addDocuments(index, sampleFiles())
        .catch((error: unknown) => {
          if (error instanceof Error && findExitCode(error) !== 130) reject(error);
        });
    });
    await expect(info).resolves.toMatchObject({ indexFormat });
    const resumed = await running.createCalls().addDocuments(index, sampleFiles().slice(0, 4));
    expect(resumed.added + resumed.present).toBe(4);
    expect(resumed.problems).toEqual([]);
  });

  it.runIf(isAll)('reads files and the list of an index while it compares two long texts', async () => {
    const index = path.join(folder, 'listed.sqlite');
    const running = start();
    const [file] = sampleFiles();
    await running.createCalls().addDocuments(index, [file!]);
    const text = Array.from(
      { length: 1500 },
      (_, i) => `On day ${i} the lock keeper wrote to the committee about the gate and got ${i * 7} letters back.`,
    ).join(' ');
    const facts = { mode: 'written', genre: 'letter', language: 'en', version: 1, sha256: '' } as const;
    const stop = new SharedStopSignal();
    let isOver = false;
    const compared = running
      .createCalls({ stop })
      .compare(
        undefined,
        { id: 'q', text, ...facts },
        { id: 'r', text: text.replace(/(\S+) (\S+) (\S+)/g, '$3 $2 $1'), ...facts },
      )
      .finally(() => (isOver = true));
    for (let i = 0; i < 20; i++) {
      const [listed] = await running.createCalls().listDocuments(index);
      expect((await running.createCalls().knownDocument(index, listed!.id))?.text).toContain('.');
      expect((await running.createCalls().readDocument(file!.path)).text).toContain('.');
    }
    expect(isOver).toBe(false);
    stop.raise();
    await expect(compared).rejects.toMatchObject({ code: 'Cancelled' });
  });

  it.runIf(isAll)('lists what another process adds and removes', async () => {
    const index = path.join(folder, 'followed.sqlite');
    const [running, other] = [start(), new EngineThread(() => ({ workerFile, modelsFolder }))];
    const [first, second] = sampleFiles();
    await other.createCalls().addDocuments(index, [first!]);
    expect(await running.createCalls().listDocuments(index)).toHaveLength(1);
    await other.createCalls().addDocuments(index, [second!]);
    const listed = await running.createCalls().listDocuments(index);
    expect(listed).toHaveLength(2);
    await running.createCalls().removeDocuments(index, [listed[0]!.id]);
    expect(await running.createCalls().indexInfo(index)).toEqual(await other.createCalls().indexInfo(index));
    expect((await other.createCalls().checkIndex(index)).problems).toEqual([]);
    await other.close();
  });

  it.runIf(deletesOpenFiles && isAll)(
    'adds to a new file once the old one was deleted, and does not answer from what is gone',
    async () => {
      const index = path.join(folder, 'deleted.sqlite');
      const running = start();
      const remove = (): void => {
        for (const end of ['', '-wal', '-shm']) fs.rmSync(index + end, { force: true });
      };
      await running.createCalls().addDocuments(index, sampleFiles().slice(0, 1));
      remove();
      await expect(running.createCalls().indexInfo(index)).rejects.toMatchObject({ code: 'IndexEmpty' });
      expect(await running.createCalls().addDocuments(index, sampleFiles().slice(1, 2))).toMatchObject({
        added: 1,
        documents: 1,
      });
      expect(fs.statSync(index).size).toBeGreaterThan(0);
      expect(await running.createCalls().indexInfo(index)).toMatchObject({ documents: 1 });
    },
  );

  it('stops a review within the batch that runs', async () => {
    const stop = new SharedStopSignal();
    const running = start();
    await running.createCalls().modelFiles();
    const page = fs.readFileSync(sampleFiles()[0]!.path, 'utf8').split('. ');
    const text = Array.from({ length: 60 }, (_, copy) => page.join(` ${copy}. `)).join('\n\n'); // no window twice
    const questioned = {
      id: 'q',
      text,
      mode: 'written',
      genre: 'letter',
      language: 'en',
      version: 1,
      sha256: '',
    } as const;
    const other = { ...questioned, text: text.replace(/(\S+) (\S+) (\S+)/g, '$3 $2 $1') };
    const onProgress = (): void => {
      stop.raise();
    };
    const asked = running.createCalls({ stop, onProgress }).compare(undefined, questioned, other);
    await expect(asked).rejects.toMatchObject({ code: 'Cancelled' });
  });

  it.runIf(isAll)('ends a busy process in good order', () => {
    const program = path.join(import.meta.dirname, 'closeWhileBusy.cjs');
    const ended = spawnSync(process.execPath, [program, workerFile, modelsFolder], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(withoutDisplay(ended.stderr)).toBe('');
    expect(ended.stdout.trim()).toBe('closed');
    expect(ended.status).toBe(0);
  });

  it.runIf(isAll)('says what it died of', async () => {
    const dying = path.join(folder, 'dying.cjs');
    fs.writeFileSync(dying, "throw new Error('there is no room for it')");
    engine = new EngineThread(() => ({ workerFile: dying, modelsFolder }));
    const stopped = { code: 'EngineStopped', details: { problem: 'there is no room for it' } };
    await expect(engine.createCalls().modelFiles()).rejects.toMatchObject(stopped);
  });

  it('refuses questions after it was closed', async () => {
    const running = start();
    await running.close();
    await expect(running.createCalls().modelFiles()).rejects.toMatchObject({ code: 'EngineStopped' });
  });
});
