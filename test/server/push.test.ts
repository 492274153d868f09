import fs from 'node:fs';
import type http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, neverStops } from '../../src/core/basics/work';
import { pushAll } from '../../src/node/opensearch/adapter';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { openIndex } from '../fakes/openIndex';
import { runCli } from '../node/cli/support/runCli';
import { answerJson, Between } from './between';
import { newAddress, openServerIndex } from './serverIndex';

const choices = { titles: true, ngrams: true, dryRun: false, shards: 1 };
const profile = {
  mode: 'written',
  documentVector: Float32Array.of(0.5, -0.25),
  features: { ids: Uint32Array.of(3, 70_000), weights: Float32Array.of(0.5, 0.125) },
} as const;
const documents = Array.from({ length: 6 }, (_, i) =>
  knownDocument(`Author ${i % 3}`, `Text number ${i}.`, { source: `known/${i}.txt` }),
);

async function filledFile() {
  const file = await openIndex(':memory:', new HashingEncoder(), { create: true });
  for (const [i, each] of documents.entries())
    await file.add(each, encodedSpans(i, 3, 6), { made: { profiler: 'a', profile } });
  return file;
}

describe('an index that was pushed', () => {
  it('has the content hash of the file, its rows and its profiles', async () => {
    const file = await filledFile();
    const server = await openServerIndex();
    const report = await finish(pushAll(file, server, choices, neverStops));
    expect(report).toMatchObject({ added: 6, present: 0, replaced: 0, documents: 6, dryRun: false });
    expect(report.contentHash).toBe(file.readInfo().contentHash);
    const ids = documents.map(({ id }) => id);
    expect(await server.readProfiles(ids, 'a')).toEqual(await file.readProfiles(ids, 'a'));
    expect(await server.check({ stop: neverStops })).toEqual([]);
    const query = encodedSpan(99, 8);
    const scores = async (index: typeof file | typeof server) => {
      const options = { limit: 20, scope: { role: 'known' }, scanned: Infinity } as const;
      const found = await index.rerank(query, await index.shortlist(query, options, neverStops), neverStops);
      const exact = found.filter(({ tier }) => tier === 'fp32');
      return exact.map(({ document, author, score }) => ({ document, author, score }));
    };
    expect(await scores(server)).toEqual(await scores(file));
    await Promise.all([file.close(), server.close()]);
  });

  it('is sent once by any number of senders, and is sent again after other choices', async () => {
    const file = await filledFile();
    const server = await openServerIndex();
    const push = (more: Partial<typeof choices> & { pseudonymKey?: string } = {}) =>
      finish(pushAll(file, server, { ...choices, ...more }, neverStops));
    expect(await push({ dryRun: true })).toMatchObject({ added: 6, documents: 0, dryRun: true });
    await push();
    expect(await push()).toMatchObject({ added: 0, present: 6, bytes: 0 });
    expect(await push({ titles: false, ngrams: false, pseudonymKey: 'k' })).toMatchObject({ replaced: 6 });
    const listed = await server.listDocuments();
    expect(new Set(listed.map(({ author }) => author)).size).toBe(3);
    for (const { author, title, source } of listed) {
      expect(author).toMatch(/^Author [0-9a-f]{16}$/);
      expect(title).toMatch(/^Document [0-9a-f]{12}$/);
      expect(source).toBeUndefined();
    }
    expect(
      (
        await server.readProfiles(
          documents.map(({ id }) => id),
          'a',
        )
      ).size,
    ).toBe(0);
    expect(await server.check({ stop: neverStops })).toEqual([]);
    await Promise.all([file.close(), server.close()]);
  });

  it('goes on where it was stopped', async () => {
    const file = await filledFile();
    const server = await openServerIndex();
    const stop = { stopped: false };
    const stopped = finish(pushAll(file, server, choices, stop), ({ done }) => (stop.stopped = done === 3));
    await expect(stopped).rejects.toMatchObject({ code: 'Cancelled' });
    await finish(pushAll(file, server, choices, neverStops));
    expect(server.readInfo().contentHash).toBe(file.readInfo().contentHash);
    expect(await server.check({ stop: neverStops })).toEqual([]);
    await Promise.all([file.close(), server.close()]);
  });
});

describe('a push to a server that fails on the way', () => {
  const between = new Between();
  beforeAll(() => between.start());
  afterAll(() => between.close());

  it.each([
    [
      'cuts the connection',
      'ServerUnreachable',
      (response: http.ServerResponse): true => {
        response.destroy();
        return true;
      },
    ],
    [
      'is full, and reads only',
      'ServerRefused',
      (response: http.ServerResponse): true =>
        answerJson(response, { error: { type: 'cluster_block_exception', reason: 'flood stage' }, status: 403 }, 403),
    ],
    [
      'finds it too large',
      'ServerRefused',
      (response: http.ServerResponse): true => answerJson(response, { status: 413 }, 413),
    ],
  ])('and %s ends with %s, and the next one goes on', async (_, code, fail) => {
    const file = await filledFile();
    const { url } = newAddress();
    const server = await openServerIndex({ url: between.url(url) });
    between.instead = (asked, __, response) => asked.includes('_bulk') && fail(response);
    await expect(finish(pushAll(file, server, choices, neverStops))).rejects.toMatchObject({ code });
    between.instead = undefined;
    await finish(pushAll(file, server, choices, neverStops));
    expect(server.readInfo().contentHash).toBe(file.readInfo().contentHash);
    expect(await server.check({ stop: neverStops })).toEqual([]);
    await Promise.all([file.close(), server.close()]);
  });
});

describe('idiograph index push', () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-push-'));
  });
  afterAll(() => {
    fs.rmSync(folder, { recursive: true });
  });

  it('sends the sample, which the server then lists and finds sound', async () => {
    const index = path.join(folder, 'index.sqlite');
    const run = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
      const { code, stdout, stderr } = await runCli([...args, '--json']);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const { url } = newAddress();
    const known = path.join(import.meta.dirname, '../../sample/known');
    await run('index', 'add', known, '--authors-from-folders', '--index', index);
    const dry = await run('index', 'push', '--index', index, '--to', url, '--dry-run');
    expect(dry).toMatchObject({ format: 'idiograph.index/1', dryRun: true, documents: 0 });
    const sent = await run('index', 'push', '--index', index, '--to', url, '--ngrams');
    expect(sent).toMatchObject({ added: dry['added'], documents: dry['added'], problems: [] });
    expect(await run('index', 'check', '--index', url)).toMatchObject({ problems: [], documents: dry['added'] });
    expect(await run('index', 'push', '--index', index, '--to', url, '--ngrams')).toMatchObject({ added: 0 });
    const refused = await runCli(['attribute', 'sample/questioned/letter-roof-fund.txt', '--index', url]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('works on an index file') as string });
  });

  it('ends with status 5 where no server answers', async () => {
    const index = path.join(folder, 'index.sqlite');
    const { code, stderr } = await runCli(['index', 'push', '--index', index, '--to', 'http://127.0.0.1:9/known']);
    expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining('ServerUnreachable') as string });
  });
});
