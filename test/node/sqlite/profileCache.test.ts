import { describe, expect, it } from 'vitest';
import type { TextProfile } from '../../../src/core/ports';
import { ProfileCache } from '../../../src/node/serialIndex';

function profile(first: number): TextProfile {
  return {
    mode: 'written',
    documentVector: Float32Array.of(first),
    features: { ids: new Uint32Array(0), weights: new Float32Array(0) },
  };
}

/** A cache over documents that all have profiles but those whose id begins with "x"; `read` is what was read. */
function cached(): {
  readonly ask: (revision: number, profiler: string, ...ids: string[]) => Promise<string[]>;
  readonly read: string[];
} {
  const cache = new ProfileCache();
  const read: string[] = [];
  const ask = async (revision: number, profiler: string, ...documents: string[]): Promise<string[]> => {
    const found = await cache.profiles({ revision, profiler, documents }, (missing) => {
      read.push(...missing);
      const there = missing.filter((id) => !id.startsWith('x'));
      return Promise.resolve(new Map(there.map((id) => [id, profile(Number(id))])));
    });
    for (const [id, { documentVector }] of found) expect(documentVector[0]).toBe(Number(id));
    return [...found.keys()];
  };
  return { ask, read };
}

describe('the cache of profiles', () => {
  it('reads a profile once, and asks again for one that is not there', async () => {
    const { ask, read } = cached();
    expect(await ask(1, 'a', '1', 'x', '2')).toEqual(['1', '2']);
    expect(await ask(1, 'a', '2', '3', 'x', '1')).toEqual(['2', '3', '1']);
    expect(read).toEqual(['1', 'x', '2', '3', 'x']);
  });

  it('forgets all when the index has another revision or another profiler asks', async () => {
    const { ask, read } = cached();
    await ask(1, 'a', '1');
    await ask(2, 'a', '1');
    await ask(2, 'b', '1');
    expect(read).toEqual(['1', '1', '1']);
  });

  it('keeps the 2048 that were used last', async () => {
    const { ask, read } = cached();
    await ask(1, 'a', ...Array.from({ length: 2048 }, (_, i) => `${i}`));
    await ask(1, 'a', '0', '2048');
    read.length = 0;
    await ask(1, 'a', '0', '1');
    expect(read).toEqual(['1']);
  });
});
