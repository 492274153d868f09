import { LRUCache } from 'lru-cache';
import type { KnownDocument } from '../core/domain/evidence';
import type { RowStore } from './rowStore';
import { anotherText, createDamageError, type StoredDocument } from './sqlite/records/documentRows';

/**
 * At most this many characters of texts are cached. What was computed from a text is cached with it, at about eight bytes per character.
 */
const keptCharacters = 8_000_000;
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
      const document = text === undefined ? undefined : toDocument(stored, text);
      if (document) this.documents.set(stored, document);
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

function toDocument({ facts }: StoredDocument, text: string): KnownDocument {
  const { id, author, role, title, mode, genre, language, source, byHand, works } = facts;
  const document = { id, text, author, role, title, mode, genre, language };
  const added = { ...(byHand && { byHand }), ...(works && { works }) };
  return { ...document, ...(source !== undefined && { source }), ...added };
}
