import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listRatioSettings } from '../../src/core/casework/lock';
import type { Evidence, QuestionedDocument } from '../../src/core/domain/evidence';
import { SharedStopSignal } from '../../src/core/basics/work';
import { EngineThread } from '../../src/node/worker/engineThread';
import type { FileToIndex, ReviewOptions } from '../../src/protocol/engine';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { readEvidence, runCli } from '../node/cli/support/runCli';
import { answerJson, Between } from './between';
import { newAddress, openServerIndex } from './serverIndex';

const root = path.resolve(import.meta.dirname, '../..');
const sample = path.join(root, 'sample');
const paths = { workerFile: path.join(root, 'dist', 'engineWorker.js'), modelsFolder: path.join(root, 'models') };
const labels = { mode: 'written', genre: 'letter', language: 'en' } as const;
const choices = { titles: true, ngrams: true, dryRun: false, shards: 1 };
const options: ReviewOptions = { candidates: 3, excludeQuotes: true };
const file = path.join(sample, 'questioned', 'letter-roof-fund.txt');
const text = fs.readFileSync(file, 'utf8');
const questioned: QuestionedDocument = { id: 'q.txt', text, ...labels, version: 1, sha256: 'q' };

const thread = new EngineThread(() => paths);
const engine = thread.createCalls();
const between = new Between();
let folder: string;
/** All of the sample; two of its authors; the index of a server that holds all. */
let [all, some, url] = ['', '', ''];

function filesBy(...authors: readonly string[]): readonly FileToIndex[] {
  return authors.flatMap((author) =>
    fs.readdirSync(path.join(sample, 'known', author)).map((name): FileToIndex => {
      return { path: path.join(sample, 'known', author, name), author, role: 'known', ...labels };
    }),
  );
}

beforeAll(async () => {
  await between.start();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-reviews-'));
  [all, some] = ['all', 'some'].map((name) => path.join(folder, `${name}.sqlite`)) as [string, string];
  await engine.addDocuments(all, filesBy('author-a', 'author-b', 'author-c', 'author-d', 'author-e'));
  await engine.addDocuments(some, filesBy('author-a', 'author-b'));
  url = newAddress().url;
  await engine.pushIndex(all, url, choices);
});
afterEach(() => {
  between.instead = undefined;
});
afterAll(async () => {
  await thread.close();
  between.close();
  fs.rmSync(folder, { recursive: true });
});

const withServer = (address = url): ReviewOptions => ({ ...options, server: { url: address } });
/** What each author is like by what was reached; a server has no texts that tell its authors from others. */
const likeness = ({ candidates }: Evidence) =>
  new Map(candidates.map(({ author, order, score }) => [author, order ?? score]));

