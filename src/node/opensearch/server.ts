import { readFile } from 'node:fs/promises';
import type { Client } from '@opensearch-project/opensearch';
import * as v from 'valibot';
import { checkShape, fields, finite, flag, list, oneOf, record, sha256, whole } from '../../core/basics/shape';
import { type StopSignal, neverStops, throwIfStopped } from '../../core/basics/work';
import type { ServerAddress } from '../../core/domain/basis';
import {
  type IdiographError,
  cancelled,
  indexMissing,
  serverPartial,
  serverRefused,
  serverUnreachable,
  unreadableDocument,
} from '../../core/errors';
import type { IndexedDocument } from '../../core/ports';
import { toSystemError } from '../systemError';
import { parseAddress } from './address';

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
    const read = certificates === undefined ? undefined : readFile(certificates, 'utf8');
    const ca = await read?.catch((error: unknown) => {
      throw toSystemError(error, certificates!, unreadableDocument);
    });
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
    const { version = {} } = await server.ask({ method: 'GET', path: '/' }, rootAnswer);
    const { distribution = 'no OpenSearch', number = 'of unknown version' } = version;
    if (distribution === 'opensearch' && Number.parseInt(number, 10) >= leastVersion) return server;
    throw serverRefused(server.name, `it is ${distribution} ${number}; OpenSearch ${leastVersion} or newer is needed`);
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
    for (let attempt = 1, wait = firstWaitMs; ; attempt += 1, wait *= 2) {
      throwIfStopped(stop);
      let answer: unknown;
      try {
        answer = await this.sendOnce(request, stop);
      } catch (error) {
        const { name, statusCode = 0 } = error as ClientError;
        const isPassing = passing.includes(name) || passing.includes(statusCode);
        if (attempt >= tries || !isPassing) throw toServerError(error, this.name);
        await pause(wait, stop);
        continue;
      }
      return checkShape(shape, answer, (problem) => refuseAnswer(this.name, problem));
    }
  }

  /** As `ask`. An answer with missing shards is an error. */
  async search<const Hit extends v.GenericSchema>(body: object | string, hit: Hit, stop?: StopSignal) {
    const query = { allow_partial_search_results: false };
    const shape = fields({
      hits: fields({ total: v.exactOptional(fields({ value: whole })), hits: list(hit) }),
      aggregations: v.exactOptional(record(fields({ value: finite }))),
      timed_out: v.exactOptional(flag),
      _shards: v.exactOptional(fields({ total: finite, failed: finite })),
    });
    const answer = await this.ask({ method: 'POST', path: '_search', query, body }, shape, stop);
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
}

/** Throws Cancelled. */
export async function pause(ms: number, stop: StopSignal): Promise<void> {
  for (const until = Date.now() + ms; Date.now() < until;) {
    throwIfStopped(stop);
    await new Promise((resolve) => setTimeout(resolve, Math.min(pollMs, until - Date.now())));
  }
}

/** The fields of the client's errors that are read. */
interface ClientError extends Error {
  readonly statusCode?: number;
  readonly body?: unknown;
}

/** Types of OpenSearch's errors that identify the problem, whatever the status. */
const byType = new Map<string, (server: string, reason: string) => IdiographError>([
  ['index_not_found_exception', indexMissing],
  ['search_phase_execution_exception', (server, reason) => serverPartial(server, `a shard failed (${reason})`)],
  ['no_shard_available_action_exception', (server) => serverPartial(server, 'a shard is missing')],
  ['unavailable_shards_exception', (server) => serverPartial(server, 'a shard is missing')],
  [
    'cluster_block_exception',
    (server, reason) =>
      serverRefused(
        server,
        `the index cannot be written or read (${reason}); its administrator must free disk space or lift the block`,
      ),
  ],
]);

const byStatus: Readonly<Record<number, (server: string, reason: string) => IdiographError>> = {
  401: (server) => serverRefused(server, 'it does not accept the key or password; check it'),
  403: (server) => serverRefused(server, 'this account may not do that; ask its administrator for the right'),
  413: (server) =>
    serverRefused(
      server,
      'a document is larger than it takes in one request; its administrator can raise http.max_content_length',
    ),
  429: (server) => serverUnreachable(server, 'it is too busy'),
  502: (server) => serverUnreachable(server, 'a gateway before it has no answer'),
  503: (server) => serverUnreachable(server, 'it is not ready'),
  504: (server) => serverUnreachable(server, 'a gateway before it has waited too long'),
};

/** The names and statuses of errors after which the same question may succeed a moment later. */
const passing: readonly (string | number)[] = ['ConnectionError', 'NoLivingConnectionsError', 429, 502, 503, 504];

