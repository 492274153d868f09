import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence, QuestionedDocument } from '../../src/core/domain/evidence';
import { SharedStopSignal } from '../../src/core/basics/work';
import { EngineThread } from '../../src/node/worker/engineThread';
import type { FileToIndex, ReviewOptions } from '../../src/protocol/engine';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { openIndex } from '../fakes/openIndex';
import { runCli } from '../node/cli/support/runCli';
import { answerJson, Between } from './between';
import { newAddress } from './serverIndex';

const root = path.resolve(import.meta.dirname, '../..');
const known = path.join(root, 'sample', 'known');
const paths = { workerFile: path.join(root, 'dist', 'engineWorker.js'), modelsFolder: path.join(root, 'models') };
const labels = { mode: 'written', genre: 'letter', language: 'en' } as const;
const options: ReviewOptions = { candidates: 5, excludeQuotes: true };
const text = fs.readFileSync(path.join(root, 'sample', 'questioned', 'letter-roof-fund.txt'), 'utf8');
const questioned: QuestionedDocument = { id: 'q.txt', text, ...labels, version: 1, sha256: 'q' };

const thread = new EngineThread(() => paths);
const engine = thread.createCalls();
const between = new Between();
let folder: string;
/** All of the sample, the index of a server that holds it, and the file that was pulled from there. */
let [all, url, pulled] = ['', '', ''];

const sample = fs.readdirSync(known).flatMap((author) =>
  fs.readdirSync(path.join(known, author)).map((name): FileToIndex => {
    return { path: path.join(known, author, name), author, role: 'known', ...labels };
  }),
);

beforeAll(async () => {
  await between.start();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-pull-'));
  [all, pulled] = ['all', 'pulled'].map((name) => path.join(folder, `${name}.sqlite`)) as [string, string];
  url = newAddress().url;
  await engine.addDocuments(all, sample);
  await engine.pushIndex(all, url, { titles: true, ngrams: true, dryRun: false, shards: 1 });
});
afterEach(() => {
  between.instead = undefined;
});
afterAll(async () => {
  await thread.close();
  between.close();
  fs.rmSync(folder, { recursive: true });
});

