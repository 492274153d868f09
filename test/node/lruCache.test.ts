import { describe, expect, it } from 'vitest';
import { LruCache } from '../../src/node/lruCache';

/** Keeps texts by number, of so many letters in all. */
const letters = (most: number): LruCache<number, string> => new LruCache(most, (text) => text.length);
const text = 'a'.repeat(100);

describe('the values used last', () => {
  it('are given back', () => {
    const recent = letters(1000);
    recent.set(7, text);
    expect(recent.get(7)).toBe(text);
    expect(recent.get(8)).toBeUndefined();
  });
  it('let go of what was longest unused', () => {
    const recent = letters(250);
    recent.set(1, text);
    recent.set(2, text);
    recent.get(1);
    recent.set(3, text);
    expect([1, 2, 3].map((id) => recent.get(id) !== undefined)).toEqual([true, false, true]);
  });
  it('never hold what is larger than they may be', () => {
    const recent = letters(50);
    recent.set(1, text);
    expect(recent.get(1)).toBeUndefined();
  });
  it('count a value once that is set again', () => {
    const recent = letters(250);
    for (const id of [1, 2, 1, 2, 1]) recent.set(id, text);
    expect([1, 2].map((id) => recent.get(id))).toEqual([text, text]);
  });
  it('are made when they are not kept, and forgotten when cleared', () => {
    const recent = new LruCache<string, number>(2);
    let made = 0;
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) recent.of(key, () => ++made);
    expect(made).toBe(4);
    recent.clear();
    expect(recent.get('a')).toBeUndefined();
  });
});
