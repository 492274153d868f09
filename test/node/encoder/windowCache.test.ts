import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/stop';
import { WindowCache } from '../../../src/node/encoder/windowCache';
import { HashingEncoder } from '../../fakes/hashingEncoder';

describe('WindowCache', () => {
  it('gives what the encoder gives, in order, for windows old and new', async () => {
    const cache = new WindowCache(new HashingEncoder());
    await cache.encode(['b c', 'a'], neverStops);
    const windows = ['a', 'd e f', 'b c', 'a'];
    expect(await cache.encode(windows, neverStops)).toEqual(await new HashingEncoder().encode(windows, neverStops));
  });
  it('encodes a window once', async () => {
    const encoder = new HashingEncoder();
    const cache = new WindowCache(encoder);
    await cache.encode(['a', 'b', 'a'], neverStops);
    await cache.encode(['b', 'c'], neverStops);
    expect(encoder.encoded).toBe(3);
  });
  it('lets go of what was longest unused when it is full', async () => {
    const encoder = new HashingEncoder();
    // A window of one letter takes 139 bytes: 64 for its row, 64 for the document vector, 8 + 1 + 2 for the rest.
    const cache = new WindowCache(encoder, 300);
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
    const cache = new WindowCache(new HashingEncoder(), 0);
    expect(await cache.encode(['a', 'b'], neverStops)).toHaveLength(2);
  });
  it('counts remembered windows as done', async () => {
    const cache = new WindowCache(new HashingEncoder());
    await cache.encode(['a', 'b'], neverStops);
    const done: [number, number][] = [];
    await cache.encode(['a', 'b', 'c'], neverStops, (...step) => done.push(step));
    expect(done).toEqual([[3, 3]]);
  });
});