describe('a review of an index file and a server', () => {
  it('finds authors as one index of both does, and says where the texts of each are', async () => {
    const together = await engine.review(some, questioned, withServer());
    const whole = await engine.review(all, questioned, options);
    const [found, expected] = [likeness(together), likeness(whole)];
    expect(together.candidates[0]!.author).toBe(whole.candidates[0]!.author);
    expect([...found.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    for (const [author, order] of found) expect(order).toBeCloseTo(expected.get(author)!, 6);
    const places = together.candidates.map(({ author, from }) => [author, from]);
    expect(Object.fromEntries(places)).toEqual({
      ...{ 'author-a': undefined, 'author-b': undefined },
      ...{ 'author-c': 'server', 'author-d': 'server', 'author-e': 'server' },
    });
    expect(together.server).toMatchObject({ searched: { documents: 25, authors: 5, unranked: 0 } });
    expect(together.index).toBe((await engine.indexInfo(some)).contentHash);
  });

  it('holds pins and a lock to the index file alone', async () => {
    const { contentHash: index } = await engine.indexInfo(some);
    const { models } = await engine.review(some, questioned, options);
    const settings = listRatioSettings(models, options, index);
    const lock = { settings, own: [], hash: 'h', found: 'h', isOwn: true };
    const asked = { ...withServer(), pinned: { index, models: {} }, validation: lock };
    const { lock: held, ...evidence } = await engine.review(some, questioned, asked);
    expect({ ...evidence, lock: held?.changed }).toMatchObject({ index, otherParts: [], lock: [] });
    expect(evidence.caveats).toEqual([]);
  });

  it('abstains where the texts are on the server, and shows places and scores in their stead', async () => {
    const { candidates } = await engine.review(some, questioned, { ...withServer(), candidates: 5 });
    for (const { from, verification, passages, markers } of candidates) {
      if (from === 'server') {
        expect(verification).toMatchObject({ llr: undefined, reason: 'textsOnServer' });
        expect(passages?.alike).toEqual([]);
        expect(markers).toBeUndefined();
      } else expect(verification?.reason).not.toBe('textsOnServer');
    }
    const unread = candidates.flatMap(({ passages }) => passages?.unread ?? []);
    expect(unread.length).toBeGreaterThan(0);
    for (const { questioned: range, known, score, title } of unread) {
      expect(range.end).toBeGreaterThan(range.start);
      expect(known.end).toBeGreaterThan(known.start);
      expect(score).toBeGreaterThan(0.2);
      expect(title).toMatch(/\.txt$/);
    }
  });

  it('reads a text of the server where the file holds the same one, under another author or genre', async () => {
    const renamed = path.join(folder, 'renamed.sqlite');
    const others = filesBy('author-c').map((each) => ({ ...each, author: 'somebody', genre: 'essay' }));
    await engine.addDocuments(renamed, [...filesBy('author-a'), ...others]);
    const { candidates } = await engine.review(renamed, questioned, { ...withServer(), candidates: 6 });
    const known = candidates.find(({ author }) => author === 'author-c')!;
    expect(known.from).toBe('server');
    expect(known.verification?.reason).not.toBe('textsOnServer');
    const here = new Set((await engine.listDocuments(renamed)).map(({ id }) => id));
    for (const { document } of known.passages?.alike ?? []) expect(here).toContain(document);
  });

  it('says how many documents could not be ranked, where their n-gram rows are not there', async () => {
    const { url: bare } = newAddress();
    await engine.pushIndex(all, bare, { ...choices, ngrams: false });
    const evidence = await engine.review(some, questioned, withServer(bare));
    expect(evidence.server).toMatchObject({ searched: { documents: 25, unranked: 15 } });
    expect(new Set(likeness(evidence).keys())).toEqual(new Set(['author-a', 'author-b']));
  });

  it('finds passages of a candidate afterwards', async () => {
    const found = await engine.passages(some, questioned, { ...withServer(), author: 'author-e' });
    expect(found.index).toBe((await engine.indexInfo(some)).contentHash);
    expect(found.passages.unread?.length).toBeGreaterThan(0);
  });

  it('sends no word of the questioned text', async () => {
    between.sent = '';
    await engine.review(some, questioned, withServer(between.url(url)));
    const words = new Set(text.match(/\w{7,}/g));
    expect(words.size).toBeGreaterThan(20);
    expect([...words].filter((word) => between.sent.includes(word))).toEqual([]);
  });
});

describe('where the server fails, the evidence of the file is shown, and it says so', () => {
  const partial = {
    took: 1,
    timed_out: false,
    _shards: { total: 3, failed: 1 },
    hits: { total: { value: 0 }, hits: [] },
  };

  it.each([
    ['is not there', 'ServerUnreachable', () => 'http://127.0.0.1:9/known'],
    ['has no such index', 'IndexEmpty', () => `${url}-none`],
    ['has an address that is none', 'Usage', () => 'http://lab.example:9200/known'],
    [
      'answers in part',
      'ServerPartial',
      () => {
        between.instead = (_, body, response) => body.includes('script_score') && answerJson(response, partial);
        return between.url(url);
      },
    ],
    [
      'refuses the account on the way',
      'ServerRefused',
      () => {
        between.instead = (asked, _, response) => asked.includes('_mget') && answerJson(response, {}, 401);
        return between.url(url);
      },
    ],
  ])('the server %s: %s', async (what, code, address) => {
    const unasked = { ...questioned, text: `${text}\n\nThe server ${what}.\n`, sha256: what }; // what was found is kept
    const told: Evidence[] = [];
    const calls = thread.createCalls({
      onProgress: (progress) => {
        if ('evidence' in progress) told.push(progress.evidence);
      },
    });
    const evidence = await calls.review(some, unasked, withServer(address()));
    expect(evidence.server).toMatchObject({ problem: { code } });
    expect(evidence.server?.searched).toBeUndefined();
    expect({ ...evidence, server: undefined }).toEqual(await engine.review(some, unasked, options));
    for (const each of told) expect(each.server?.problem?.code ?? code).toBe(code);
  });

  it.each(['review', 'passages'] as const)('after %s has failed, the next question is asked again', async (method) => {
    const asked = { ...withServer(between.url(url)), author: 'author-e' };
    const before = await engine.review(some, questioned, asked);
    const found = await engine.passages(some, questioned, asked);
    between.instead = (path, _, response) => path.includes('_search') && answerJson(response, partial);
    const failed = engine[method](some, questioned, asked);
    if (method === 'passages') await expect(failed).rejects.toMatchObject({ code: 'ServerPartial' });
    else expect(await failed).toMatchObject({ server: { problem: { code: 'ServerPartial' } } });
    between.instead = undefined;
    between.sent = '';
    expect(await engine.passages(some, questioned, asked)).toEqual(found);
    expect(between.sent).toContain('GET /\n');
    expect(await engine.review(some, questioned, asked)).toEqual(before);
  });

  it('also where it holds another encoder', async () => {
    const address = newAddress();
    await (await openServerIndex(address, new HashingEncoder())).close();
    const evidence = await engine.review(some, questioned, withServer(address.url));
    expect(evidence.server).toMatchObject({ problem: { code: 'ModelMismatch' } });
  });

  it.each(['_search', '_mget', '/'])('ends within 300 ms where it hangs at %s', async (at) => {
    let hangs = false;
    between.instead = (asked) => {
      if (!(at === '/' ? asked === '/' : asked.includes(at))) return false;
      hangs = true;
      return true;
    };
    const stop = new SharedStopSignal();
    const fresh = new EngineThread(() => paths);
    const review = fresh.createCalls({ stop }).review(some, questioned, withServer(between.url(url)));
    const ended = review.then(
      () => 'done',
      (error: unknown) => error,
    );
    await expect.poll(() => hangs, { timeout: 60_000 }).toBe(true);
    const from = performance.now();
    stop.raise();
    expect(await ended).toMatchObject({ code: 'Cancelled' });
    expect(performance.now() - from).toBeLessThan(300);
    await fresh.close();
  });
});

describe('idiograph attribute --server', () => {
  it('marks candidates, and ends with status 5 where the server was not searched', async () => {
    const attribute = (...more: readonly string[]) =>
      runCli(['attribute', file, '--mode', 'written', '--genre', 'letter', '--index', some, ...more]);
    const { code, stdout } = await attribute('--server', url);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('(on the server)') as string });
    const down = await attribute('--server', 'http://127.0.0.1:9/known');
    expect(down).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('The server was not searched: 127.0.0.1:9') as string,
    });
    expect(down.stdout).toContain('author-b');
    expect(await attribute('--server', 'http://lab.example/known')).toMatchObject({ code: 2 });
    const json = await attribute('--server', 'http://127.0.0.1:9/known', '--json');
    const evidence = readEvidence(json.stdout);
    expect(evidence.server).toMatchObject({ problem: { code: 'ServerUnreachable' } });
  });
});
