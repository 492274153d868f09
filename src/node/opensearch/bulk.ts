import { serverUnreachable } from '../../core/errors';
import type { StopSignal } from '../../core/basics/work';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import { createDocumentEntry, type Entry, countPatches, createSpanEntries } from './entries';
import { bulkAnswer, type ItemResult } from './answers';
import { pause, type Server } from './server';
import { toItemError } from './serverErrors';

/** A request is sent when it has this many characters: far below OpenSearch's default limit of 100 MB. */
const requestLength = 4_000_000;
/** The number of tries with a server that is too busy, over about 100 s in total. */
const busyTries = 10;
const firstWaitMs = 100;

/** An entry to delete. */
export interface Deletion {
  readonly id: string;
  readonly document: string;
  readonly action: 'delete';
}

/**
 * Sends entries in their order, in requests of a few megabytes. The next request is sent after the one before is acknowledged, and if the
 * server is too busy, after a wait that doubles. Throws Cancelled between requests.
 * @param visible  whether a search finds them at once
 * @returns ids of entries to delete that were not there
 */
export async function sendEntries(
  server: Server,
  entries: Iterable<Entry | Deletion>,
  stop: StopSignal,
  visible: boolean,
): Promise<ReadonlySet<string>> {
  const absent = new Set<string>();
  for (const request of buildRequests(entries)) {
    for (const { _id, status, error } of await sendUntilTaken(server, request, stop, visible)) {
      if (status === 404 && error === undefined) absent.add(_id);
    }
  }
  return absent;
}

/**
 * Stores documents. A document's own entry is sent after all of its spans are acknowledged, so that an interrupted run has added nothing of
 * it. Throws Cancelled between requests.
 */
export async function sendDocuments(
  server: Server,
  documents: readonly PackedDocument[],
  stop: StopSignal,
  visible: boolean,
): Promise<void> {
  await sendEntries(server, listSpanEntries(documents), stop, false);
  const entries = documents.map((each) => createDocumentEntry(each, countPatches(each)));
  await sendEntries(server, entries, stop, visible);
}

function* listSpanEntries(documents: readonly PackedDocument[]): Generator<Entry> {
  for (const document of documents) yield* createSpanEntries(document);
}

/** Parts of a request, each of at most `requestLength` unless a single entry is longer. */
function* buildRequests(entries: Iterable<Entry | Deletion>): Generator<ReadonlyMap<string, string>> {
  let request = new Map<string, string>();
  let length = 0;
  for (const entry of entries) {
    const { action, id: _id, document: routing } = entry;
    const head = JSON.stringify({ [action]: { _id, routing } });
    const lines = 'source' in entry ? `${head}\n${JSON.stringify(entry.source)}\n` : `${head}\n`;
    if (length > 0 && length + lines.length > requestLength) {
      yield request;
      request = new Map();
      length = 0;
    }
    request.set(_id, lines);
    length += lines.length;
  }
  if (length > 0) yield request;
}

/** Sends again what a busy server has refused. */
async function sendUntilTaken(
  server: Server,
  request: ReadonlyMap<string, string>,
  stop: StopSignal,
  visible: boolean,
): Promise<readonly ItemResult[]> {
  const done: ItemResult[] = [];
  let left = request;
  for (let attempt = 0, wait = firstWaitMs; left.size > 0; attempt += 1, wait *= 2) {
    if (attempt >= busyTries) throw serverUnreachable(server.name, 'it is too busy');
    if (attempt > 0) await pause(wait, stop);
    const results = await sendOnce(server, [...left.values()].join(''), stop, visible);
    const failed = results.find(({ status, error }) => error && !isBusy({ status, error }));
    if (failed) throw toItemError(server.name, failed.status, failed.error);
    const busy = new Set(results.filter(isBusy).map(({ _id }) => _id));
    done.push(...results.filter(({ _id }) => !busy.has(_id)));
    left = new Map([...left].filter(([id]) => busy.has(id)));
  }
  return done;
}

async function sendOnce(
  server: Server,
  lines: string,
  stop: StopSignal,
  refresh: boolean,
): Promise<readonly ItemResult[]> {
  const { items } = await server.ask({ method: 'POST', path: '_bulk', query: { refresh }, lines }, bulkAnswer, stop);
  return items.flatMap((item) => Object.values(item));
}

/** Whether there were too many requests, or a shard is moving. An index that is read-only because the disk is full has the same status. */
function isBusy({ status, error }: Pick<ItemResult, 'status' | 'error'>): boolean {
  return (status === 429 || status === 503) && error?.type !== 'cluster_block_exception';
}
