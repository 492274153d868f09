import { describe, expect, it } from 'vitest';
import { isAll } from '../../needs';
import { LanguageCollections, rankByCollection } from '../../../src/core/language/languageCollections';
import { countWords } from '../../../src/core/text/countWords';
import { neverStops } from '../../../src/core/basics/work';
import { TextLanguageDetector } from '../../../src/node/languageDetector';
import { documentsIn, indexOf, scripts, writeText } from './writers';

const authors = ['A', 'B', 'C', 'D', 'E', 'F'];

const asked = (text: string) => ({ id: 'q', text, mode: 'written', genre: 'letter', language: 'en' }) as const;
const collections = () => new LanguageCollections(new TextLanguageDetector());

describe('the collection of a language', () => {
  it.each(Object.keys(scripts))('puts the writer first of six in %s', async (language) => {
    const index = indexOf(documentsIn({ [language]: authors }));
    for (const author of isAll ? ['B', 'E'] : ['E']) {
      const questioned = asked(writeText(language, author, 9));
      const collection = await collections().findFor(index, questioned, neverStops);
      expect(collection).toMatchObject({ language, authors: 6 });
      const features = collection!.ngrams.computeFeatures(questioned.text);
      const ranked = rankByCollection(
        collection!,
        { ...questioned, features, words: countWords(questioned.text) },
        new Set(),
        neverStops,
      );
      expect(ranked.map(({ author: name }) => name).sort()).toEqual(authors);
      expect(ranked[0]!.author).toBe(author);
    }
  });

  it('holds the documents of one language alone', async () => {
    const index = indexOf(documentsIn({ de: ['A', 'B', 'C'], ru: ['C', 'D', 'E'] }));
    const collection = await collections().findFor(index, asked(writeText('de', 'A', 9)), neverStops);
    expect((await collection!.index.listDocuments()).map(({ id }) => id.slice(0, 2))).toEqual(new Array(9).fill('de'));
    expect(collection!.authors).toBe(3);
  });

  it('takes all documents, for an order alone, where too few are in the language of the text', async () => {
    const index = indexOf(documentsIn({ de: ['A', 'B', 'C'], ru: ['D'] }));
    const collection = await collections().findFor(index, asked(writeText('ru', 'D', 9)), neverStops);
    expect(collection).toMatchObject({ language: 'und', authors: 4 });
  });

  it('takes all documents where less than half of them are English, and none where half are', async () => {
    const english =
      'I left the keys with Mrs. Hall because nobody was at home, and she said that she would be in. '.repeat(5);
    const german = documentsIn({ de: ['A', 'B'] });
    const inEnglish = documentsIn({ ru: ['C', 'D', 'E'] }).map((document) => ({ ...document, text: english }));
    const findWith = (count: number) => {
      const index = indexOf([...german, ...inEnglish.slice(0, count)]);
      return collections().findFor(index, asked(writeText('el', 'A', 9)), neverStops);
    };
    expect(await findWith(5)).toMatchObject({ language: 'und' });
    expect(await findWith(6)).toBeUndefined();
  });

  it('leaves out copies of the questioned text, and an author who has nothing else', async () => {
    const index = indexOf(documentsIn({ de: ['A', 'B', 'C'] }));
    const collection = await collections().findFor(index, asked(writeText('de', 'A', 9)), neverStops);
    const [all, without] = [new Set<string>(), new Set(['de-A-1', 'de-B-1', 'de-B-2', 'de-B-3'])].map((copies) =>
      collection!.listRows(copies).map(({ author, documents }) => [author, documents.length]),
    );
    expect(all).toEqual([
      ['A', 3],
      ['B', 3],
      ['C', 3],
    ]);
    expect(without).toEqual([
      ['A', 2],
      ['C', 3],
    ]);
  });

  it('leaves English to what was learned of it', async () => {
    const english =
      'I left the keys with Mrs. Hall because nobody was at home, and she said that she would be in. '.repeat(5);
    const index = indexOf([...documentsIn({ de: ['A', 'B'] }), { ...documentsIn({ de: ['C'] })[0]!, text: english }]);
    expect(await collections().findFor(index, asked(english), neverStops)).toBeUndefined();
  });

  it('tells the language of most documents, its authors, and those with two works', async () => {
    const index = indexOf(documentsIn({ de: ['A', 'B', 'C'], ru: ['D'] }).filter(({ id }) => !/^de-C-[23]/.test(id)));
    expect(await collections().describe(index, neverStops)).toEqual({ language: 'de', authors: 3, several: 2 });
  });

  it('stops when asked', async () => {
    const index = indexOf(documentsIn({ de: ['A', 'B'] }));
    const found = collections().findFor(index, asked(writeText('de', 'A', 9)), { stopped: true });
    await expect(found).rejects.toMatchObject({ code: 'Cancelled' });
  });
});
