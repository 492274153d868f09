import { LRUCache } from 'lru-cache';
import type { StopSignal } from '../core/basics/work';
import type { KnownDocument } from '../core/domain/evidence';
import type { EncodedSpan, ScoredSpan, ShortlistOptions, SpanId } from '../core/ports';
import type { Catalogue } from './sqlite/memory/indexMemory';
import { type SpanPlace, type StoredDocument, anotherText, createDamageError } from './sqlite/records/documentRows';
import type { PackedDocument } from './sqlite/records/packedDocument';
import type { FoundProfile, PackedProfile } from './sqlite/records/profileRows';
import type { SpanRow } from './sqlite/records/spanRows';

/** A row as it was found. Its hash is computed from what was found, and `stated` is the hash that it should have. */
export interface FoundSpan extends SpanRow {
  readonly stated: Uint8Array;
  /** Absent if the codes are in memory, where `codesOf` reads them. */
  readonly codes?: Uint8Array;
}

/** One change, which is made completely or not at all. */
export interface Change {
  /** Ids of documents to remove. Unknown ids are passed over. */
  readonly removed?: readonly string[];
  /** A document to add unless it is there. */
  readonly added?: PackedDocument;
  /** The text of the added document. Absent if a server has the document, and this index stores no text of it. */
  readonly text?: string;
  /** Profiles to store, which replace former ones, by documents. */
  readonly profiles?: ReadonlyMap<string, PackedProfile>;
  /** Whether the change is made without reading the other documents, which may be damaged. */
  readonly unread?: boolean;
  readonly stop?: StopSignal;
}

/** The documents of an index as rows, in a file or on a server. `StoredIndex` checks and scores what it reads here. */
export interface RowStore {
  /** The name of the file or of the server's index in errors. */
  readonly name: string;
  /** The number of the format. */
  readonly format: number;
  readonly holdsTexts: boolean;
  readonly readOnly: boolean;
  /** The documents as they were at the last refresh. */
  readonly catalogue: Catalogue;
  /** Increases with every change of what is stored. */
  readonly revision: number;
  /** Numbers of spans and patches of all documents. */
  readonly size: { readonly spans: number; readonly patches: number };
  /** Reads what other programs have written. */
  refresh(): Promise<void>;
  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]>;
  /** The rows of these places. A row that is missing is left out. */
  spans(places: readonly SpanPlace[], stop?: StopSignal): Promise<ReadonlyMap<SpanId, FoundSpan>>;
  codesOf(place: SpanPlace, row: FoundSpan): Uint8Array;
  /** The profiles of documents by their ids, as they are stored. @param profiler  only the profiles of this profiler */
  profiles(documents: readonly StoredDocument[], profiler?: string): Promise<ReadonlyMap<string, FoundProfile>>;
  /** The texts of documents by their ids. A text that is missing, or differs from the one that was added, is left out. */
  texts(documents: readonly StoredDocument[]): Promise<ReadonlyMap<string, string>>;
  /** The hashes of the records of a document and of its profile. */
  recordsOf(document: StoredDocument): Promise<readonly string[]>;
  change(change: Change): Promise<{ readonly removed: number; readonly isAdded: boolean }>;
  /** The number of documents listed, intact or damaged. */
  count(): Promise<number>;
  close(): Promise<void>;

  /** Damage that a repair cannot fix, as sentences. */
  damage(stop: StopSignal): Promise<readonly string[]>;
  /** Runs the work on one state of the rows. */
  reading<T>(work: () => Promise<T>): Promise<T>;
  /** Rows that belong to no document, as sentences. */
  strays(stop: StopSignal): Promise<readonly string[]>;
  /** Every document as it is stored. `problem` is a clause about a record or codes that differ from what was stored. */
  audited(): AsyncIterable<{ readonly document: StoredDocument; readonly problem: string | undefined }>;
  /** Removes rows that belong to no document. The answer says whether the log of the index was lost before. */
  tidy(stop: StopSignal): Promise<{ readonly lostLog: boolean }>;
}

/**
 * At most this many characters of texts are cached. What was computed from a text is cached with it, at about eight bytes per character.
 */
const keptCharacters = 24_000_000;
/** One statement reads texts with at most this many words. */
const readAtOnce = 500_000;

/**
 * Caches the documents of an index that were read last. What was computed from a document object, such as its words, is cached as long as
 * the object.
 */
export class KeptTexts {
  private readonly documents = new LRUCache<StoredDocument, KnownDocument>({
    maxSize: keptCharacters,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  /** Ids of documents that were requested and not read yet. */
  private readonly wanted = new Set<string>();

  constructor(private readonly rows: Pick<RowStore, 'catalogue' | 'holdsTexts' | 'name' | 'texts'>) {}

  /** Announces that a document will be read. Texts that are announced together are read by one statement. */
  ask(id: string): void {
    this.wanted.add(id);
  }

  /** @throws IndexCorrupt  if the text is not the one that was added */
  async read(id: string): Promise<KnownDocument | undefined> {
    this.wanted.delete(id);
    const stored = this.findStored(id);
    if (!stored) return undefined;
    const document = this.documents.get(stored) ?? (await this.readWanted(stored));
    if (!document) throw createDamageError(this.rows.name, stored, anotherText);
    return document;
  }

  /** Reads a document, and with the same statement the documents that were announced after it and are not cached. */
  private async readWanted(first: StoredDocument): Promise<KnownDocument | undefined> {
    const wanted = [first];
    let { words } = first.facts;
    for (const id of this.wanted) {
      const stored = this.findStored(id);
      if (!stored || stored === first || this.documents.has(stored)) continue;
      words += stored.facts.words;
      if (words > readAtOnce) break;
      wanted.push(stored);
    }
    const texts = await this.rows.texts(wanted);
    const read = wanted.map((stored) => {
      const text = texts.get(stored.facts.id);
      if (text === undefined) return undefined;
      const { id, author, role, title, mode, genre, language, source, byHand, works } = stored.facts;
      const document = {
        ...{ id, text, author, role, title, mode, genre, language },
        ...(source !== undefined && { source }),
        ...(byHand && { byHand }),
        ...(works && { works }),
      };
      this.documents.set(stored, document);
      return document;
    });
    return read[0];
  }

  /** A document with its text in this index. */
  private findStored(id: string): StoredDocument | undefined {
    const stored = this.rows.catalogue.get(id);
    return stored?.onServer || !this.rows.holdsTexts ? undefined : stored;
  }
}
