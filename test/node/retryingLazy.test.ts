import { describe, expect, it } from 'vitest';
import { RetryingLazy } from '../../src/node/loadedModels';

describe('RetryingLazy', () => {
  it('loads once for all who ask', async () => {
    let loads = 0;
    const number = new RetryingLazy(() => Promise.resolve(++loads));
    expect(await number.readLoaded()).toBeUndefined();
    expect(await Promise.all([number.get(), number.get()])).toEqual([1, 1]);
    expect(await number.readLoaded()).toBe(1);
  });
  it('loads again after a failure', async () => {
    let loads = 0;
    const number = new RetryingLazy(() =>
      ++loads === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(loads),
    );
    await expect(number.get()).rejects.toThrow('not yet');
    expect(await number.readLoaded()).toBeUndefined();
    expect(await number.get()).toBe(2);
  });
});
