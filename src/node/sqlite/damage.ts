import { codeBits } from '../../core/scoring/projection';
import type { StopSignal } from '../../core/ports';
import { projectedRows } from '../../core/scoring/signCodes';
import { throwIfStopped } from '../../core/stop';
import { blobOf, fromUint32Blob, integerOf, textOf } from './blobs';
import { coldBytes, coldErrors, fromColdBlob } from './coldRows';
import type { Database, Row } from './database';
import { documentId } from './documentId';
import { documentColumns, knownDocument, textSha256 } from './documentRows';
import type { IndexEncoder } from './indexFacts';
import { codeBytes, digestOf, documentParts, type Segment } from './segment';
import { segmentsAfter } from './segmentRows';
import { coldSha256 } from './spanRows';

/** One document that is not as it was stored. */
export interface DamagedDocument {
  readonly id: string;
  /** A clause that follows the id: "has another text than it was added with". */
  readonly problem: string;
  /** Whether its text is the one that was added, so that encoding it again mends the rest. */
  readonly mendable: boolean;
}

export interface Damage {
  /** Sentences about segments. */
  readonly segments: readonly string[];
  readonly documents: readonly DamagedDocument[];
}

/** Documents read at once. */
const batch = 50;

/** What float32 rounding may add to the error of a stored row: a value of R · (row − μ) this near zero may have either sign. */
const rounding = 1e-6;

/** Compares every text, span, exact row and resident part of an index whose pages are sound. Throws Cancelled. */
export async function findDamage(database: Database, encoder: IndexEncoder, stop: StopSignal): Promise<Damage> {
  const { parts, segments } = await residentParts(database);
  const documents: DamagedDocument[] = [];
  let last = 0;
  for (;;) {
    throwIfStopped(stop);
    const some = await database.all(`${documentColumns} WHERE d.number > ? ORDER BY d.number LIMIT ${batch}`, last);
    if (some.length === 0) break;
    for (const row of some) {
      throwIfStopped(stop);
      last = integerOf(row, 'number');
      documents.push(...(await damageOf(database, encoder, row, parts.get(last))));
      parts.delete(last);
    }
  }
  if (parts.size > 0) segments.push(`Segments hold ${parts.size} documents that the index does not list.`);
  return { segments, documents };
}

/** The resident part of each document by its number, those that were removed left out. */
export async function residentParts(database: Database): Promise<{ parts: Map<number, Segment>; segments: string[] }> {
  const gone = new Set((await database.all('SELECT number FROM gone')).map((row) => integerOf(row, 'number')));
  const parts = new Map<number, Segment>();
  const problems: string[] = [];
  for await (const segments of segmentsAfter(database, 0, ({ message }) => problems.push(message))) {
    for (const part of segments.flatMap((segment) => [...documentParts(segment)])) {
      const { number, id } = part.documents[0]!;
      if (gone.has(number)) continue;
      if (parts.has(number)) problems.push(`Document ${id} is in the segments twice.`);
      parts.set(number, part);
    }
  }
  return { parts, segments: problems };
}

async function damageOf(
  database: Database,
  encoder: IndexEncoder,
  row: Row,
  part: Segment | undefined,
): Promise<readonly DamagedDocument[]> {
  const id = textOf(row, 'id');
  const textless = row['text'] === null && row['role'] === 'population';
  if (!textless && documentId(knownDocument(row)) !== id) {
    return [{ id, problem: 'has another text than it was added with', mendable: false }];
  }
  const spans = await spanRowsOf(database, integerOf(row, 'number'));
  const problem = factsProblem(row) ?? spansProblem(row, spans, encoder) ?? residentProblem(row, spans, part, encoder);
  return problem === undefined ? [] : [{ id, problem, mendable: !textless }];
}

function factsProblem(row: Row): string | undefined {
  const sha256 = row['text'] === null ? row['text_sha256'] : textSha256(textOf(row, 'text'));
  return row['text_sha256'] === sha256 ? undefined : 'is listed with the hash of another text';
}