const byName: Readonly<Record<string, (server: string, message: string) => IdiographError>> = {
  TimeoutError: (server) => serverUnreachable(server, 'it does not answer in time'),
  ConnectionError: (server, message) => serverUnreachable(server, describeConnectionProblem(message)),
  NoLivingConnectionsError: (server, message) => serverUnreachable(server, describeConnectionProblem(message)),
  DeserializationError: (server) => refuseAnswer(server),
};

/** @param problem  what is wrong with the answer */
export function refuseAnswer(server: string, problem?: string): IdiographError {
  const why = problem === undefined ? '' : ` (${problem})`;
  return serverRefused(server, `its answer is not that of an OpenSearch server${why}; check the address`);
}

/** The typed error for an error of the client. Other errors, which are bugs, are returned as they are. */
function toServerError(error: unknown, server: string): Error {
  const problem = error as ClientError;
  const unanswered = byName[problem.name];
  if (unanswered) return unanswered(server, problem.message);
  if (problem.name !== 'ResponseError') return problem;
  const read = v.safeParse(errorBody, problem.body);
  const cause = read.success ? read.output.error : undefined;
  const reason = (cause?.root_cause?.[0]?.reason ?? cause?.reason ?? problem.message).slice(0, 200);
  const type = cause?.type ?? '';
  const known = byType.get(type) ?? byStatus[problem.statusCode ?? 0];
  return known
    ? known(server, reason)
    : serverRefused(server, `it answers "${reason}" (${problem.statusCode ?? type})`);
}

/** The error that one item of a bulk request failed with. */
export function toItemError(server: string, status: number, error: object = {}): Error {
  return toServerError(
    Object.assign(new Error(), { name: 'ResponseError', statusCode: status, body: { error } }),
    server,
  );
}

function describeConnectionProblem(message: string): string {
  if (/certificate|self.signed|SSL|TLS|EPROTO|altname/i.test(message))
    return `its certificate is not accepted (${message}); give the file of the authority that signed it, or have it renewed`;
  return message === '' ? 'nothing answers there' : message;
}

// The parts of a server's answers that are read. The answers come from outside, and an answer of another shape is refused.

const words = v.string('a text');
const cause = fields({ type: v.exactOptional(words), reason: v.exactOptional(words) });

/** What `GET /` says of the program. */
const rootAnswer = fields({
  version: v.exactOptional(fields({ distribution: v.exactOptional(words), number: v.exactOptional(words) })),
});

/** An answer of which nothing is read. */
export const anyAnswer = v.unknown();

export const resolvedAnswer = fields({ indices: v.exactOptional(list(v.unknown())) });

const mapping = fields({
  dynamic: v.exactOptional(v.unknown()),
  _meta: v.exactOptional(record(v.unknown())),
  properties: v.exactOptional(v.unknown()),
});
export const mappingAnswer = record(fields({ mappings: mapping }));

export const scriptAnswer = fields({ script: v.exactOptional(fields({ source: v.exactOptional(words) })) });

const itemResult = fields({ _id: words, status: finite, error: v.exactOptional(cause) });
export const bulkAnswer = fields({ items: list(record(itemResult)) });
export type ItemResult = v.InferOutput<typeof itemResult>;

export const countAnswer = fields({ count: whole });

const spanSource = fields({ start: whole, end: whole, tokens: whole, sha256 });
const readEntry = fields({
  _source: v.exactOptional(fields({ span: spanSource })),
  fields: v.exactOptional(record(list(words))),
  found: v.exactOptional(flag),
  error: v.exactOptional(cause),
});
export const entriesAnswer = fields({ docs: list(readEntry) });
/** An entry that was read: the requested parts of its source, and fields that are stored beside it. */
export type ReadEntry = v.InferOutput<typeof readEntry>;

/** A hit of which nothing is read. */
export const anyHit = v.unknown();
export const scoredHit = fields({ sort: v.strictTuple([finite, words, whole], 'a score, a document and a position') });
export const placedHit = fields({ sort: v.strictTuple([words, whole], 'a document and a position') });

/** The hash of the record covers the facts as they came, so none is left out. */
const facts = v.looseObject({
  ...{ id: words, author: words, title: words, genre: words, language: words, textSha256: words },
  role: oneOf(['known', 'population']),
  mode: oneOf(['written', 'spoken', 'unknown']),
  ...{ words: whole, spans: whole },
});
const stored = fields({
  facts: v.custom<IndexedDocument>((value) => v.is(facts, value), 'the facts of a document'),
  codesSha256: sha256,
  sha256,
});
const listed = fields({
  document: stored,
  patches: whole,
  profile: v.exactOptional(fields({ profiler: words, sha256 })),
});
export const listedHit = fields({ _source: fields({ listed }), sort: v.tuple([words], 'the id of a document') });

/** The body of an error. */
const errorBody = fields({ error: v.intersect([cause, fields({ root_cause: v.exactOptional(list(cause)) })]) });
