import { expect, it } from 'vitest';
import { QuestionedWords } from '../../src/core/copies/copies';
import { searchWithoutCopies, type SearchProgress } from '../../src/core/review/search';
import { finish, neverStops } from '../../src/core/basics/work';
import { encodeText } from '../../src/core/text/encodeText';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { knownDocument } from '../fakes/knownSpans';
import { MemoryIndex } from '../fakes/memoryIndex';

const sentence = 'The committee resolved to read the letter, and the matter was deferred until Friday of week';

it('tells what the beginning of a long text found while the rest is read, without copies of the text', async () => {
  const encoder = new HashingEncoder();
  const index = new MemoryIndex();
  const text = Array.from({ length: 1000 }, (_, i) => `${sentence} ${i}.`).join('\n\n');
  const texts = {
    other: 'Wind went round to the west, and the matter of the letter was read all night. '.repeat(9),
    copy: text.slice(0, 4000),
  };
  for (const [id, each] of Object.entries(texts))
    await index.add(
      { ...knownDocument(id, each), id },
      await encodeText(each, encoder, { n: encoder.patchTokens, stop: neverStops }),
    );
  const facts = { mode: 'written', genre: 'minutes', language: 'en' } as const;
  const questioned = { ...facts, id: 'q', text, version: 1, sha256: 'ab'.repeat(32) };
  const question = { questioned, exclude: [], words: new QuestionedWords({ text }, neverStops) };
  const seen: SearchProgress[] = [];
  const found = await finish(searchWithoutCopies({ encoder, index }, question, neverStops), (step) => seen.push(step));
  const begun = seen.filter((each) => each.begun);
  expect(begun).toHaveLength(1);
  expect(begun[0]!.done).toBeLessThan(begun[0]!.total);
  const { searched, copies } = begun[0]!.begun!;
  expect(copies).toEqual(['copy']);
  expect(new Set(searched.flatMap(({ scored }) => scored.map(({ document }) => document)))).toEqual(new Set(['other']));
  expect(searched.length).toBeLessThan(found.searched.length);
  expect(found.copies).toEqual(['copy']);
});

it('holds the patches of the first 1,024 spans of a text, and makes those of the others again, also where a copy is left out', async () => {
  const encoder = new HashingEncoder({ maxTokens: 10 });
  const index = new MemoryIndex();
  const text = Array.from({ length: 1600 }, (_, i) => `${sentence} ${i}.`).join('\n\n');
  const options = { n: encoder.patchTokens, stop: neverStops };
  const copy = text.slice(0, 1500);
  await index.add({ ...knownDocument('copy', copy), id: 'copy' }, await encodeText(copy, encoder, options));
  const other = 'Wind went round to the west, and the matter of the letter was read all night. '.repeat(9);
  await index.add({ ...knownDocument('other', other), id: 'other' }, await encodeText(other, encoder, options));
  const facts = { mode: 'written', genre: 'minutes', language: 'en' } as const;
  const questioned = { ...facts, id: 'q', text, version: 1, sha256: 'ab'.repeat(32) };
  const question = { questioned, exclude: [], words: new QuestionedWords({ text }, neverStops) };
  const { searched, patched, copies } = await finish(searchWithoutCopies({ encoder, index }, question, neverStops));
  const whole = await encodeText(text, encoder, options);
  expect(copies).toEqual(['copy']);
  expect(searched.length).toBe(whole.length);
  expect(searched.filter(({ patches }) => patches.ranges.length > 0)).toHaveLength(1024);
  for (const place of [0, 1023, 1024, 1100, whole.length - 1])
    expect((await patched(searched[place]!)).patches).toEqual(whole[place]!.patches);
  expect(searched.flatMap(({ scored }) => scored).some(({ document }) => document === 'copy')).toBe(false);
  expect(searched.at(-1)!.scored).toHaveLength((await index.listSpans('other')).length);
});