/** The spans of a document with their exact rows, in order. */
export function spanRowsOf(database: Database, document: number): Promise<readonly Row[]> {
  return database.all(
    `SELECT s.*, c.sha256, c.open, c.ranges, c.rows FROM spans s LEFT JOIN cold c ON c.span_id = s.id
     WHERE s.document = ? ORDER BY s.position`,
    document,
  );
}

/** What is wrong with the spans of a document and their exact rows, as a clause. */
export function spansProblem(row: Row, spans: readonly Row[], encoder: IndexEncoder): string | undefined {
  const places = spans.map((span) => integerOf(span, 'position'));
  if (places.length !== integerOf(row, 'spans') || places.some((place, i) => place !== i)) return 'lacks a span';
  for (const span of spans) {
    if (span['rows'] === null) return 'lacks the exact rows of a span';
    const cold = ['open', 'ranges', 'rows'].map((column) => blobOf(span, column));
    if (Buffer.compare(coldSha256(cold[0]!, cold[1]!, cold[2]!), blobOf(span, 'sha256')) !== 0) {
      return 'has damaged exact rows';
    }
    if (!fits(span, encoder)) return 'has exact rows that do not fit its spans';
  }
  return undefined;
}

/** Rows that were damaged before they were stored, or spans after. */
function fits(span: Row, { dim, openDim }: IndexEncoder): boolean {
  const patches = integerOf(span, 'patches');
  const ranges = fromUint32Blob(blobOf(span, 'ranges'));
  const lengths = blobOf(span, 'rows').length === coldBytes(dim) * patches && ranges.length === 2 * patches;
  if (!lengths || blobOf(span, 'open').length !== 4 * openDim) return false;
  if (!areInside(ranges, integerOf(span, 'start_at'), integerOf(span, 'end_at'))) return false;
  return haveUnitLength(fromColdBlob(blobOf(span, 'rows'), dim), dim);
}

/** What is wrong with a document's part of a segment, as a clause; its spans are sound. */
export function residentProblem(
  row: Row,
  spans: readonly Row[],
  part: Segment | undefined,
  encoder: IndexEncoder,
): string | undefined {
  if (!part) return 'is in no segment';
  if (!isListed(row, spans, part)) return 'is listed in its segment as another one';
  if (Buffer.compare(digestOf(part), part.documents[0]!.digest) !== 0) return 'has damaged codes';
  return haveSigns(part, spans, encoder) ? undefined : 'has codes that are not the signs of its exact rows';
}

/** Whether the directory says of the document what its own rows say. */
function isListed(row: Row, spans: readonly Row[], { documents, counts }: Segment): boolean {
  const { id, author, role, firstSpan } = documents[0]!;
  const facts = id === row['id'] && author === row['author_id'] && role === row['role'];
  const first = spans[0] ? integerOf(spans[0], 'id') : 0;
  if (!facts || firstSpan !== first || counts.length !== spans.length) return false;
  return spans.every((span, i) => span['patches'] === counts[i] && span['id'] === first + i);
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

function haveSigns({ codes, counts }: Segment, spans: readonly Row[], encoder: IndexEncoder): boolean {
  let at = 0;
  return spans.every((span, i) => {
    const cold = blobOf(span, 'rows');
    const projected = projectedRows(
      { dim: encoder.dim, values: fromColdBlob(cold, encoder.dim) },
      encoder.coding.known,
    );
    const own = codes.subarray(at, (at += counts[i]! * codeBytes));
    return areSigns(projected, own, coldErrors(cold, encoder.dim));
  });
}

/** Codes were taken of the rows before they were rounded: a value closer to zero than a row's error may have either sign. */
function areSigns(values: Float64Array, codes: Uint8Array, errors: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const positive = ((codes[i >> 3]! >> (i & 7)) & 1) === 1;
    if (positive === values[i]! >= 0) continue;
    if (Math.abs(values[i]!) > errors[Math.floor(i / codeBits)]! + rounding) return false;
  }
  return true;
}
