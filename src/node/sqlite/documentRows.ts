import { createHash } from 'node:crypto';
import type { KnownDocument } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import { countWords } from '../../core/text/words';
import { integerOf, textOf } from './blobs';
import type { CodedSpan } from './coding';
import type { Database, Row } from './database';
import { documentSegment, type Segment } from './segment';
import { insertSegment, sealTail, type TailLimits } from './segmentRows';
import { insertSpans } from './spanRows';

/** Stores a document that is not there yet, with its spans and as a row of the tail. Part of a transaction. */
export async function insertDocument(
  database: Database,
  document: KnownDocument,
  spans: readonly CodedSpan[],
  limits: TailLimits,
): Promise<Segment> {
  const author = await authorOf(database, document.author);
  const number = await insertFacts(database, document, { author, spans: spans.length });
  await database.run('INSERT INTO texts VALUES (?, ?)', number, document.text);
  const firstSpan = await insertSpans(database, number, spans);
  const segment = documentSegment({ number, id: document.id, author, role: document.role, firstSpan }, spans);
  await insertSegment(database, segment, false);
  await sealTail(database, limits);
  return segment;
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

async function authorOf(database: Database, label: string): Promise<number> {
  const row = await database.get('SELECT id FROM authors WHERE label = ?', label);
  if (row) return integerOf(row, 'id');
  return (await database.run('INSERT INTO authors (label) VALUES (?)', label)).lastId;
}

async function insertFacts(
  database: Database,
  document: KnownDocument,
  { author, spans }: { readonly author: number; readonly spans: number },
): Promise<number> {
  const { id, role, title, mode, genre, language, text, source } = document;
  const { lastId } = await database.run(
    `INSERT INTO documents (id, author_id, role, title, mode, genre, language, words, spans, text_sha256, source)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, author, role, title, mode, genre, language],
    ...[countWords(text), spans, textSha256(text), source ?? null],
  );
  return lastId;
}

/** The hex digest of a text's UTF-8, by which its copies are found. */
export function textSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const facts = "d.id, coalesce(a.label, '') AS label, d.role, d.title, d.mode, d.genre, d.language, d.source";

/** All documents by author and title, without their texts. */
export async function listDocuments(database: Database): Promise<readonly IndexedDocument[]> {
  const rows = await database.all(
    `SELECT ${facts}, d.words, d.spans FROM documents d LEFT JOIN authors a ON a.id = d.author_id
     ORDER BY label, d.title, d.id`,
  );
  return rows.map((row) => ({ ...factsOf(row), words: integerOf(row, 'words'), spans: integerOf(row, 'spans') }));
}

/** The columns of a document with its text, for `knownDocument`. */
export const documentColumns = `SELECT d.number, d.author_id, d.spans, d.text_sha256, ${facts}, t.text FROM documents d
  LEFT JOIN authors a ON a.id = d.author_id LEFT JOIN texts t ON t.document = d.number`;

/** A document of a population that was given away without its texts has an empty one. */
export function knownDocument(row: Row): KnownDocument {
  return { ...factsOf(row), text: row['text'] === null ? '' : textOf(row, 'text') };
}

function factsOf(row: Row): Omit<KnownDocument, 'text'> {
  return {
    id: textOf(row, 'id'),
    author: textOf(row, 'label'),
    role: roleOf(row),
    title: textOf(row, 'title'),
    mode: modeOf(row),
    genre: textOf(row, 'genre'),
    language: textOf(row, 'language'),
    ...(row['source'] !== null && { source: textOf(row, 'source') }),
  };
}

/** Everything but `known` is treated as population, which a search for candidates never returns. */
function roleOf(row: Row): KnownDocument['role'] {
  return row['role'] === 'known' ? 'known' : 'population';
}

export function modeOf(row: Row): KnownDocument['mode'] {
  const mode = row['mode'];
  return mode === 'written' || mode === 'spoken' ? mode : 'unknown';
}
