import type { KnownDocument } from '../../../core/domain';
import type { StopSignal } from '../../../core/ports';
import { countWords } from '../../../core/text/countWords';
import { integerOf, textOf } from '../database/blobs';
import type { ListedDocument } from './catalogue';
import type { CodedSpan } from './coding';
import type { Database } from '../database/database';
import { type DocumentFacts, recordSha256, rowsSha256, sha256 } from './records';
import { documentSegment, type Segment } from './segment';
import { insertSegment, sealTail, type TailLimits } from './segmentRows';
import { hashedSpans, insertSpans } from './spanRows';

/** What the storing of a document leaves for the memory. */
export interface StoredDocument {
  readonly listed: ListedDocument;
  readonly segment: Segment;
}

/** When the tail is sealed, and how the storing is stopped. */
export interface Storing {
  readonly limits: TailLimits;
  readonly stop: StopSignal;
}

/** Stores a document that is not there yet, with its spans and as a row of the tail. Part of a transaction. Throws Cancelled. */
export async function insertDocument(
  database: Database,
  document: KnownDocument,
  coded: readonly CodedSpan[],
  { limits, stop }: Storing,
): Promise<StoredDocument> {
  const spans = hashedSpans(coded, stop);
  const rows = rowsSha256(documentSegment({ number: 0, firstSpan: 0 }, spans));
  const facts = factsOf(document, spans.length, rows);
  const listed = { number: await insertFacts(database, facts), facts, sha256: recordSha256(facts) };
  await database.run('INSERT INTO texts VALUES (?, ?)', listed.number, document.text);
  const firstSpan = await insertSpans(database, listed.number, spans, stop);
  const segment = documentSegment({ number: listed.number, firstSpan }, spans);
  await insertSegment(database, segment, false);
  await sealTail(database, limits);
  return { listed, segment };
}

/** Removes a document with all that belongs to it and says whether it was there. Part of a transaction. */
export async function deleteDocument(database: Database, id: string): Promise<boolean> {
  const row = await database.get('SELECT author_id FROM documents WHERE id = ?', id);
  if (!row) return false;
  await database.run('DELETE FROM documents WHERE id = ?', id);
  const author = integerOf(row, 'author_id');
  await database.run(
    'DELETE FROM authors WHERE id = ? AND id NOT IN (SELECT author_id FROM documents WHERE author_id = ?)',
    author,
    author,
  );
  return true;
}

/** The text of a document; undefined where there is none. */
export async function storedText(database: Database, { number }: ListedDocument): Promise<string | undefined> {
  const row = await database.get('SELECT text FROM texts WHERE document = ?', number);
  return row && textOf(row, 'text');
}

async function authorOf(database: Database, label: string): Promise<number> {
  const row = await database.get('SELECT id FROM authors WHERE label = ?', label);
  if (row) return integerOf(row, 'id');
  return (await database.run('INSERT INTO authors (label) VALUES (?)', label)).lastId;
}

/** The facts as the file gives them back: a lone surrogate has no UTF-8. */
function factsOf(document: KnownDocument, spans: number, rows: string): DocumentFacts {
  const { id, author, role, title, mode, genre, language, text, source } = document;
  return {
    ...{ id, role, mode, spans },
    author: wellFormed(author),
    title: wellFormed(title),
    genre: wellFormed(genre),
    language: wellFormed(language),
    words: countWords(text),
    ...(source !== undefined && { source: wellFormed(source) }),
    textSha256: sha256(text),
    rowsSha256: rows,
  };
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

async function insertFacts(database: Database, facts: DocumentFacts): Promise<number> {
  const { id, author, role, title, mode, genre, language, words, spans, source, textSha256 } = facts;
  const { lastId } = await database.run(
    `INSERT INTO documents (id, author_id, role, title, mode, genre, language, words, spans, source, text_sha256,
       rows_sha256, sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, await authorOf(database, author), role, title, mode, genre, language],
    ...[words, spans, source ?? null, textSha256, facts.rowsSha256, recordSha256(facts)],
  );
  return lastId;
}
