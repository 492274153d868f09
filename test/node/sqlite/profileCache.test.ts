import { describe, expect, it } from 'vitest';
import type { RowStore } from '../../../src/node/rowStore';
import { Catalogue } from '../../../src/node/sqlite/memory/indexMemory';
import type { StoredDocument } from '../../../src/node/sqlite/records/documentRows';
import { packProfile, computeProfileSha256 } from '../../../src/node/sqlite/records/profileRows';
import { StoredIndex } from '../../../src/node/storedIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { knownDocument } from '../../fakes/knownSpans';
import { plainKernels } from '../../reference/plainKernels';

/** An index of documents that all have profiles but those whose id begins with "x"; `read` is what was read. */
function cached(...ids: readonly string[]) {
  const catalogue = new Catalogue();
  for (const [number, id] of ids.entries()) {
    const { text, ...facts } = knownDocument('Ann', id);
    const sizes = { words: 1, spans: 0, textSha256: text };
    catalogue.add({ number, facts: { ...facts, ...sizes, id }, codesSha256: '', sha256: `record of ${id}` });
  }
  const read: string[] = [];
  const state = { revision: 1 };
  const rows: Pick<RowStore, 'catalogue' | 'revision' | 'refresh' | 'profiles'> = {
    catalogue,
    get revision() {
      return state.revision;
    },
    refresh: () => Promise.resolve(),
    profiles: (documents: readonly StoredDocument[], profiler = 'a') => {
      const asked = documents.map(({ facts: { id }, sha256 }) => ({ id, sha256 }));
      read.push(...asked.map(({ id }) => id));
      return Promise.resolve(
        new Map(
          asked
            .filter(({ id }) => !id.startsWith('x'))
            .map(({ id, sha256 }) => {
              const features = { ids: new Uint32Array(0), weights: new Float32Array(0) };
              const profile = { mode: 'written', documentVector: Float32Array.of(Number(id)), features } as const;
              const packed = packProfile({ profiler, profile });
              return [id, { ...packed, stated: computeProfileSha256(sha256, packed) }];
            }),
        ),
      );
    },
  };
  const index = new StoredIndex(rows as RowStore, Object.assign(new HashingEncoder(), { kernels: plainKernels }));
  const ask = async (revision: number, profiler: string, ...documents: string[]): Promise<string[]> => {
    state.revision = revision;
    const found = await index.readProfiles(documents, profiler);
    for (const [id, { documentVector }] of found) expect(documentVector[0]).toBe(Number(id));
    return [...found.keys()];
  };
  return { ask, read };
}

describe('the profiles that an index keeps', () => {
  it('are read once, and asked for again where there is none', async () => {
    const { ask, read } = cached('1', '2', '3', 'x');
    expect(await ask(1, 'a', '1', 'x', '2')).toEqual(['1', '2']);
    expect(await ask(1, 'a', '2', '3', 'x', '1')).toEqual(['2', '3', '1']);
    expect(read).toEqual(['1', 'x', '2', '3', 'x']);
  });

  it('are read again when the index has another revision or another profiler asks', async () => {
    const { ask, read } = cached('1');
    await ask(1, 'a', '1');
    await ask(2, 'a', '1');
    await ask(2, 'b', '1');
    expect(read).toEqual(['1', '1', '1']);
  });

  it('are the 2048 that were used last', async () => {
    const ids = Array.from({ length: 2049 }, (_, i) => `${i}`);
    const { ask, read } = cached(...ids);
    await ask(1, 'a', ...ids.slice(0, 2048));
    await ask(1, 'a', '0', '2048');
    read.length = 0;
    await ask(1, 'a', '0', '1');
    expect(read).toEqual(['1']);
  });
});
