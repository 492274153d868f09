import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/stop';
import { OldIndex } from './oldIndex';

const old = new OldIndex(2);

describe('an index of format 2', () => {
  it('is brought to this format with all that it holds', async () => {
    const index = await old.open();
    expect(index.info()).toMatchObject({ indexFormat: 4, documents: 3, authors: 2, spans: 3, patches: 183 });
    expect(await index.check(neverStops)).toEqual([]);
    await index.close();
    expect(await old.format()).toBe(4);
    const again = await old.open({ readOnly: true });
    expect(await again.check(neverStops)).toEqual([]);
    await again.close();
  });

  it('still shows what was damaged before', async () => {
    await old.change((database) => database.exec('UPDATE segments SET open = zeroblob(length(open)) WHERE id = 1'));
    const index = await old.open();
    expect((await index.check(neverStops)).join(' ')).toContain('has damaged codes');
    await index.close();
  });

  it('stays as it is where it may not be written, and where its directory is damaged', async () => {
    await expect(old.open({ readOnly: true })).rejects.toMatchObject({ code: 'IndexTooOld' });
    await old.change((database) => database.exec('UPDATE segments SET counts = zeroblob(length(counts)) WHERE id = 1'));
    await expect(old.open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
    expect(await old.format()).toBe(2);
  });
});
