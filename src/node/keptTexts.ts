import { LRUCache } from 'lru-cache';
import type { KnownDocument } from '../core/domain';
import type { RowStore } from './rowStore';
import { anotherText, createDamageError, type StoredDocument } from './sqlite/records/documentRows';

/** Characters of texts that are kept. What is found of a text is kept with it, so that each takes some eight bytes. */
const keptCharacters = 8_000_000;
/** Words of texts that are read by one statement. */
const readAtOnce = 500_000;

/** The documents of an index that were read last: what is found of a document object, such as its words, is kept as long as the object. */
export class KeptTexts {
  private readonly documents = new LRUCache<StoredDocument, KnownDocument>({
    maxSize: keptCharacters,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  /** Ids of documents that were asked for and are not answered. */
  private readonly wanted = new Set<string>();

  constructor(private readonly rows: Pick<RowStore, 'catalogue' | 'holdsTexts' | 'name' | 'texts'>) {}

  /** Says that a document will be read: texts that are asked for together are read by one statement. */
  ask(id: string): void {
    this.wanted.add(id);
  }

  /** @throws IndexCorrupt  where the text is not the one that was added */
  async read(id: string): Promise<KnownDocument | undefined> {
    this.wanted.delete(id);
    const stored = this.findStored(id);
    if (!stored) return undefined;
    const document = this.documents.get(stored) ?? (await this.readWanted(stored));
    if (!document) throw createDamageError(this.rows.name, stored, anotherText);
    return document;
  }

  /** Reads a document, and by the same statement those that were asked for after it, as far as they are not kept. */
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

  /** A document that has its text here. */
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
