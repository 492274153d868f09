import { indexCorrupt } from '../../../core/errors';
import type { IndexedDocument, SpanId } from '../../../core/ports';
import { readBlob, toBytes, fromUint32Blob, readInteger, readJson, readText } from '../database/blobs';
import type { Database, Row } from '../database/database';
import { computeSha256 } from '../../sha256';
import { readAddedColumns } from '../schema';
import type { PackedSpan } from './spanRows';

/** The row of a document without its text and codes. */
export interface StoredDocument {
  /** A number that is used only once. */
  readonly number: number;
  readonly facts: IndexedDocument;
  /** The hash of the blob of codes, in hex. The blob contains the hashes of the spans, so this covers all that is stored of them. */
  readonly codesSha256: string;
  /** The hash of the document's record, in hex: of all the fields above without the number. */
  readonly sha256: string;
  /** Present for a document that was pulled from a server and has no text here. */
  readonly onServer?: NonNullable<IndexedDocument['onServer']>;
  /** The hashes of its spans, in sequence. Absent if each is stored with its span. */
  readonly hashes?: Uint8Array;
}

export interface SpanPlace {
  readonly id: SpanId;
  readonly document: StoredDocument;
  readonly position: number;
}

/** A document in the form in which memory takes it. */
export interface DocumentRow {
  readonly document: StoredDocument;
  /** The result of `fromCodes`. */
  readonly codes: Uint8Array;
}

type Facts = readonly [
  number: number,
  id: string,
  author: string,
  role: string,
  title: string,
  mode: string,
  genre: string,
  language: string,
  words: number,
  spans: number,
  source: string | null,
  text: string,
  codes: string,
  record: string,
  /** Whether a document that was pulled from a server has a profile. Null for other documents. */
  pulled: 0 | 1 | null,
  /** Ranges set by hand, and works, as JSON. */
  byHand: string | null,
  works: string | null,
];

/** The server that a file was pulled from, as the file records it. In no other file may a text be missing. */
export const pulledFrom = 'pulledFrom';

/** This many documents are read at once: some megabytes, or a hundred if they are very long. */
const readAtOnce = 128;

const hashBytes = 32;

/** The documents with higher numbers as they are in the file, intact or damaged, in ascending order. */
export async function* readDocumentsAfter(database: Database, number: number): AsyncGenerator<readonly DocumentRow[]> {
  const added = (await readAddedColumns(database)).join();
  // facts are read as JSON, which is many times faster than column by column
  const sql = `SELECT json_array(number, id, author, role, title, mode, genre, language, words, spans,
      source, text_sha256, codes_sha256, sha256,
      CASE WHEN octet_length(text) = 0 AND EXISTS (SELECT 1 FROM meta WHERE key = '${pulledFrom}')
        THEN EXISTS (SELECT 1 FROM profiles WHERE document = number) END, ${added}) AS document, codes
    FROM documents WHERE number > ? ORDER BY number LIMIT ${readAtOnce}`;
  for (let last = number; ;) {
    const rows = (await database.selectAll(sql, last)).map(parseDocumentRow);
    yield rows;
    if (rows.length < readAtOnce) return;
    last = rows.at(-1)!.document.number;
  }
}

function parseDocumentRow(row: Row): DocumentRow {
  const facts = readJson(row, 'document') as Facts;
  const [number, id, author, role, title, mode, genre, language, words, spans, source, text, ...rest] = facts;
  const [codesSha256, sha256, pulled, byHand, works] = rest;
  const codes = readBlob(row, 'codes');
  return {
    document: {
      number,
      facts: {
        ...{ id, author, title, genre, language, words, spans, textSha256: text },
        role: role === 'known' ? 'known' : 'population',
        mode: mode === 'written' || mode === 'spoken' ? mode : 'unknown',
        ...(source !== null && { source }),
        ...(byHand !== null && { byHand: JSON.parse(byHand) as IndexedDocument['byHand'] }),
        ...(works !== null && { works: JSON.parse(works) as readonly string[] }),
      },
      ...{ codesSha256, sha256, hashes: hashesIn(codes, spans) },
      ...(pulled !== null && { onServer: { hasText: false, hasProfile: pulled === 1 } }),
    },
    codes,
  };
}

/** The problem of a document with changed facts, and of one with a changed text. */
export const otherFacts = 'is not listed as it was added';
export const anotherText = 'has another text than it was added with';

