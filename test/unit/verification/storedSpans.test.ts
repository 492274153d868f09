import { describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../../src/core/domain';
import type { EncodedSpan } from '../../../src/core/ports';
import { neverStops } from '../../../src/core/stop';
import { encodeText, heldSpans } from '../../../src/core/text/encodeText';
import { firstWords } from '../../../src/core/text/countWords';
import { encodeWith } from '../../../src/core/verification/textFeatures';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { MemoryIndex } from '../../fakes/memoryIndex';

const lines = Array.from({ length: 120 }, (_, day) => `On day ${day} the wind came from the ${day % 9} and we ran.\n`);
const letter = lines.join('');
/** Quoted lines after five spans, and text behind them. */
const mail = `${lines.slice(0, 80).join('')}> A quoted line of another hand.\n${lines.slice(80).join('')}`;

/** An encoder, and an index that holds the text as indexing encodes it: all of it. */
async function indexed(text: string): Promise<{ encoder: HashingEncoder; index: MemoryIndex; known: KnownDocument }> {
  const encoder = new HashingEncoder({ maxTokens: 34 });
  const facts = { author: 'A', role: 'known', mode: 'written', genre: 'email', language: 'en', title: '' } as const;
  const known = { ...facts, id: 'k', text };
  const index = new MemoryIndex();
  await index.add(known, await encodeText(text, encoder, { n: encoder.patchTokens, stop: neverStops }));
  encoder.encoded = 0;
  return { encoder, index, known };
}

/** The same as far as a comparison can tell. */
const numbers = (spans: readonly EncodedSpan[]): unknown =>
  spans.map(({ span, documentVector, patches }) => ({
    range: span.range,
    tokens: span.tokens,
    documentVector,
    patches,
  }));

describe('encoding a text of an index', () => {
  it('reads all spans of a text that is compared whole', async () => {
    const { encoder, index, known } = await indexed(letter);
    const read = await encodeWith(encoder)(known, neverStops, index);
    expect(encoder.encoded).toBe(0);
    expect(numbers(read)).toEqual(numbers(await encodeWith(encoder)(known, neverStops)));
  });

  it('encodes the last span alone of a text that is cut inside it', async () => {
    const { encoder, index, known } = await indexed(letter);
    const cut = { ...known, text: firstWords(letter, 500) };
    const read = await encodeWith(encoder)(cut, neverStops, index);
    expect(encoder.encoded).toBeGreaterThan(0);
    expect(encoder.encoded).toBeLessThanOrEqual(4);
    expect(numbers(read)).toEqual(numbers(await encodeWith(encoder)(cut, neverStops)));
  });

  it('encodes what follows a quotation, which the index holds and a comparison leaves out', async () => {
    const { encoder, index, known } = await indexed(mail);
    const read = await encodeWith(encoder)(known, neverStops, index);
    const windowsRead = encoder.encoded;
    encoder.encoded = 0;
    expect(numbers(read)).toEqual(numbers(await encodeWith(encoder)(known, neverStops)));
    expect(windowsRead).toBeGreaterThan(0);
    expect(windowsRead).toBeLessThan(encoder.encoded / 2);
  });

  it('encodes a text that the index does not hold', async () => {
    const { encoder, index, known } = await indexed(letter);
    const other = { ...known, id: 'q' };
    const read = await encodeWith(encoder)(other, neverStops, index);
    expect(numbers(read)).toEqual(numbers(await encodeWith(encoder)(other, neverStops)));
    expect(index.info().exactReads).toBe(0);
  });

  it('stops before it reads', async () => {
    const { index } = await indexed(letter);
    const held = heldSpans(index, 'k', { stopped: true });
    const span = { range: { start: 0, end: 10 }, tokens: 2, windows: [] };
    await expect(held(span)).rejects.toMatchObject({ code: 'Cancelled' });
    expect(index.info().exactReads).toBe(0);
  });
});
