import { blobOf, fromFloat32Blob, fromUint32Blob, integerOf } from './blobs';
import { codeBytes } from './segment';
import type { Segment } from './segment';
import type { CodedSpan } from './coding';
import { fromColdBlob } from './coldRows';
import { spanRowsOf, spansProblem, residentProblem } from './damage';
import type { Database } from './database';
import type { IndexEncoder } from './indexFacts';

/** A document's spans as they are stored, with their codes, where nothing about them is damaged; else undefined. */
export async function soundSpans(
  database: Database,
  encoder: IndexEncoder,
  { number, part }: { readonly number: number; readonly part: Segment },
): Promise<readonly CodedSpan[] | undefined> {
  const facts = await database.get('SELECT * FROM documents WHERE number = ?', number);
  const rows = await spanRowsOf(database, number);
  if (!facts || (spansProblem(facts, rows, encoder) ?? residentProblem(facts, rows, part, encoder))) return undefined;
  let patch = 0;
  return rows.map((row, i) => {
    const first = patch;
    patch += part.counts[i]!;
    const { dim } = encoder;
    const values = fromColdBlob(blobOf(row, 'rows'), dim);
    const range = { start: integerOf(row, 'start_at'), end: integerOf(row, 'end_at') };
    return {
      span: { range, tokens: integerOf(row, 'tokens'), windows: [] },
      open: fromFloat32Blob(blobOf(row, 'open')),
      patches: { dim, values, ranges: fromUint32Blob(blobOf(row, 'ranges')) },
      codes: part.codes.subarray(first * codeBytes, patch * codeBytes),
    };
  });
}
