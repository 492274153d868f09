import type { StopSignal } from '../../core/basics/work';
import { serverUnreachable } from '../../core/errors';
import { computeSha256 } from '../sha256';
import { type StoredDocument, recordSha256 } from '../sqlite/records/documentRows';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import { computeProfileSha256 } from '../sqlite/records/profileRows';
import { type ItemResult, type Server, bulkAnswer, pause, toItemError } from './server';

/** One line of a bulk request and the entry that belongs to it. */
export interface Entry {
  readonly id: string;
  readonly document: string;
  readonly action: 'index';
  readonly source: Readonly<Record<string, unknown>>;
}

/** The list entry of a document: the hashes of its record and of its profile's. */
export interface ListedEntry {
  readonly document: Omit<StoredDocument, 'number'>;
  readonly patches: number;
  readonly profile?: { readonly profiler: string; readonly sha256: string };
}

const codeBytes = 8;

export function formatSpanEntryId(document: string, position: number): string {
  return `${document}.${position}`;
}

/** The entries of documents' spans. Each is built on demand. */
export function* createSpanEntries(documents: readonly PackedDocument[]): Generator<Entry> {
  for (const { facts, spans } of documents)
    for (const [position, { start, end, tokens, codes, ranges, vectors, ...span }] of spans.entries())
      yield {
        id: formatSpanEntryId(facts.id, position),
        document: facts.id,
        action: 'index',
        source: {
          ...{ kind: 'span', document: facts.id, role: facts.role, position },
          patches: codes.length / codeBytes,
          codes: toDecimalCodes(codes),
          span: { start, end, tokens, sha256: Buffer.from(span.sha256).toString('hex') },
          signs: toBase64(codes),
          ranges: toBase64(ranges),
          vectors: toBase64(vectors),
          document_vector: toBase64(span.documentVector),
        },
      };
}

/** The list entry of a document, with or without a profile. */
export function createListedEntry(
  { facts, codesSha256, profile }: Omit<PackedDocument, 'spans'>,
  patches: number,
): ListedEntry {
  const sha256 = recordSha256({ facts, codesSha256 });
  const listed = { document: { facts, codesSha256, sha256 }, patches };
  if (!profile) return listed;
  return { ...listed, profile: { profiler: profile.profiler, sha256: computeProfileSha256(sha256, profile) } };
}

/** The entry that makes a document exist: it is written after those of its spans, and deleted before them. */
export function createDocumentEntry(stored: Omit<PackedDocument, 'spans'>, patches: number): Entry {
  const listed = createListedEntry(stored, patches);
  const { id, role } = stored.facts;
  const [mark_high, mark_low] = computeMarks(listed);
  const [profile_vector, feature_ids, feature_weights] = (stored.profile?.blobs ?? []).map(toBase64);
  return {
    id,
    document: id,
    action: 'index',
    source: {
      ...{ kind: 'document', document: id, role, patches, mark_high, mark_low, listed },
      ...(stored.profile && { profile_vector, feature_ids, feature_weights }),
    },
  };
}

/** Bytes of a document's entries. */
export function computeSize(document: PackedDocument): number {
  let size = JSON.stringify(createDocumentEntry(document, 0)).length;
  for (const entry of createSpanEntries([document])) size += JSON.stringify(entry.source).length;
  return size;
}

/** Bits of a mark. The sum of the marks of 10⁸ documents is exact in a double. */
const markBits = 26;

/** Two numbers for the list entry of a document. Their sums over all documents distinguish the states of an index. */
export function computeMarks({ document, profile }: ListedEntry): readonly [number, number] {
  const hash = Buffer.from(computeSha256(`${document.sha256} ${profile?.sha256 ?? ''}`), 'hex');
  return [hash.readUInt32BE(0) >>> (32 - markBits), hash.readUInt32BE(4) >>> (32 - markBits)];
}

/** Stored fields in an answer. */
type StoredFields = Readonly<Record<string, readonly string[]>>;

export function readStoredBytes(fields: StoredFields, name: string): Uint8Array {
  return new Uint8Array(Buffer.from(fields[name]?.[0] ?? '', 'base64'));
}

/** The stored fields of a profile, in the order of its blobs. */
export const profileFields = ['profile_vector', 'feature_ids', 'feature_weights'] as const;

/** Codes as signed decimal numbers, because JavaScript's own numbers would lose bits. */
export function toDecimalCodes(codes: Uint8Array): readonly string[] {
  const { buffer, byteOffset, length } = codes.byteOffset % codeBytes === 0 ? codes : new Uint8Array(codes);
  return Array.from(new BigInt64Array(buffer, byteOffset, length / codeBytes), String);
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

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
    const done: ItemResult[] = [];
    let left = request; // what a busy server has refused is sent again
    for (let attempt = 0, wait = firstWaitMs; left.size > 0; attempt += 1, wait *= 2) {
      if (attempt >= busyTries) throw serverUnreachable(server.name, 'it is too busy');
      if (attempt > 0) await pause(wait, stop);
      const bulk = {
        method: 'POST',
        path: '_bulk',
        query: { refresh: visible },
        lines: [...left.values()].join(''),
      } as const;
      const { items } = await server.ask(bulk, bulkAnswer, stop);
      const results = items.flatMap((item) => Object.values(item));
      const failed = results.find(({ status, error }) => error && !isBusy({ status, error }));
      if (failed) throw toItemError(server.name, failed.status, failed.error);
      const busy = new Set(results.filter(isBusy).map(({ _id }) => _id));
      done.push(...results.filter(({ _id }) => !busy.has(_id)));
      left = new Map([...left].filter(([id]) => busy.has(id)));
    }
    for (const { _id, status, error } of done) {
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
  await sendEntries(server, createSpanEntries(documents), stop, false);
  const entries = documents.map((each) => {
    const patches = each.spans.reduce((sum, { codes }) => sum + codes.length / codeBytes, 0);
    return createDocumentEntry(each, patches);
  });
  await sendEntries(server, entries, stop, visible);
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

/** Whether there were too many requests, or a shard is moving. An index that is read-only because the disk is full has the same status. */
function isBusy({ status, error }: Pick<ItemResult, 'status' | 'error'>): boolean {
  return (status === 429 || status === 503) && error?.type !== 'cluster_block_exception';
}
