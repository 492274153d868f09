import { describe, expect, it } from 'vitest';
import type { Encoder } from '../../../src/core/ports';
import { neverStops } from '../../../src/core/basics/work';
import { cacheWindows } from '../../../src/lateInteraction/encoder/encoder';
import { HashingEncoder } from '../../fakes/hashingEncoder';

describe('an encoder that remembers windows', () => {
  it('gives what the encoder gives, in order, for windows old and new', async () => {
    const cache = cacheWindows(new HashingEncoder());
    await cache.encode(['b c', 'a'], neverStops);
    const windows = ['a', 'd e f', 'b c', 'a'];
    expect(await cache.encode(windows, neverStops)).toEqual(await new HashingEncoder().encode(windows, neverStops));
  });
  it('encodes a window once', async () => {
    const encoder = new HashingEncoder();
    const cache = cacheWindows(encoder);
    await cache.encode(['a', 'b', 'a'], neverStops);
    await cache.encode(['b', 'c'], neverStops);
    expect(encoder.encoded).toBe(3);
  });
  it('lets go of what was longest unused when it is full', async () => {
    const encoder = new HashingEncoder();
    // A window of one letter takes 139 bytes: 64 for its row, 64 for the document vector, 8 + 1 + 2 for the rest.
    const cache = cacheWindows(encoder, 300);
    await cache.encode(['a', 'b'], neverStops);
    await cache.encode(['a'], neverStops);
    await cache.encode(['c'], neverStops);
    expect(encoder.encoded).toBe(3);
    await cache.encode(['a', 'c'], neverStops);
    expect(encoder.encoded).toBe(3);
    await cache.encode(['b'], neverStops);
    expect(encoder.encoded).toBe(4);
  });
  it('keeps what one text asks for again and again, and of many texts those of the last ones', async () => {
    const encoder = new HashingEncoder();
    const cache = cacheWindows(encoder);
    const review = async (text: string): Promise<number> => {
      const before = encoder.encoded;
      cache.findTokenRanges(text);
      await cache.encode([text], neverStops);
      return encoder.encoded - before;
    };
    await review('edited');
    for (let i = 0; i < 400; i++) {
      expect(await review(`text ${i}`)).toBe(1);
      expect(i % 50 === 0 ? await review('edited') : 0).toBe(0);
    }
    expect([await review('text 399'), await review('text 300'), await review('text 200')]).toEqual([0, 0, 1]);
  });
  it('still answers for more windows than it can keep', async () => {
    const cache = cacheWindows(new HashingEncoder(), 1);
    expect(await cache.encode(['a', 'b'], neverStops)).toHaveLength(2);
  });
  it('keeps the windows and the paragraphs of some 30,000 words at most', async () => {
    const asked: string[] = [];
    const vectors = { values: new Float32Array(128 * 126), ranges: new Uint32Array(252), used: new Uint8Array(128) };
    const encoder = Object.assign(new HashingEncoder(), {
      encode: (windows: readonly string[]) => {
        asked.push(...windows);
        return Promise.resolve(windows.map(() => ({ ...vectors, dim: 128, documentVector: new Float32Array(256) })));
      },
      findTokenRanges: (text: string) => {
        asked.push(text);
        return new Uint32Array(400);
      },
    }) as Encoder;
    const cache = cacheWindows(encoder);
    const count = async (from: number, to: number): Promise<readonly [windows: number, paragraphs: number]> => {
      asked.length = 0;
      const names = Array.from({ length: to - from }, (_, i) => `window ${from + i}`);
      for (let at = 0; at < names.length; at += 16) await cache.encode(names.slice(at, at + 16), neverStops);
      const windows = asked.length;
      for (let i = from; i < to; i++) cache.findTokenRanges(`${i} `.padEnd(1000, 'a'));
      return [windows, asked.length - windows];
    };
    expect(await count(0, 800)).toEqual([800, 800]);
    expect(await count(700, 800)).toEqual([0, 0]);
    expect(await count(0, 100)).toEqual([100, 100]);
    expect(await count(500, 600)).toEqual([0, 100]); // 482 windows and 199 paragraphs are kept
    expect(await count(300, 400)).toEqual([100, 100]);
  });
});
