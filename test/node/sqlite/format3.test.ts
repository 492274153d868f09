import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/stop';
import { OldIndex } from './oldIndex';

/** One of its documents has a profile. */
const old = new OldIndex(3);

describe('an index of format 3', () => {
  it('is brought to this format with its documents; its profiles are to be made anew', async () => {
    const index = await old.open();
    expect(index.info()).toMatchObject({ indexFormat: 4, documents: 3, authors: 2, spans: 3, patches: 183 });
    expect(await index.check(neverStops)).toEqual([]);
    const { id, mode } = (await index.documents())[0]!;
    expect((await index.profiles([id], 'a profiler')).size).toBe(0);
    const features = { ids: Uint32Array.of(3), weights: Float32Array.of(0.5) };
    const profile = { mode, open: Float32Array.of(0.5), features };
    await index.storeProfiles(new Map([[id, profile]]), 'a profiler');
    expect((await index.profiles([id], 'a profiler')).get(id)).toEqual(profile);
    await index.close();
    expect(await old.format()).toBe(4);
  });

  it('stays as it is where it may not be written', async () => {
    await expect(old.open({ readOnly: true })).rejects.toMatchObject({
      code: 'IndexTooOld',
    });
  });
});
