import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/stop';
import { encodeText } from '../../../src/core/text/encodeText';
import { SqliteIndex } from '../../../src/node/sqlite/sqliteIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encoder, OldIndex } from './oldIndex';

const everything = { limit: 1000, scope: { role: 'known' }, scanned: Infinity } as const;
const old = new OldIndex(1);

describe('an index of format 1', () => {
  it('is brought to this format with all that it holds', async () => {
    const index = await old.open();
    expect(index.info()).toMatchObject({ indexFormat: 4, documents: 3, authors: 2, spans: 3, patches: 183 });
    expect(await index.check(neverStops)).toEqual([]);
    const listed = await index.documents();
    expect(listed.map(({ author, mode }) => `${author} ${mode}`)).toEqual(['Ann written', 'Ann written', 'Ben spoken']);
    expect(await index.vectors(listed[0]!.id, 'verifier@1')).toEqual([Float32Array.of(0.25, -2)]);
    await index.close();
    const again = await old.open();
    expect(await again.documents()).toEqual(listed);
    expect(await again.check(neverStops)).toEqual([]);
    await again.close();
  });

  it('answers as an index that is built from its texts', async () => {
    const index = await old.open();
    const built = await SqliteIndex.open(':memory:', encoder, { create: true });
    for (const { id } of await index.documents()) {
      const document = (await index.document(id))!;
      await built.add(document, await encodeText(document.text, encoder, { n: 2, stop: neverStops }));
    }
    const [query] = await encodeText('The road to the mill was under water.', encoder, { n: 2, stop: neverStops });
    const found = await index.shortlist(query!, everything, neverStops);
    expect(found).toHaveLength(3);
    const scores = ({ document, score }: (typeof found)[number]): unknown => ({ document, score });
    expect(found.map(scores)).toEqual((await built.shortlist(query!, everything, neverStops)).map(scores));
    expect(index.info().contentHash).toBe(built.info().contentHash);
    await index.close();
    await built.close();
  });

  it('stays as it is where there is no room, no right to write, or another model', async () => {
    await expect(old.open({ maxPages: 16 })).rejects.toMatchObject({ code: 'DiskFull' });
    await expect(old.open({ readOnly: true })).rejects.toMatchObject({ code: 'IndexTooOld' });
    const other = Object.assign(new HashingEncoder(), { modelId: 'other@ffffffffffff' });
    await expect(SqliteIndex.open(old.file, other, { create: false })).rejects.toMatchObject({ code: 'ModelMismatch' });
    expect(await old.format()).toBe(1);
    await (await old.open()).close();
    expect(await old.format()).toBe(4);
  });
});
