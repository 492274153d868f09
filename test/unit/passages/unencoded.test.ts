import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/basics/work';
import { encodeShared } from '../../../src/core/passages/findPassages';
import { encodeSpans, encodeText } from '../../../src/core/text/encodeText';
import { hashWords } from '../../../src/core/text/hashedWords';
import { readSource } from '../../../src/core/text/readText';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { knownDocument } from '../../fakes/knownSpans';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { carpenter, nurse } from './texts';

const encoder = new HashingEncoder();
const usual = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `The ${(from + i) % 89} men went on to the ${(from + i) % 97} hills. `).join(
    '',
  );
/** 30,000 words; what comes after `planted` differs from it as much as all else does. */
const long = (planted: string): string => `${usual(0, 2500)}\n\n${planted}\n\n${usual(7, 500)}`;
const encode = (text: string, exclude: Parameters<typeof encodeSpans>[2]['exclude']) =>
  encodeSpans(text, encoder, { n: 2, stop: neverStops, exclude: exclude! });

const find = (filled: MemoryIndex, about: { asked: Int32Array; author?: string; copies?: readonly string[] }) =>
  encodeShared({ index: filled, encode, copies: [], ...about }, about.author ?? 'Ann', neverStops);

async function index(text: string, more = {}) {
  const index = new MemoryIndex();
  const document = knownDocument('Ann', text, more);
  const exclude = readSource(document).indexExclusions;
  await index.add(document, await encodeText(text, encoder, { n: 2, stop: neverStops, exclude }));
  return { index, document };
}

describe('what no index has encoded of a long text', () => {
  it('begins after its first 20,000 words', async () => {
    const { index: filled, document } = await index(long(carpenter));
    const [last] = await filled.read((await filled.listSpans(document.id)).slice(-1));
    expect(document.text.slice(0, last!.span.range.end).split(' ').length).toBe(20_000);
    expect(readSource(knownDocument('Ann', usual(0, 100))).indexExclusions).toEqual([]);
  });

  it('is encoded where rare pairs of words are shared, and there alone', async () => {
    const { index: filled, document } = await index(long(carpenter));
    const asked = hashWords(`We came home late. ${carpenter.replace('oak', 'elm').replace('boy', 'lad')}`);
    const spans = await find(filled, { asked });
    const { start, end } = spans[0]!.span.range;
    expect(document.text.slice(start, end)).toContain('sooner use oak than pine');
    expect(spans.length).toBeLessThan(4);
    expect(spans.map(({ author, document: of, id }) => [author, of, id < 0])).toContainEqual([
      'Ann',
      document.id,
      true,
    ]);
    expect(await find(filled, { asked: hashWords(nurse) })).toEqual([]);
    expect(await find(filled, { asked, author: 'Bo' })).toEqual([]);
  });

  it('is encoded where one stretch shares rare pairs, and not where a part has them from many places', async () => {
    const nouns = 'lamp slate whistle heron pan oar kite tar rope bottle mill cook'.split(' ');
    const rare = nouns.map((noun, i) => `${['brass', 'grey', 'broken', 'salted'][i % 4]} ${noun}`);
    const { index: filled, document } = await index(
      long(`My father kept a ${rare.join(' and his ')} there, and so did I.`),
    );
    const scattered = hashWords(rare.map((pair) => `A ${pair} was there. ${nurse.slice(0, 400)}`).join('\n\n'));
    expect(await find(filled, { asked: scattered })).toEqual([]);
    const together = hashWords(`${nurse} We saw a ${rare.join(', a ')} too.`);
    const parts = (await find(filled, { asked: together })).map(({ span: { range } }) =>
      document.text.slice(range.start, range.end),
    );
    expect(parts.join(' ')).toContain('brass pan');
  });

  it('is not looked for in a copy, nor in what its author did not write', async () => {
    const { index: filled, document } = await index(long(carpenter));
    const asked = hashWords(carpenter);
    expect(await find(filled, { asked, copies: [document.id] })).toEqual([]);
    const quoted = await index(long(`> ${carpenter}`));
    expect(await find(quoted.index, { asked })).toEqual([]);
  });
});
