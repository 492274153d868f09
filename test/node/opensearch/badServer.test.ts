import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../../src/node/opensearch/address';
import { Server, anyHit } from '../../../src/node/opensearch/server';

let running: http.Server | https.Server | undefined;
afterEach(() => {
  running?.closeAllConnections();
  running?.close();
});

/** The address of an index on a server that answers current told. */
async function answering(answer: http.RequestListener, tls?: https.ServerOptions): Promise<string> {
  running = tls ? https.createServer(tls, answer) : http.createServer(answer);
  await new Promise<void>((resolve) => running!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(running.address() as AddressInfo).port}/known`;
}

function json(status: number, body: unknown): http.RequestListener {
  return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const openSearch = { version: { distribution: 'opensearch', number: '3.6.0' } };

/** What a server says that is OpenSearch and fails whatever else it is asked. */
function failing(status: number, type: string): http.RequestListener {
  const failed = json(status, { error: { type, reason: 'none' }, status });
  return (request, response) => {
    if (request.url === '/') json(200, openSearch)(request, response);
    else failed(request, response);
  };
}

describe('the address of a server', () => {
  it('is taken apart', () => {
    expect(parseAddress('https://lab.example:9200/base/known')).toEqual({
      node: 'https://lab.example:9200/base',
      index: 'known',
      host: 'lab.example:9200',
    });
    expect(parseAddress('http://localhost:9200/known').host).toBe('localhost:9200');
  });

  it.each([
    ['lab.example/known', 'is no address'],
    ['http://lab.example:9200/known', 'must begin with https'],
    ['http://127.0.0.1.example.org/known', 'must begin with https'],
    ['https://ann:secret@lab.example/known', 'Leave name and password out'],
    ['https://lab.example:9200/', 'must end with the name of an index'],
    ['https://lab.example/_all', 'must end with the name of an index'],
    ['https://lab.example/a,b', 'must end with the name of an index'],
    ['https://lab.example/known?pretty', 'must end with the name of an index'],
  ])('%s is refused before anything is sent', async (url, problem) => {
    await expect(Server.connect({ url })).rejects.toMatchObject({
      code: 'Usage',
      message: expect.stringContaining(problem) as string,
    });
  });
});

describe('a server is refused with what to do', () => {
  it.each([
    ['that is not there', undefined, 'ServerUnreachable', 'cannot be used'],
    ['that is Elasticsearch', json(200, { version: { number: '9.1.0' } }), 'ServerRefused', 'no OpenSearch 9.1.0'],
    [
      'that is too old',
      json(200, { version: { distribution: 'opensearch', number: '2.19.1' } }),
      'ServerRefused',
      'OpenSearch 3 or newer',
    ],
    ['that does not know the key', json(401, {}), 'ServerRefused', 'key or password'],
    ['whose account lacks a right', json(403, {}), 'ServerRefused', 'ask its administrator'],
    [
      'that is something else',
      (_: unknown, response: http.ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('<p>'),
      'ServerRefused',
      'not that of an OpenSearch server',
    ],
    [
      'that cuts the connection',
      (request: http.IncomingMessage) => request.socket.destroy(),
      'ServerUnreachable',
      'cannot be used',
    ],
  ] as const)('%s', async (_, answer, code, words) => {
    const url = answer ? await answering(answer) : 'http://127.0.0.1:9/known';
    await expect(Server.connect({ url })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words) as string,
    });
  });

  it('with an expired certificate, and without the file of authorities', async () => {
    const pem = path.join(import.meta.dirname, '../../fixtures/server/expired.pem'); // for 127.0.0.1, of 2020, and nothing besides
    const both = fs.readFileSync(pem);
    const url = (await answering(json(200, openSearch), { key: both, cert: both })).replace('http:', 'https:');
    await expect(Server.connect({ url, certificates: pem })).rejects.toMatchObject({
      code: 'ServerUnreachable',
      message: expect.stringContaining(
        'its certificate is not accepted (certificate has expired); give the file',
      ) as string,
    });
    const missing = Server.connect({ url, certificates: `${pem}.none` });
    await expect(missing).rejects.toMatchObject({ code: 'UnreadableDocument' });
  });

  it.each([
    [404, 'index_not_found_exception', 'IndexEmpty'],
    [413, 'content_too_long', 'ServerRefused'],
    [403, 'cluster_block_exception', 'ServerRefused'],
    [503, 'search_phase_execution_exception', 'ServerPartial'],
    [429, 'circuit_breaking_exception', 'ServerUnreachable'],
  ])('with status %d and %s', async (status, type, code) => {
    const server = await Server.connect({ url: await answering(failing(status, type)) });
    await expect(server.search({}, anyHit)).rejects.toMatchObject({ code });
  });

  it.each([
    [{ timed_out: true, _shards: { total: 1, failed: 0 }, hits: { hits: [] } }, 'stopped searching'],
    [{ timed_out: false, _shards: { total: 3, failed: 1 }, hits: { hits: [] } }, '1 of 3 shards'],
  ])('with an answer that is only a part: %j', async (answer, words) => {
    const url = await answering((request, response) => {
      json(200, request.url === '/' ? openSearch : answer)(request, response);
    });
    const server = await Server.connect({ url });
    await expect(server.search({}, anyHit)).rejects.toMatchObject({
      code: 'ServerPartial',
      message: expect.stringContaining(words) as string,
    });
  });
});

describe('an answer of another shape', () => {
  it.each([
    ['none at all', null, 'must be an object'],
    ['hits that are none', { hits: { hits: 'many' } }, '"hits.hits" must be a list'],
    ['a number of another kind', { hits: { total: { value: 'all' }, hits: [] } }, '"hits.total.value"'],
    ['an error that is not one', { error: null, hits: 3 }, '"hits" must be an object'],
  ])('is refused with what is wrong with it: %s', async (_, answer, words) => {
    const url = await answering((request, response) => {
      json(200, request.url === '/' ? openSearch : answer)(request, response);
    });
    const server = await Server.connect({ url });
    await expect(server.search({}, anyHit)).rejects.toMatchObject({
      code: 'ServerRefused',
      message: expect.stringContaining(words) as string,
    });
  });

  it.each([[null], ['text'], [{ error: { type: '__proto__', root_cause: 3 } }], [{ error: { reason: 5 } }]])(
    'of an error is refused, too: %j',
    async (body) => {
      const url = await answering((request, response) => {
        if (request.url === '/') json(200, openSearch)(request, response);
        else json(400, body)(request, response);
      });
      const server = await Server.connect({ url });
      await expect(server.search({}, anyHit)).rejects.toMatchObject({ code: 'ServerRefused' });
    },
  );
});

describe('a question', () => {
  it('is asked again where the problem may pass', async () => {
    let asked = 0;
    const url = await answering((request, response) => {
      asked += 1;
      json(asked < 3 ? 503 : 200, openSearch)(request, response);
    });
    await Server.connect({ url });
    expect(asked).toBe(3);
  });

  it('ends when it is stopped, and the server sees the connection close', async () => {
    const stop = { stopped: false };
    let hang: ((response: http.ServerResponse) => void) | undefined;
    const hanging = new Promise<http.ServerResponse>((resolve) => (hang = resolve));
    const url = await answering((request, response) => {
      if (request.url === '/') json(200, openSearch)(request, response);
      else hang?.(response);
    });
    const server = await Server.connect({ url });
    const search = server.search({}, anyHit, stop);
    const closed = once(await hanging, 'close');
    stop.stopped = true;
    await expect(search).rejects.toMatchObject({ code: 'Cancelled' });
    await closed;
  });
});
