import { indexCorrupt } from '../../../core/errors';
import type { IndexedDocument } from '../../../core/ports';
import { jsonOf } from '../database/blobs';
import type { Database } from '../database/database';
import { type DocumentFacts, recordSha256 } from './records';

/** What an index lists of a document. */
export interface ListedDocument {
  /** Given once and never again. */
  readonly number: number;
  readonly facts: DocumentFacts;
  /** Hash of the document's record, in hex. */
  readonly sha256: string;
}

type FactRow = readonly [
  number: number,
  id: string,
  author: string | null,
  role: string,
  title: string,
  mode: string,
  genre: string,
  language: string,
  words: number,
  spans: number,
  source: string | null,
  text: string,
  rows: string,
  record: string,
];

/** All documents as the file lists them, whether that is what was stored or not; as one string, many times faster than rows. */
export async function listedDocuments(database: Database): Promise<readonly ListedDocument[]> {
  const sql = `SELECT json_group_array(json_array(d.number, d.id, a.label, d.role, d.title, d.mode, d.genre, d.language,
      d.words, d.spans, d.source, d.text_sha256, d.rows_sha256, d.sha256)) AS documents
    FROM documents d LEFT JOIN authors a ON a.id = d.author_id`;
  return (jsonOf(await database.get(sql), 'documents') as readonly FactRow[]).map(listedDocument);
}

function listedDocument(row: FactRow): ListedDocument {
  const [number, id, author, role, title, mode, genre, language, words, spans, source, text, rows, sha256] = row;
  const facts: DocumentFacts = {
    ...{ id, title, genre, language, words, spans },
    author: author ?? '',
    role: role === 'known' ? 'known' : 'population',
    mode: mode === 'written' || mode === 'spoken' ? mode : 'unknown',
    ...(source !== null && { source }),
    textSha256: text,
    rowsSha256: rows,
  };
  return { number, facts, sha256 };
}

/** Whether the facts are those that the document was stored with. */
export function isAsStored({ facts, sha256 }: ListedDocument): boolean {
  return recordSha256(facts) === sha256;
}

/** A document that is not as it was stored. @param problem  a clause such as "has damaged codes" */
export function damagedDocument(file: string, listed: ListedDocument, problem: string): Error {
  return indexCorrupt(file, `document ${nameOf(listed)} ${problem}`);
}

/** A document in words: the first digits of its id, its title, its author. */
export function nameOf({ facts }: ListedDocument): string {
  return `${facts.id.slice(0, 12)} ("${facts.title}" of ${facts.author})`;
}

/** The documents of an index, each as it was stored, in memory. */
export class Catalogue {
  private readonly byId = new Map<string, ListedDocument>();
  private readonly byNumber = new Map<number, ListedDocument>();
  private sorted: readonly IndexedDocument[] | undefined;

  constructor(documents: Iterable<ListedDocument> = []) {
    for (const document of documents) this.add(document);
  }

  /** @throws IndexCorrupt  where a document is not listed as it was stored */
  static async read(database: Database): Promise<Catalogue> {
    const documents = await listedDocuments(database);
    const changed = documents.find((document) => !isAsStored(document));
    if (changed) throw damagedDocument(database.file, changed, 'is not listed as it was added');
    return new Catalogue(documents);
  }

  get size(): number {
    return this.byId.size;
  }

  get documents(): Iterable<ListedDocument> {
    return this.byId.values();
  }

  get(id: string): ListedDocument | undefined {
    return this.byId.get(id);
  }

  numbered(number: number): ListedDocument | undefined {
    return this.byNumber.get(number);
  }

  add(document: ListedDocument): void {
    this.byId.set(document.facts.id, document);
    this.byNumber.set(document.number, document);
    this.sorted = undefined;
  }

  delete({ facts, number }: ListedDocument): void {
    this.byId.delete(facts.id);
    this.byNumber.delete(number);
    this.sorted = undefined;
  }

  /** By author, title and id. */
  listed(): readonly IndexedDocument[] {
    this.sorted ??= [...this.byId.values()].map(({ facts }) => indexed(facts)).sort(byAuthorAndTitle);
    return this.sorted;
  }
}

function indexed({
  id,
  author,
  role,
  title,
  mode,
  genre,
  language,
  words,
  spans,
  source,
}: DocumentFacts): IndexedDocument {
  const facts = { id, author, role, title, mode, genre, language, words, spans };
  return source === undefined ? facts : { ...facts, source };
}

function byAuthorAndTitle(a: IndexedDocument, b: IndexedDocument): number {
  const [first, second] = [a, b].map(({ author, title, id }) => [author, title, id]);
  const at = first!.findIndex((value, i) => value !== second![i]);
  return at < 0 ? 0 : first![at]! < second![at]! ? -1 : 1;
}
