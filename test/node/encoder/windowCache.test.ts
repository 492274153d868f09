import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/work';
import { cacheWindows } from '../../../src/node/encoder/encoder';
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
  it('still answers for more windows than it can keep', async () => {
    const cache = cacheWindows(new HashingEncoder(), 1);
    expect(await cache.encode(['a', 'b'], neverStops)).toHaveLength(2);
  });
});
