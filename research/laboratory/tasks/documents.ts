import type { Mode } from '../../../src/core/domain/evidence';
import { usage } from '../../../src/core/errors';
import { parseLines, type LineRecord, type LinesFile } from './record';

/** A labelled text of an evaluation file. `title` is the id of the work that it is a part of. */
export interface LabelledDocument {
  readonly id: string;
  readonly author: string;
  readonly genre: string;
  readonly mode: Mode;
  readonly title: string;
  readonly text: string;
  readonly source: string | undefined;
  readonly role: 'known' | 'questioned' | undefined;
  readonly problem: string | undefined;
}

/** The known texts of one author in one problem, in the order of their ids. */
export interface KnownAuthor {
  readonly author: string;
  /** By their places in the file. */
  readonly documents: readonly number[];
}

/** Labelled documents in the order of their file, found by id. */
export class DocumentSet {
  private readonly places = new Map<string, number>();

  private constructor(readonly documents: readonly LabelledDocument[]) {
    documents.forEach((document, i) => this.places.set(document.id, i));
  }

  /** Reads a documents file; throws Usage for a broken line, an id given twice, or a file without documents. */
  static parse(file: LinesFile): DocumentSet {
    const seen = new Set<string>();
    const documents = parseLines(file, (record) => {
      const document = parseDocument(record);
      if (seen.has(document.id)) throw record.error(`the id "${document.id}" was given before`);
      seen.add(document.id);
      return document;
    });
    if (documents.length === 0) throw usage(`${file.name} holds no documents.`);
    return new DocumentSet(documents);
  }

  /** Place of a document in the file, from 0; throws Usage naming the line of `record` for an unknown id. */
  placeOf(id: string, record: LineRecord): number {
    const place = this.places.get(id);
    if (place === undefined) throw record.error(`there is no document with the id "${id}"`);
    return place;
  }

  /** The same documents with other texts, such as texts cut at a number of words. */
  mapTexts(change: (text: string) => string): DocumentSet {
    return new DocumentSet(this.documents.map((document) => ({ ...document, text: change(document.text) })));
  }
}

function parseDocument(record: LineRecord): LabelledDocument {
  return {
    id: record.id('id'),
    author: record.id('author'),
    genre: record.optionalString('genre') ?? 'unknown',
    mode: record.has('mode') ? record.oneOf('mode', ['written', 'spoken', 'unknown'] as const) : 'unknown',
    title: record.has('title') ? record.id('title') : record.id('id'),
    text: record.string('text'),
    source: record.optionalString('source'),
    role: record.has('role') ? record.oneOf('role', ['known', 'questioned'] as const) : undefined,
    problem: record.has('problem') ? record.id('problem') : undefined,
  };
}
