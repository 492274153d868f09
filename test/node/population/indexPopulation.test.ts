import { describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { readPopulationOfIndex } from '../../../src/node/population/population';
import { MemoryIndex } from '../../fakes/memoryIndex';

async function indexOf(documents: readonly Pick<KnownDocument, 'author' | 'role' | 'mode'>[]): Promise<MemoryIndex> {
  const index = new MemoryIndex();
  for (const [at, facts] of documents.entries()) {
    const text = `Writer number ${at} walked along the towpath and counted ${at * 3} boats before the rain came down again.`;
    const document = {
      ...facts,
      id: String(at).padStart(3, '0'),
      text,
      title: `t${at}`,
      genre: 'letter',
      language: 'en',
    };
    await index.add(document, []);
  }
  return index;
}

const writers = (
  count: number,
  mode: 'written' | 'spoken',
): readonly Pick<KnownDocument, 'author' | 'role' | 'mode'>[] =>
  Array.from({ length: count }, (_, at) => ({ author: `P${at}`, role: 'population', mode }));

describe('an index’s own population', () => {
  it('replaces the bundled one from 50 authors of the questioned mode on', async () => {
    const population = await readPopulationOfIndex(await indexOf(writers(50, 'written')), 'written');
    expect(population?.description).toMatchObject({ authors: 50, genres: ['letter'] });
    expect(population?.description.id).toMatch(/^index /);
    expect(population?.members[0]).toEqual({ mode: 'written', genre: 'letter' });
  });

  it('does not with fewer, with another mode, or with known documents', async () => {
    expect(await readPopulationOfIndex(await indexOf(writers(49, 'written')), 'written')).toBeUndefined();
    expect(await readPopulationOfIndex(await indexOf(writers(50, 'written')), 'spoken')).toBeUndefined();
    const known = writers(50, 'written').map((facts) => ({ ...facts, role: 'known' as const }));
    expect(await readPopulationOfIndex(await indexOf(known), 'written')).toBeUndefined();
  });
});
