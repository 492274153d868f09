import { expect, it } from 'vitest';
import { ByteCache, makeLate } from '../../src/core/basics/caches';

it('makes a value once, keeps those that were asked for last within its bytes, and the last whatever its size', async () => {
  const made: string[] = [];
  const cache = new ByteCache<string>(5, ({ length }) => length);
  const get = (key: string, value: string): Promise<string> =>
    cache.get(key, () => {
      made.push(key);
      return Promise.resolve(value);
    });
  await get('a', '12');
  await get('b', '123');
  await get('a', '12');
  await get('c', '1'); // too much: "b" was asked for before "a"
  await get('a', '12');
  expect(made).toEqual(['a', 'b', 'c']);
  await get('b', '123');
  await get('d', '123456');
  expect(await get('d', '')).toBe('123456');
  await get('a', '12');
  expect(made).toEqual(['a', 'b', 'c', 'b', 'd', 'a']);
});

it('makes a late value at the first call, and once, even if there is none', () => {
  let made = 0;
  const late = makeLate((): string | undefined => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect(late()).toBe(undefined);
  expect(late()).toBe(undefined);
  expect(made).toBe(1);
});
