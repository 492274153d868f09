import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import type { RowStore } from '../../../src/node/rowStore';
import { Catalogue } from '../../../src/node/sqlite/memory/indexMemory';
import type { StoredDocument } from '../../../src/node/sqlite/records/documentRows';
import { StoredIndex } from '../../../src/node/storedIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { knownDocument } from '../../fakes/knownSpans';
import { plainKernels } from '../../reference/plainKernels';

/** An index of documents by Ann, each of so many words, with counts of what is asked of its rows. */
function counted({ ids, words = 1 }: { readonly ids: readonly string[]; readonly words?: number }) {
  const catalogue = new Catalogue();
  const add = (id: string): void => {
    const { text, ...facts } = knownDocument('Ann', id);
    const sizes = { words, spans: 0, textSha256: text };
    catalogue.add({ number: catalogue.size + 1, facts: { ...facts, ...sizes, id }, codesSha256: '', sha256: id });
  };
  for (const id of ids) add(id);
  const asked = { versions: 0, statements: [] as (readonly string[])[] };
  const rows: Pick<RowStore, 'catalogue' | 'holdsTexts' | 'name' | 'refresh' | 'texts'> = {
    ...{ catalogue, holdsTexts: true, name: 'file' },
    refresh: () => {
      asked.versions += 1;
      return Promise.resolve();
    },
    texts: (documents: readonly StoredDocument[]) => {
      const found = documents.map(({ facts: { id } }) => id);
      asked.statements.push(found);
      return Promise.resolve(
        new Map(found.flatMap((id) => (id === 'damaged' ? [] : [[id, `text of ${id}`] as const]))),
      );
    },
  };
  const index = new StoredIndex(rows as RowStore, Object.assign(new HashingEncoder(), { kernels: plainKernels }));
  const read = (...wanted: string[]): Promise<readonly (KnownDocument | undefined)[]> =>
    Promise.all(wanted.map((id) => index.readDocument(id)));
  return { asked, catalogue, add, read };
}

describe('the texts of an index', () => {
  it('that are asked for together are read by one statement, after one look at the version', async () => {
    const { asked, read } = counted({ ids: ['1', '2', '3'] });
    expect((await read('1', '3', 'x', '2')).map((each) => each?.text)).toEqual([
      'text of 1',
      'text of 3',
      undefined,
      'text of 2',
    ]);
    expect(asked).toEqual({ versions: 1, statements: [['1', '3', '2']] });
  });

  it('are read once, as one object, and the version is asked once in each turn of the event loop', async () => {
    const { asked, read } = counted({ ids: ['1', '2'] });
    const before = await read('1');
    await read('1');
    expect(asked).toEqual({ versions: 1, statements: [['1']] });
    await setImmediate();
    expect((await read('1', '2'))[0]).toBe(before[0]);
    expect(asked).toEqual({ versions: 2, statements: [['1'], ['2']] });
  });

  it('are read by several statements where they are long', async () => {
    const { asked, read } = counted({ ids: ['1', '2', '3'], words: 200_000 });
    await read('1', '2', '3');
    expect(asked).toEqual({ versions: 1, statements: [['1', '2'], ['3']] });
  });

  it('are missed once the document is gone, and read again where another has come in its place', async () => {
    const { asked, catalogue, add, read } = counted({ ids: ['1'] });
    const [before] = await read('1');
    catalogue.delete(catalogue.get('1')!);
    expect(await read('1')).toEqual([undefined]);
    add('1');
    const [again] = await read('1');
    expect(again).not.toBe(before);
    expect(asked.statements).toEqual([['1'], ['1']]);
  });

  it('of which one is damaged are given but for this one', async () => {
    const { read } = counted({ ids: ['1', 'damaged'] });
    await expect(read('damaged', '1')).rejects.toMatchObject({ code: 'IndexCorrupt' });
    expect((await read('1'))[0]?.text).toBe('text of 1');
  });
});
