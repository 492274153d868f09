import { describe, expect, it } from 'vitest';
import { loadOnce } from '../../src/node/loadedModels';

describe('loadOnce', () => {
  it('loads once for all who ask', async () => {
    let loads = 0;
    const load = loadOnce(() => Promise.resolve(++loads));
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  });
  it('loads again after a failure', async () => {
    let loads = 0;
    const load = loadOnce(() => (++loads === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(loads)));
    await expect(load()).rejects.toThrow('not yet');
    expect(await load()).toBe(2);
  });
});