/** The damage of a document's row, as a clause. */
export function findRowProblem({ document, codes }: DocumentRow): string | undefined {
  if (recordSha256(document) !== document.sha256) return otherFacts;
  return computeSha256(codes) === document.codesSha256 ? undefined : 'has damaged codes';
}

/** The hash of a document's record, in hex. */
export function recordSha256({ facts, codesSha256 }: Omit<StoredDocument, 'number' | 'sha256'>): string {
  const { id, author, role, title, mode, genre, language, words, spans, source, textSha256 } = facts;
  const values = [id, author, role, title, mode, genre, language, words, spans, source ?? null];
  return computeSha256(JSON.stringify([...values, textSha256, codesSha256, ...listAdded(facts)]));
}

/** The hash of a document's contents, in hex. Its file's place, and what an encoder made of it, are not included. */
export function computeContentSha256({ facts }: Pick<StoredDocument, 'facts'>): string {
  const { author, role, title, mode, genre, language, textSha256 } = facts;
  const values = [author, role, title, mode, genre, language, textSha256];
  return computeSha256(JSON.stringify([...values, ...listAdded(facts)]));
}

/** Facts that most documents do not have. Without them a hash equals that of former formats. */
function listAdded({ byHand, works }: IndexedDocument): readonly unknown[] {
  return [...(byHand ? [byHand] : []), ...(works ? [{ works }] : [])];
}

/** Reads a blob as it was stored: patches of each span, hash of each span (32 bytes), and codes, 8 bytes for each patch, in sequence. */
export function fromCodes({ document: { facts }, codes }: DocumentRow) {
  const counts = fromUint32Blob(codes.subarray(0, 4 * facts.spans));
  return { counts, codes: codes.subarray((4 + hashBytes) * facts.spans) };
}

/** The part of a blob of codes with the hashes of the spans. */
export function hashesIn(codes: Uint8Array, spans: number): Uint8Array {
  return codes.subarray(4 * spans, (4 + hashBytes) * spans);
}

export function hashOfSpan({ hashes }: StoredDocument, position: number): Uint8Array {
  return hashes!.subarray(position * hashBytes, (position + 1) * hashBytes);
}

/** The part of a document's row about its spans. */
export function toCodesBlob(spans: readonly Pick<PackedSpan, 'ranges' | 'sha256' | 'codes'>[]): Uint8Array {
  const counts = Uint32Array.from(spans, ({ ranges }) => ranges.length / 8);
  const hashes = spans.map((span) => span.sha256);
  return Buffer.concat([toBytes(counts), ...hashes, ...spans.map(({ codes }) => codes)]);
}

/** Removes a document with everything that belongs to it. Returns whether it was there. Part of a transaction. */
export async function deleteDocument(database: Database, id: string): Promise<boolean> {
  return (await database.run('DELETE FROM documents WHERE id = ?', id)).changes > 0;
}

/** The numbers of all documents, in ascending order. */
export async function listDocumentNumbers(database: Database): Promise<readonly number[]> {
  const row = await database.get('SELECT json_group_array(number) AS numbers FROM documents');
  return (readJson(row, 'numbers') as number[]).sort((a, b) => a - b);
}

/** The texts of documents by their ids, read by one statement. Texts that differ from what was added are left out. */
export async function readStoredTexts(
  database: Database,
  documents: readonly StoredDocument[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.selectAll(
    'SELECT number, text FROM documents WHERE number IN (SELECT value FROM json_each(?))',
    JSON.stringify(documents.map(({ number }) => number)),
  );
  const texts = new Map(rows.map((row) => [readInteger(row, 'number'), readText(row, 'text')]));
  return new Map(
    documents.flatMap(({ number, facts }) => {
      const text = texts.get(number);
      return text !== undefined && computeSha256(text) === facts.textSha256 ? [[facts.id, text] as const] : [];
    }),
  );
}

/** The error for a damaged document. @param problem  a clause such as "has damaged codes" */
export function createDamageError(file: string, document: StoredDocument, problem: string): Error {
  return indexCorrupt(file, `document ${formatDocument(document)} ${problem}`);
}

/** A document for messages: the first digits of its id, its title, its author. */
export function formatDocument({ facts }: StoredDocument): string {
  return `${facts.id.slice(0, 12)} ("${facts.title}" of ${facts.author})`;
}
