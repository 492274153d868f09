import { indexCorrupt } from '../../../core/errors';
import type { IndexRepair, RepairRun } from '../../../core/ports';
import type { ProjectionKernel } from '../../../core/scoring/kernels';
import { throwIfStopped } from '../../../core/stop';
import { jsonOf } from '../database/blobs';
import type { ListedDocument } from '../records/catalogue';
import { codeSpan } from '../records/coding';
import { type CheckDependencies, findDamage } from './damage';
import { deleteDocument, insertDocument, storedText } from '../records/documentRows';
import { damagedPages, renewContentHash } from './integrity';
import { rewriteSegments, type TailLimits } from '../records/segmentRows';

/** What a repair works with. */
interface RepairDependencies extends CheckDependencies {
  readonly encoder: CheckDependencies['encoder'] & { readonly kernels: ProjectionKernel };
  readonly limits: TailLimits;
}

/** The tables whose rows belong to a row of another table: the column, and the table. */
const belongings = [
  ['spans', 'document NOT IN (SELECT number FROM documents)'],
  ['exact_vectors', 'span_id NOT IN (SELECT id FROM spans)'],
  ['texts', 'document NOT IN (SELECT number FROM documents)'],
  ['profiles', 'document NOT IN (SELECT number FROM documents)'],
] as const;

/**
 * Encodes damaged documents again, one transaction each, and then puts right what holds them together.
 *
 * @throws IndexCorrupt  where pages are damaged: then the index must be built again; Cancelled
 */
export async function repairIndex(deps: RepairDependencies, run: RepairRun): Promise<Omit<IndexRepair, 'lostLog'>> {
  const { database } = deps;
  const [page] = await damagedPages(database);
  if (page !== undefined) throw indexCorrupt(database.file, 'its pages are damaged, which no repair mends');
  const { documents } = await findDamage(deps, { stop: run.stop, ...(run.profiler && { profiler: run.profiler }) });
  const mendable = documents.filter((document) => document.mendable).map(({ listed }) => listed);
  for (const [done, listed] of mendable.entries()) {
    throwIfStopped(run.stop);
    run.progress?.(done, mendable.length);
    await encodeAgain(deps, listed, run);
  }
  const left = await database.transaction(() => tidy(deps));
  run.progress?.(mendable.length, mendable.length);
  return {
    repaired: mendable.map(({ facts }) => facts.id),
    unsound: documents.filter(({ mendable }) => !mendable).map(({ listed }) => listed.facts.id),
    documents: left,
  };
}

/** Stores a document anew from its text. Its profile goes with its rows; a review makes it again. */
async function encodeAgain(
  { database, encoder }: RepairDependencies,
  listed: ListedDocument,
  { encode, stop }: Pick<RepairRun, 'encode' | 'stop'>,
): Promise<void> {
  const text = await storedText(database, listed);
  if (text === undefined) return; // another window has removed it
  const spans = (await encode(text)).map((span) => {
    throwIfStopped(stop);
    return codeSpan(span, encoder, encoder.kernels);
  });
  const untilTidied = { limits: { patches: Infinity, documents: Infinity }, stop };
  await database.transaction(async () => {
    if (!(await deleteDocument(database, listed.facts.id))) return;
    await insertDocument(database, { ...listed.facts, text }, spans, untilTidied);
  });
}

/** Takes out rows that belong to nothing, and segments' entries that are not those of the documents. Counts the documents. */
async function tidy({ database, encoder, limits }: RepairDependencies): Promise<number> {
  for (const [table, stray] of belongings) await database.run(`DELETE FROM ${table} WHERE ${stray}`);
  const row = await database.get('SELECT json_group_array(number) AS numbers FROM documents');
  const numbers = jsonOf(row, 'numbers') as readonly number[];
  const missing = new Set(numbers);
  await rewriteSegments(database, limits, {
    keeps: ({ number }) => missing.delete(number),
    damaged: () => undefined,
  });
  await renewContentHash(database, encoder);
  return numbers.length;
}