describe('an index file that was pulled from a server', () => {
  it('is written once it was stopped and pulled again, and has the content hash of the server', async () => {
    const stop = new SharedStopSignal();
    let readings = 0;
    between.instead = (asked) => {
      if (asked.includes('_mget') && readings++ === 2) stop.raise();
      return false;
    };
    await expect(thread.createCalls({ stop }).pullIndex(pulled, between.url(url))).rejects.toMatchObject({
      code: 'Cancelled',
    });
    const { documents: before } = await engine.indexInfo(pulled);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(sample.length);
    const report = await engine.pullIndex(pulled, between.url(url));
    const counts = {
      added: sample.length - before,
      present: before,
      replaced: 0,
      removed: 0,
      documents: sample.length,
    };
    expect(report).toMatchObject({ ...counts, problems: [], contentHash: (await engine.indexInfo(all)).contentHash });
    expect(report.bytes).toBeGreaterThan(10_000);
    expect(await engine.checkIndex(pulled)).toMatchObject({ problems: [] });
    const words = fs.readFileSync((sample[0] as { path: string }).path, 'utf8').slice(0, 40);
    const holdsWords = (file: string) =>
      ['', '-wal'].some((suffix) => fs.existsSync(file + suffix) && fs.readFileSync(file + suffix).includes(words));
    expect([holdsWords(all), holdsWords(pulled)]).toEqual([true, false]);
  });

  it('is reviewed as the server alone is: the same authors and scores, places for passages, and no ratio', async () => {
    const empty = path.join(folder, 'empty.sqlite');
    await engine.addDocuments(empty, []);
    const ofServer = await engine.review(empty, questioned, { ...options, server: { url } });
    const ofFile = await engine.review(pulled, questioned, options);
    const order = ({ candidates }: Evidence) => candidates.map(({ author }) => author);
    expect(order(ofFile)).toEqual(order(ofServer));
    for (const [i, candidate] of ofFile.candidates.entries()) {
      const expected = ofServer.candidates[i]!;
      expect(candidate.score).toBeCloseTo(expected.score, 6);
      expect(candidate.verification).toMatchObject({ llr: undefined, reason: 'textsOnServer' });
      expect(candidate.verification?.reason).toBe(expected.verification?.reason);
      expect(candidate.passages?.alike).toEqual([]);
      expect(candidate.passages?.unread?.map(({ title, known: range }) => ({ title, range }))).toEqual(
        expected.passages?.unread?.map(({ title, known: range }) => ({ title, range })),
      );
    }
    expect(ofFile.candidates).toHaveLength(5);
    expect(ofFile.candidates.flatMap(({ passages }) => passages?.unread ?? []).length).toBeGreaterThan(0);
    const author = ofFile.candidates[0]!.author;
    await expect(engine.verifyAuthor(pulled, questioned, { ...options, author })).rejects.toMatchObject({
      message: expect.stringContaining('Add ') as string,
    });
    const both = await engine.review(pulled, questioned, { ...options, server: { url } });
    expect(order(both)).toEqual(order(ofServer));
    expect(new Set(both.candidates.map(({ from }) => from))).toEqual(new Set(['server']));
  });

  it('keeps texts that are added to it, and loses what the server no longer lists', async () => {
    const [first] = sample as [FileToIndex];
    expect(await engine.addDocuments(pulled, [first])).toMatchObject({ replaced: 1, documents: sample.length });
    const { url: fewer } = newAddress();
    await engine.pushIndex(all, fewer, { titles: true, ngrams: true, dryRun: false, shards: 1 });
    const file = path.join(folder, 'fewer.sqlite');
    await engine.pullIndex(file, fewer);
    const listed = await engine.listDocuments(file);
    await engine.removeDocuments(fewer, [listed.at(-1)!.id]);
    expect(await engine.pullIndex(file, fewer)).toMatchObject({ added: 0, removed: 1, documents: sample.length - 1 });
    expect(await engine.pullIndex(pulled, between.url(url))).toMatchObject({ added: 0, present: sample.length });
    const { documents } = await engine.indexInfo(pulled);
    expect(documents).toBe(sample.length);
    const known = (await engine.listDocuments(pulled)).filter(({ onServer }) => !onServer);
    expect(known.map(({ author }) => author)).toEqual([first.author]);
  });

  it('is another one where the server, the file or the encoder is', async () => {
    await expect(engine.pullIndex(all, url)).rejects.toMatchObject({ code: 'Usage' });
    const none = path.join(folder, 'none.sqlite');
    await expect(engine.pullIndex(none, 'http://127.0.0.1:9/known')).rejects.toMatchObject({
      code: 'ServerUnreachable',
    });
    expect(fs.existsSync(none)).toBe(false);
    const other = path.join(folder, 'other.sqlite');
    await (await openIndex(other, new HashingEncoder(), { create: true })).close();
    await expect(engine.pullIndex(other, url)).rejects.toMatchObject({ code: 'ModelMismatch' });
  });

  it('goes on where the server refused on the way', async () => {
    const file = path.join(folder, 'refused.sqlite');
    let answers = 0;
    between.instead = (asked, _, response) =>
      asked.includes('_mget') && answers++ > 1 && answerJson(response, { status: 403 }, 403);
    await expect(engine.pullIndex(file, between.url(url))).rejects.toMatchObject({ code: 'ServerRefused' });
    between.instead = undefined;
    expect(await engine.pullIndex(file, between.url(url))).toMatchObject({ documents: sample.length });
    expect(await engine.checkIndex(file)).toMatchObject({ problems: [] });
  });

  it('takes over what the server lists otherwise', async () => {
    const { url: renamed } = newAddress();
    const file = path.join(folder, 'renamed.sqlite');
    const choices = { titles: true, ngrams: true, dryRun: false, shards: 1 };
    await engine.pushIndex(all, renamed, choices);
    await engine.pullIndex(file, renamed);
    await engine.pushIndex(all, renamed, { ...choices, titles: false, ngrams: false });
    expect(await engine.pullIndex(file, renamed)).toMatchObject({ added: 0, replaced: sample.length, present: 0 });
    const [listed] = await engine.listDocuments(file);
    expect(listed).toMatchObject({ onServer: { hasText: false, hasProfile: false } });
    expect(listed?.title).toMatch(/^Document /);
  });

  it('is pulled from the command line', async () => {
    const file = path.join(folder, 'cli.sqlite');
    const { code, stdout } = await runCli(['index', 'pull', '--index', file, '--from', url, '--json']);
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
      ...{ code: 0, format: 'idiograph.index/1', added: sample.length, documents: sample.length, problems: [] },
    });
    expect((await runCli(['index', 'check', '--index', file])).code).toBe(0);
    expect((await runCli(['index', 'pull', '--index', file])).code).toBe(2);
    const down = await runCli(['index', 'pull', '--index', file, '--from', 'http://127.0.0.1:9/known']);
    expect(down).toMatchObject({ code: 5, stderr: expect.stringContaining('ServerUnreachable') as string });
  });
});
