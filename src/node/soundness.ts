import { IdiographError, indexCorrupt } from '../core/errors';
import type { IndexRepair, RepairRun } from '../core/ports';
import type { Kernels } from '../lateInteraction/scoring/kernels';
import { type WorkRun, type StopSignal, throwIfStopped } from '../core/basics/work';
import type { FoundSpan, RowStore } from './rowStore';
import { computeSha256 } from './sha256';
import {
  anotherText,
  toCodesBlob,
  formatDocument,
  otherFacts,
  type SpanPlace,
  type StoredDocument,
} from './sqlite/records/documentRows';
import type { IndexEncoder } from './sqlite/records/indexFacts';
import { packDocument } from './sqlite/records/packedDocument';
import { isProfileAsStored } from './sqlite/records/profileRows';
import { toSpanId } from './sqlite/records/spanRows';

/** This many spans are read at once, a few megabytes. */
const readAtOnce = 64;

interface DamagedDocument {
  readonly document: StoredDocument;
  /** A clause that follows the name of the document. */
  readonly problem: string;
  /** The text, if text and facts are those that were added. Encoding it again repairs the rest. */
  readonly text: string | undefined;
}

/** Whether a row has the hash that it should have. */
export function isAsStored({ sha256, stated }: FoundSpan): boolean {
  return Buffer.compare(sha256, stated) === 0;
}

/** The places of a document's spans. */
export function placesOf(document: StoredDocument): readonly SpanPlace[] {
  const { facts, number } = document;
  return Array.from({ length: facts.spans }, (_, position) => ({
    ...{ id: toSpanId(number, position), document, position },
  }));
}

/** All damage, as sentences. Empty for an intact index. Throws Cancelled. */
export async function checkRows(rows: RowStore, run: WorkRun): Promise<readonly string[]> {
  try {
    const damage = await rows.damage(run.stop);
    if (damage.length > 0) return damage;
    return await rows.reading(async () => {
      const problems = await rows.strays(run.stop);
      const damaged = await findDamagedDocuments(rows, run);
      return [
        ...problems,
        ...damaged.map(({ document, problem }) => `Document ${formatDocument(document)} ${problem}.`),
      ];
    });
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code !== 'IndexCorrupt') throw error;
    return [error.message];
  }
}

/**
 * Encodes damaged documents again from their texts, with one change for each, and removes rows that belong to no document. Profiles of such
 * documents are removed with their rows, and a review makes them again.
 * @throws IndexCorrupt  if no repair helps; Cancelled
 */
export async function repairRows(
  rows: RowStore,
  encoder: IndexEncoder & { readonly kernels: Kernels },
  { encode, stop, progress }: RepairRun,
): Promise<IndexRepair> {
  if ((await rows.damage(stop)).length > 0)
    throw indexCorrupt(rows.name, 'its pages are damaged, which no repair mends');
  const damaged = await rows.reading(() => findDamagedDocuments(rows, { stop }));
  const mendable = damaged.flatMap(({ document: { facts }, text }) => (text === undefined ? [] : { ...facts, text }));
  for (const [done, document] of mendable.entries()) {
    throwIfStopped(stop);
    progress?.(done, mendable.length);
    const added = packDocument(document, await encode(document), encoder, { stop });
    await rows.change({ removed: [document.id], added, text: document.text, unread: true, stop });
  }
  const { lostLog } = await rows.tidy(stop);
  progress?.(mendable.length, mendable.length);
  return {
    repaired: mendable.map(({ id }) => id),
    unsound: damaged.filter(({ text }) => text === undefined).map(({ document }) => document.facts.id),
    documents: await rows.count(),
    lostLog,
  };
}

async function findDamagedDocuments(rows: RowStore, { stop, progress }: WorkRun): Promise<readonly DamagedDocument[]> {
  const results: DamagedDocument[] = [];
  const total = await rows.count();
  let done = 0;
  for await (const { document, problem: listed } of rows.audited()) {
    throwIfStopped(stop);
    progress?.(done++, total);
    const text = (await rows.texts([document])).get(document.facts.id);
    const isLost = text === undefined && rows.holdsTexts && !document.onServer;
    const problem = listed ?? (isLost ? anotherText : await findPartsProblem(rows, document, stop));
    if (problem) results.push({ document, problem, text: problem === otherFacts ? undefined : text });
  }
  return results;
}

/** The damage of a document's spans and profile, as a clause. */
async function findPartsProblem(
  rows: RowStore,
  document: StoredDocument,
  stop: StopSignal,
): Promise<string | undefined> {
  const { facts, codesSha256 } = document;
  const places = placesOf(document);
  const coded: Parameters<typeof toCodesBlob>[0][number][] = [];
  for (let at = 0; at < places.length; at += readAtOnce) {
    const some = places.slice(at, at + readAtOnce);
    const results = await rows.spans(some, stop);
    for (const { id } of some) {
      throwIfStopped(stop);
      const row = results.get(id);
      if (!row) return 'lacks a span';
      if (!isAsStored(row)) return 'has damaged exact vectors';
      const { ranges, sha256, codes } = row;
      if (codes) coded.push({ ranges, sha256, codes });
    }
  }
  if (coded.length > 0 && computeSha256(toCodesBlob(coded)) !== codesSha256) return 'has damaged codes';
  const profile = (await rows.profiles([document])).get(facts.id);
  return profile && !isProfileAsStored(profile, document) ? 'has a damaged profile' : undefined;
}
