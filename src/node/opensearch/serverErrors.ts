import * as v from 'valibot';
import { type IdiographError, indexMissing, serverPartial, serverRefused, serverUnreachable } from '../../core/errors';

import { errorBody } from './answers';

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

/** Whether the same question may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  const { name, statusCode } = error as ClientError;
  return (
    name === 'ConnectionError' || name === 'NoLivingConnectionsError' || [429, 502, 503, 504].includes(statusCode ?? 0)
  );
}

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
export function toServerError(error: unknown, server: string): Error {
  const problem = error as ClientError;
  const unanswered = byName[problem.name];
  if (unanswered) return unanswered(server, problem.message);
  if (problem.name !== 'ResponseError') return problem;
  const { type, reason } = findCause(problem);
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

function findCause({ body, message }: ClientError): { readonly type: string; readonly reason: string } {
  const read = v.safeParse(errorBody, body);
  if (!read.success) return { type: '', reason: message.slice(0, 200) };
  const { error } = read.output;
  const [root = error] = error.root_cause ?? [];
  return { type: error.type ?? '', reason: (root.reason ?? error.reason ?? message).slice(0, 200) };
}

function describeConnectionProblem(message: string): string {
  if (/certificate|self.signed|SSL|TLS|EPROTO|altname/i.test(message))
    return `its certificate is not accepted (${message}); give the file of the authority that signed it, or have it renewed`;
  return message === '' ? 'nothing answers there' : message;
}
