import { expect, it } from 'vitest';
import { compareCase } from '../../../src/core/comparison/caseSimilarity';
import type { QuestionedDocument } from '../../../src/core/domain';
import { encodeText } from '../../../src/core/text/encodeText';
import { finish, neverStops } from '../../../src/core/work';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { knownDocument } from '../../fakes/knownSpans';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { wordProfiler } from '../../fakes/wordProfiler';

const encoder = new HashingEncoder();
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
  const found = await finish(compareCase({ index, encoder, profiler: wordProfiler }, asked, neverStops));
  expect(found.tooShort).toEqual(['quoted']);
  expect(found.texts.map(({ title }) => title)).toEqual(['own', known.title]);
});
