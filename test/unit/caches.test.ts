import { expect, it } from 'vitest';
import { makeLate } from '../../src/core/basics/caches';

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
