import { IdiographError } from '../../core/errors';
import type { StopSignal } from '../../core/ports';
import { rotatedRows } from '../../core/scoring/signCodes';
import { throwIfStopped } from '../../core/stop';
import { blobOf, fromUint32Blob, integerOf, textOf } from './blobs';
import { coldBytes, coldErrors, fromColdBlob } from './coldRows';
import type { Database, Row } from './database';
import { documentId } from './documentId';
import { codeBits, contentHash, type IndexEncoder, type IndexMaker } from './indexFacts';
import { documentColumns, knownDocument } from './spanRows';

/** Rows read at once. */
const batch = 200;

/** What float32 rounding may add to the error of a stored row: a value of R · (row − μ) this near zero may have either sign. */
const rounding = 1e-6;

/** Everything that is wrong with an index, as sentences; an empty list when it is sound. Throws Cancelled. */
export async function checkIndex(database: Database, maker: IndexMaker, stop: StopSignal): Promise<readonly string[]> {
  const problems: string[] = [];
  try {
    problems.push(...(await filePages(database)));
    problems.push(...(await lengths(database, maker.encoder)));
    problems.push(...(await texts(database, maker.encoder, stop)));
    problems.push(...(await rows(database, maker, stop)));
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code !== 'IndexCorrupt') throw error;
    problems.push(error.message);
  }
  return problems;
}

/** SQLite's own check of pages, and of references between tables. */
async function filePages(database: Database): Promise<readonly string[]> {
  const pages = (await database.all('PRAGMA quick_check')).map((row) => textOf(row, Object.keys(row)[0]!));
  const references = await database.all('PRAGMA foreign_key_check');
  return [
    ...pages.filter((answer) => answer !== 'ok').map((answer) => `The file is damaged: ${answer}.`),
    ...references.map(
      (row) => `A row of ${textOf(row, 'table')} refers to a row of ${textOf(row, 'parent')} that is gone.`,
    ),
  ];
}

/** The lengths of blobs against the number of patches, and spans against their cold rows. */
async function lengths(database: Database, { dim, openDim }: IndexEncoder): Promise<readonly string[]> {
  const wrong = await database.all(
    `SELECT s.id FROM spans s LEFT JOIN cold c ON c.span_id = s.id
     WHERE c.span_id IS NULL OR length(s.codes) <> ? * s.patches OR length(s.open) <> ?
     OR length(c.ranges) <> 8 * s.patches OR length(c.rows) <> ? * s.patches ORDER BY s.id`,
    ...[codeBits / 8, 4 * openDim, coldBytes(dim)],
  );
  const gaps = await database.all(
    'SELECT document_id FROM spans GROUP BY document_id HAVING min(position) <> 0 OR max(position) <> count(*) - 1',
  );
  return [
    ...wrong.map((row) => `Span ${integerOf(row, 'id')} has codes, ranges or rows of a wrong length.`),
    ...gaps.map((row) => `Document ${textOf(row, 'document_id')} lacks a span.`),
  ];
}

/** The ids of documents against their texts, and the content hash against the ids. */
async function texts(database: Database, encoder: IndexEncoder, stop: StopSignal): Promise<readonly string[]> {
  const problems: string[] = [];
  const ids: string[] = [];
  for (;;) {
    throwIfStopped(stop);
    const last = ids.at(-1) ?? '';
    const some = await database.all(`${documentColumns} WHERE d.id > ? ORDER BY d.id LIMIT ${batch}`, last);
    if (some.length === 0) break;
    for (const row of some) {
      ids.push(textOf(row, 'id'));
      const textless = row['text'] === null && row['role'] === 'population';
      if (!textless && documentId(knownDocument(row)) !== row['id']) {
        problems.push(`Document ${textOf(row, 'id')} has another text than it was added with.`);
      }
    }
  }
  const stored = await database.get("SELECT value FROM meta WHERE key = 'contentHash'");
  if (stored?.['value'] !== contentHash(encoder, ids)) {
    problems.push('The content hash is not that of the documents: some were added or removed by another program.');
  }
  return problems;
}

/** Cold rows against unit length, their text ranges against the document, and codes against the rows' signs. */
async function rows(database: Database, maker: IndexMaker, stop: StopSignal): Promise<readonly string[]> {
  const problems: string[] = [];
  let last = -1;
  for (;;) {
    throwIfStopped(stop);
    const some = await database.all(
      `SELECT s.id, s.codes, s.start_at, s.end_at, c.ranges, c.rows FROM spans s JOIN cold c ON c.span_id = s.id
       WHERE s.id > ? AND length(s.codes) = ? * s.patches AND length(c.ranges) = 8 * s.patches
       AND length(c.rows) = ? * s.patches ORDER BY s.id LIMIT ${batch}`,
      ...[last, codeBits / 8, coldBytes(maker.encoder.dim)],
    );
    if (some.length === 0) return problems;
    for (const row of some) {
      throwIfStopped(stop);
      last = integerOf(row, 'id');
      problems.push(...spanProblems(row, maker).map((problem) => `Span ${last} ${problem}.`));
    }
  }
}

function spanProblems(row: Row, { encoder, rotation }: IndexMaker): readonly string[] {
  const problems: string[] = [];
  const ranges = fromUint32Blob(blobOf(row, 'ranges'));
  if (!areInside(ranges, integerOf(row, 'start_at'), integerOf(row, 'end_at'))) {
    problems.push('has patches outside its range of the text');
  }
  const cold = blobOf(row, 'rows');
  const values = fromColdBlob(cold, encoder.dim);
  if (!haveUnitLength(values, encoder.dim)) {
    problems.push('has exact rows that are not of unit length');
    return problems;
  }
  const rotated = rotatedRows({ dim: encoder.dim, values }, rotation, encoder.mean);
  if (!haveSigns(rotated, blobOf(row, 'codes'), coldErrors(cold, encoder.dim)))
    problems.push('has codes that are not the signs of its exact rows');
  return problems;
}

function areInside(ranges: Uint32Array, start: number, end: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at]! < start || ranges[at]! >= ranges[at + 1]! || ranges[at + 1]! > end) return false;
  }
  return true;
}

function haveUnitLength(values: Float32Array, dim: number): boolean {
  for (let at = 0; at < values.length; at += dim) {
    let squares = 0;
    for (let i = 0; i < dim; i++) squares += values[at + i]! * values[at + i]!;
    if (!(Math.abs(squares - 1) < 0.01)) return false;
  }
  return true;
}

/** Codes were taken of the rows before they were rounded: a value closer to zero than a row's error may have either sign. */
function haveSigns(values: Float64Array, codes: Uint8Array, errors: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const positive = ((codes[i >> 3]! >> (i & 7)) & 1) === 1;
    if (positive !== values[i]! >= 0 && Math.abs(values[i]!) > errors[Math.floor(i / codeBits)]! + rounding)
      return false;
  }
  return true;
}
