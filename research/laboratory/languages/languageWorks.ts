import { hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import { groupBy } from '../../../src/core/basics/numbers';
import { LanguageCollection } from '../../../src/core/language/languageCollection';
import type { IndexedDocument, ReviewedIndex } from '../../../src/core/ports';
import { countWords } from '../../../src/core/text/countWords';
import { toOwn } from '../../../src/core/text/readText';
import { type StopSignal, throwIfStopped } from '../../../src/core/basics/work';
import type { LabelledDocument } from '../tasks/documents';

/** The works of one author, each by its documents. */
export interface AuthorWorks {
  readonly author: string;
  readonly works: readonly { readonly work: string; readonly documents: readonly LabelledDocument[] }[];
}

/** Authors with their works, in a fixed order. */
export function groupWorks(documents: readonly LabelledDocument[]): readonly AuthorWorks[] {
  return [...groupBy(documents, ({ author }) => author)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([author, own]) => {
      const works = [...groupBy(own, ({ title }) => title)].sort(([a], [b]) => (a < b ? -1 : 1));
      return { author, works: works.map(([work, texts]) => ({ work, documents: texts })) };
    });
}

/** Things in an order that depends on the key alone. */
export function shuffle<Item>(items: readonly Item[], keyOf: (item: Item) => string, seed: number): readonly Item[] {
  const hashed = items.map((item) => ({ item, hash: hashWithSeed(keyOf(item), seed) }));
  return hashed.sort((a, b) => a.hash - b.hash).map(({ item }) => item);
}

/** A collection of documents as an index would hold them. Throws Cancelled. */
export function buildCollection(
  documents: readonly LabelledDocument[],
  language: string,
  stop: StopSignal,
): Promise<LanguageCollection> {
  const texts = new Map(documents.map((document) => [document.id, document]));
  const listed = documents.map(({ id, author, mode, genre, title, text }): IndexedDocument => {
    throwIfStopped(stop);
    const facts = { id, author, mode, genre, title, language, role: 'known' } as const;
    return { ...facts, words: countWords(text), spans: 0, textSha256: '' };
  });
  const readDocument: ReviewedIndex['readDocument'] = (id) => {
    const found = listed.find((row) => row.id === id);
    return Promise.resolve(found && { ...found, ...toOwn(texts.get(id)!.text) });
  };
  // nothing else of an index is asked for where no text is searched
  return LanguageCollection.build({ readDocument } as ReviewedIndex, { language, listed }, stop);
}
