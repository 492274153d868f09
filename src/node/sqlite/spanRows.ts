import type { KnownDocument } from '../../core/domain';
import { indexCorrupt } from '../../core/errors';
import type { EncodedSpan, IndexedDocument, StoredSpan } from '../../core/ports';
import { countWords } from '../../core/text/words';
import { blobOf, bytesOf, fromFloat32Blob, fromUint32Blob, integerOf, textOf } from './blobs';
import { coldBlob, coldBytes, fromColdBlob } from './coldRows';
import type { Database, Row } from './database';
import type { IndexEncoder } from './indexFacts';

/** Bound values in one statement. */
const batch = 500;

/** Throws unless a span's arrays fit together and its rows have unit length: what breaks this is a bug, not a file. */
export function requireSound({ patches, open }: EncodedSpan, encoder: IndexEncoder): void {
  const { dim, values, ranges } = patches;
  if (dim !== encoder.dim || open.length !== encoder.openDim || 2 * values.length !== ranges.length * dim) {
    throw new RangeError(`A span has ${values.length} values of ${dim} dimensions, ${ranges.length} range ends.`);
  }
  for (let row = 0; row < values.length; row += dim) {
    let squares = 0;
    for (let i = 0; i < dim; i++) squares += values[row + i]! * values[row + i]!;
    if (!(Math.abs(squares - 1) < 0.01)) throw new RangeError(`A patch has length ${Math.sqrt(squares)}, not 1.`);
  }
}

/** Stores one span with its cold rows and returns its id. */
export async function insertSpan(
  database: Database,
  owner: { readonly document: string; readonly position: number },
  { span, patches, open }: EncodedSpan,
  codes: Uint8Array,
): Promise<number> {
  const { lastId } = await database.run(
    'INSERT INTO spans (document_id, position, start_at, end_at, tokens, patches, codes, open) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    owner.document,
    owner.position,
    span.range.start,
    span.range.end,
    span.tokens,
    patches.ranges.length / 2,
    codes,
    bytesOf(open),
  );
  const rows = coldBlob(patches.values, patches.dim);
  await database.run('INSERT INTO cold VALUES (?, ?, ?)', lastId, bytesOf(patches.ranges), rows);
  return lastId;
}

/** The spans with these ids that are there, in any order. */
export async function selectSpans(
  database: Database,
  ids: readonly number[],
  dim: number,
): Promise<Map<number, StoredSpan>> {
  const spans = new Map<number, StoredSpan>();
  for (let at = 0; at < ids.length; at += batch) {
    const some = ids.slice(at, at + batch);
    const rows = await database.all(
      `SELECT s.id, s.document_id, a.label, s.start_at, s.end_at, s.tokens, s.patches, s.open, c.ranges, c.rows
       FROM spans s JOIN cold c ON c.span_id = s.id JOIN documents d ON d.id = s.document_id
       JOIN authors a ON a.id = d.author_id WHERE s.id IN (${some.map(() => '?').join()})`,
      ...some,
    );
    for (const row of rows) spans.set(integerOf(row, 'id'), storedSpan(database, row, dim));
  }
  return spans;
}

/** The windows of a span served the encoder only and are not stored. */
function storedSpan(database: Database, row: Row, dim: number): StoredSpan {
  const patches = integerOf(row, 'patches');
  const values = blobOf(row, 'rows');
  const ranges = blobOf(row, 'ranges');
  if (values.length !== coldBytes(dim) * patches || ranges.length !== 8 * patches) {
    throw indexCorrupt(database.file, `span ${integerOf(row, 'id')} has rows of a wrong length`);
  }
  return {
    id: integerOf(row, 'id'),
    document: textOf(row, 'document_id'),
    author: textOf(row, 'label'),
    span: {
      range: { start: integerOf(row, 'start_at'), end: integerOf(row, 'end_at') },
      tokens: integerOf(row, 'tokens'),
      windows: [],
    },
    open: row['open'] === null ? new Float32Array(0) : fromFloat32Blob(blobOf(row, 'open')),
    patches: { dim, values: fromColdBlob(values, dim), ranges: fromUint32Blob(ranges) },
  };
}

/** The columns of a document with its author's name. */
export const documentColumns = `SELECT d.id, a.label, d.role, d.title, d.mode, d.genre, d.language, d.text
  FROM documents d JOIN authors a ON a.id = d.author_id`;

export function indexedDocument(row: Row, spans: number): IndexedDocument {
  const { text, ...facts } = knownDocument(row);
  return { ...facts, words: countWords(text), spans };
}

/** A document of the bundled population has no text: its text is empty. */
export function knownDocument(row: Row): KnownDocument {
  return {
    id: textOf(row, 'id'),
    author: textOf(row, 'label'),
    role: roleOf(row),
    title: textOf(row, 'title'),
    mode: modeOf(row),
    genre: textOf(row, 'genre'),
    language: textOf(row, 'language'),
    text: row['text'] === null ? '' : textOf(row, 'text'),
  };
}

/** Everything but `known` is treated as population, which a search for candidates never returns. */
export function roleOf(row: Row): KnownDocument['role'] {
  return row['role'] === 'known' ? 'known' : 'population';
}

function modeOf(row: Row): KnownDocument['mode'] {
  const mode = row['mode'];
  return mode === 'written' || mode === 'spoken' ? mode : 'unknown';
}
