import { readFile } from 'node:fs/promises';
import type * as v from 'valibot';
import type { Client } from '@opensearch-project/opensearch';
import { cancelled, serverPartial, serverRefused, unreadableDocument } from '../../core/errors';
import type { ServerAddress } from '../../core/domain/server';
import { checkShape } from '../../core/basics/shape';
import { neverStops, type StopSignal, throwIfStopped } from '../../core/basics/work';
import { toSystemError } from '../systemError';
import { parseAddress } from './address';
import { foundAnswer, rootAnswer } from './answers';
import { isPassing, refuseAnswer, toServerError } from './serverErrors';

/** A request to the server. `path` begins below the index unless it begins with a slash. */
export interface ServerRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** A string is sent unchanged. */
  readonly body?: object | string;
  /** Lines of JSON. */
  readonly lines?: string;
  /** Whether the server's answer about something missing counts as an answer. */
  readonly mayBeAbsent?: boolean;
}

const timeoutMs = 30_000;
/** A request is tried this often while the problem may pass, after waits that double from the first one on. */
const tries = 4;
const firstWaitMs = 200;
/** The stop signal is checked at this interval while an answer is awaited. */
const pollMs = 50;
const leastVersion = 3;

/** An index of an OpenSearch server, through the official client, which is loaded with the first connection. */
export class Server {
  /** Stops requests without a signal of their own. */
  stop = neverStops;

  private constructor(
    private readonly client: Client,
    /** Host and index, for errors. */
    readonly name: string,
    readonly index: string,
  ) {}

  /** @throws Usage (address), UnreadableDocument (certificates), ServerUnreachable, ServerRefused */
  static async connect(address: ServerAddress, stop: StopSignal = neverStops): Promise<Server> {
    const { url, certificates, credentials } = address;
    const { node, index, host } = parseAddress(url);
    const ca = certificates === undefined ? undefined : await readPem(certificates);
    const { Client } = await import('@opensearch-project/opensearch');
    const client = new Client({
      node,
      maxRetries: 0,
      requestTimeout: timeoutMs,
      ...(ca !== undefined && { ssl: { ca } }),
      ...(credentials &&
        ('apiKey' in credentials
          ? { headers: { authorization: `ApiKey ${credentials.apiKey}` } }
          : { auth: credentials })),
    });
    const server = new Server(client, `${host}/${index}`, index);
    server.stop = stop;
    await server.requireOpenSearch();
    return server;
  }

  /**
   * The body of the answer, in the required shape. Throws Cancelled within a moment, and stops the request on the server. @throws
   * ServerUnreachable, ServerRefused, ServerPartial, IndexEmpty
   */
  async ask<const Shape extends v.GenericSchema>(
    request: ServerRequest,
    shape: Shape,
    stop = this.stop,
  ): Promise<v.InferOutput<Shape>> {
    return checkShape(shape, await this.askPlainly(request, stop), (problem) => refuseAnswer(this.name, problem));
  }

  private async askPlainly(request: ServerRequest, stop: StopSignal): Promise<unknown> {
    for (let attempt = 1, wait = firstWaitMs; ; attempt += 1, wait *= 2) {
      throwIfStopped(stop);
      try {
        return await this.sendOnce(request, stop);
      } catch (error) {
        if (attempt >= tries || !isPassing(error)) throw toServerError(error, this.name);
        await pause(wait, stop);
      }
    }
  }

  /** As `ask`. An answer with missing shards is an error. */
  async search<const Hit extends v.GenericSchema>(body: object | string, hit: Hit, stop?: StopSignal) {
    const query = { allow_partial_search_results: false };
    const answer = await this.ask({ method: 'POST', path: '_search', query, body }, foundAnswer(hit), stop);
    const { timed_out, _shards } = answer;
    if (timed_out || (_shards && _shards.failed > 0))
      throw serverPartial(
        this.name,
        timed_out ? 'it stopped searching before the end' : `${_shards!.failed} of ${_shards!.total} shards failed`,
      );
    return answer;
  }

  /** All results of a sorted search, `size` hits in each request. */
  async *searchAll<const Hit extends v.GenericSchema<unknown, { readonly sort: readonly unknown[] }>>(
    body: { readonly sort: readonly object[]; readonly size: number },
    hit: Hit,
    stop?: StopSignal,
  ): AsyncGenerator<v.InferOutput<Hit>> {
    for (let after: readonly unknown[] | undefined; ;) {
      const page = { track_total_hits: false, ...body, ...(after && { search_after: after }) };
      const { hits } = (await this.search(page, hit, stop)).hits;
      yield* hits;
      if (hits.length < body.size) return;
      const last = hits.at(-1)!.sort;
      if (JSON.stringify(last) === JSON.stringify(after)) throw refuseAnswer(this.name, 'it sends one page again');
      after = last;
    }
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async sendOnce(request: ServerRequest, stop: StopSignal): Promise<unknown> {
    const { method, path, query, body, lines, mayBeAbsent } = request;
    const asked = this.client.transport.request(
      {
        method,
        path: path.startsWith('/') ? path : `/${this.index}${path === '' ? '' : `/${path}`}`,
        ...(query && { querystring: query }),
        ...(body !== undefined && { body }),
        ...(lines !== undefined && { bulkBody: lines }),
      },
      mayBeAbsent ? { ignore: [404] } : {},
    );
    const watch = setInterval(() => {
      if (stop.stopped) asked.abort();
    }, pollMs);
    try {
      return (await asked).body;
    } catch (error) {
      throw stop.stopped ? cancelled() : error;
    } finally {
      clearInterval(watch);
    }
  }

  private async requireOpenSearch(): Promise<void> {
    const { version = {} } = await this.ask({ method: 'GET', path: '/' }, rootAnswer);
    const { distribution = 'no OpenSearch', number = 'of unknown version' } = version;
    if (distribution === 'opensearch' && Number.parseInt(number, 10) >= leastVersion) return;
    throw serverRefused(this.name, `it is ${distribution} ${number}; OpenSearch ${leastVersion} or newer is needed`);
  }
}

/** Throws Cancelled. */
export async function pause(ms: number, stop: StopSignal): Promise<void> {
  for (const until = Date.now() + ms; Date.now() < until;) {
    throwIfStopped(stop);
    await new Promise((resolve) => setTimeout(resolve, Math.min(pollMs, until - Date.now())));
  }
}

async function readPem(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw toSystemError(error, file, unreadableDocument);
  }
}
