import { IdiographError } from '../../core/errors';
import { type WorkRun, type StopSignal, throwIfStopped } from '../../core/work';
import { codesBlob, nameOf, type StoredDocument } from '../sqlite/records/documentRows';
import { sha256Of } from '../sha256';
import { type Deletion, sendEntries } from './bulk';
import { spanEntryId } from './entries';
import { packedProfiles, RowReader } from './rowReader';
import type { Server } from './server';
import type { ServerCatalogue } from './serverCatalogue';

/** Spans that are listed by one request. */
const pageSize = 5000;

/** What is not as it was stored, as sentences: documents whose rows have other hashes, and spans without a document. Throws Cancelled. */
export async function problemsOf(
  catalogue: ServerCatalogue,
  run: WorkRun,
  onUnsound?: (document: string) => void,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const listed = [...catalogue.documents];
  for (const [done, document] of listed.entries()) {
    throwIfStopped(run.stop);
    run.progress?.(done, listed.length);
    const problem = await problemOf(catalogue, document, run.stop);
    if (problem === undefined) continue;
    problems.push(`Document ${nameOf(document)} ${problem}.`);
    onUnsound?.(document.facts.id);
  }
  const left = await leftovers(catalogue, run.stop);
  if (left.length > 0)
    problems.push(`${left.length} spans belong to no document: an adding was ended. A repair deletes them.`);
  return problems;
}

/** Deletes spans whose document is not listed. Throws Cancelled. */
export async function removeLeftovers(catalogue: ServerCatalogue, stop: StopSignal): Promise<void> {
  await sendEntries(catalogue.server, await leftovers(catalogue, stop), stop, true);
}

/** Documents whose spans are counted by one request. */
const countedAtOnce = 1000;

/** How many spans of these documents there are. */
export async function countSpans(server: Server, documents: readonly string[]): Promise<number> {
  let spans = 0;
  for (let at = 0; at < documents.length; at += countedAtOnce) {
    const filter = [{ term: { kind: 'span' } }, { terms: { document: documents.slice(at, at + countedAtOnce) } }];
    const { count } = await server.ask<{ readonly count: number }>({
      method: 'POST',
      path: '_count',
      body: { query: { bool: { filter } } },
    });
    spans += count;
  }
  return spans;
}

async function problemOf(
  catalogue: ServerCatalogue,
  { facts: { id, spans }, codesSha256 }: StoredDocument,
  stop: StopSignal,
): Promise<string | undefined> {
  try {
    const places = Array.from({ length: spans }, (_, position) => ({ document: id, position }));
    const rows = await new RowReader(catalogue.server).rows(places, stop);
    if (sha256Of(codesBlob(rows)) !== codesSha256) return 'has damaged codes or exact vectors';
    if (catalogue.entry(id)?.profile) await packedProfiles(catalogue, [id]);
    return undefined;
  } catch (error) {
    if (!(error instanceof IdiographError)) throw error;
    if (error.code === 'IndexLocked') return 'lacks a span';
    if (error.code === 'IndexCorrupt') return 'has damaged exact vectors or a damaged profile';
    throw error;
  }
}

async function leftovers(catalogue: ServerCatalogue, stop: StopSignal): Promise<readonly Deletion[]> {
  const left: Deletion[] = [];
  const body = { _source: false, sort: [{ document: 'asc' }, { position: 'asc' }], query: { term: { kind: 'span' } } };
  type Hit = { readonly sort: readonly [document: string, position: number] };
  for await (const { sort } of catalogue.server.all<Hit>(body, pageSize, stop)) {
    const [document, position] = sort;
    const spans = catalogue.get(document)?.facts.spans ?? 0;
    if (position >= spans) left.push({ action: 'delete', document, id: spanEntryId(document, position) });
  }
  return left;
}
