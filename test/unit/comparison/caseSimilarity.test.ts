import { expect, it } from 'vitest';
import { compareCase } from '../../../src/core/comparison/caseSimilarity';
import type { QuestionedDocument } from '../../../src/core/domain';
import { encodeText } from '../../../src/core/text/encodeText';
import { finish, neverStops } from '../../../src/core/work';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { TextLanguageDetector } from '../../../src/node/languageDetector';
import { documentsIn, indexOf, writeText } from '../language/writers';
import { LanguageCollections } from '../../../src/core/language/languageCollections';
import { knownDocument } from '../../fakes/knownSpans';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { wordProfiler } from '../../fakes/wordProfiler';

const encoder = new HashingEncoder();
const detector = new TextLanguageDetector();
const letter = 'The rain came early and the harvest was late, so we wrote to the miller again. '.repeat(6);

function questioned(id: string, text: string): QuestionedDocument {
  return { id, text, mode: 'written', genre: 'letter', language: 'en', version: 1, sha256: id };
}

it('passes over a questioned text that is quoted, the whole text, and compares the others', async () => {
  const index = new MemoryIndex();
  const known = knownDocument('Ann', letter);
  await index.add(known, await encodeText(known.text, encoder, { n: 2, stop: neverStops }));
  const quoted = questioned('quoted', `> ${letter}`);
  const asked = [quoted, questioned('own', `${letter}\n> ${letter}`)];
  const found = await finish(compareCase({ index, encoder, profiler: wordProfiler, detector }, asked, neverStops));
  expect(found.tooShort).toEqual(['quoted']);
  expect(found.texts.map(({ title }) => title)).toEqual(['own', known.title]);
});

it.each(['de', 'el', 'zh'])(
  'maps texts in %s by their own n-grams, and names the text in another language',
  async (language) => {
    const index = indexOf(documentsIn({ [language]: ['Ann', 'Ben', 'Cid', 'Dan'] }));
    const collection = (await new LanguageCollections(detector).findMain(index, neverStops))!;
    const parts = { index: collection.index, encoder, profiler: collection.profiler, detector, collection };
    const asked = [questioned('own', writeText(language, 'Cid', 9)), questioned('english', letter)];
    const found = await finish(compareCase(parts, asked, neverStops));
    expect(found).toMatchObject({ language, otherLanguage: ['english'], tooShort: [] });
    const [own, ...known] = found.texts;
    expect([own!.id, known.length]).toEqual(['own', 12]);
    const nearest = known.map((text, i) => ({ ...text, distance: found.distances[0]![i + 1]! }));
    nearest.sort((a, b) => a.distance - b.distance);
    expect(nearest[0]!.author).toBe('Cid');
    expect(nearest[0]!.distance).toBeLessThan(1);
  },
);

it('gives no place on an English map to a text in another language', async () => {
  const index = new MemoryIndex();
  const known = knownDocument('Ann', letter);
  await index.add(known, await encodeText(known.text, encoder, { n: 2, stop: neverStops }));
  const asked = [questioned('own', letter), questioned('german', writeText('de', 'Ben', 1))];
  const found = await finish(compareCase({ index, encoder, profiler: wordProfiler, detector }, asked, neverStops));
  expect([found.otherLanguage, found.texts.map(({ id }) => id)]).toEqual([['german'], ['own', known.id]]);
});
