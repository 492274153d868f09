import { describe, expect, it } from 'vitest';
import type { FeatureMethod } from '../../../src/core/classical/featureRow';
import type { KnownDocument } from '../../../src/core/domain';
import { encodeText } from '../../../src/core/text/encodeText';
import { neverStops } from '../../../src/core/work';
import { populationOfIndex } from '../../../src/node/population/indexPopulation';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { MemoryIndex } from '../../fakes/memoryIndex';

/** Describes a text by its length in characters. */
const byLength: FeatureMethod = {
  featuresOf: (text) => ({ ids: Uint32Array.of(text.length), weights: Float32Array.of(1) }),
};

async function indexOf(documents: readonly Pick<KnownDocument, 'author' | 'role' | 'mode'>[]): Promise<MemoryIndex> {
  const encoder = new HashingEncoder();
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
    await index.add(document, await encodeText(text, encoder, { n: 2, stop: { stopped: false } }));
  }
  return index;
}

const writers = (
  count: number,
  mode: 'written' | 'spoken',
): readonly Pick<KnownDocument, 'author' | 'role' | 'mode'>[] =>
  Array.from({ length: count }, (_, at) => ({ author: `P${at}`, role: 'population', mode }));

describe('an index’s own population', () => {
  it('stands in for the bundled one from 50 authors of the questioned mode on', async () => {
    const population = await populationOfIndex(await indexOf(writers(50, 'written')), 'written', byLength, neverStops);
    expect(population?.description).toMatchObject({ authors: 50, genres: ['letter'] });
    expect(population?.description.id).toMatch(/^index /);
    expect(Math.hypot(...population!.members[0]!.documentVector)).toBeCloseTo(1, 5);
  });

  it('does not with fewer, with another mode, or with known documents', async () => {
    expect(
      await populationOfIndex(await indexOf(writers(49, 'written')), 'written', byLength, neverStops),
    ).toBeUndefined();
    expect(
      await populationOfIndex(await indexOf(writers(50, 'written')), 'spoken', byLength, neverStops),
    ).toBeUndefined();
    const known = writers(50, 'written').map((facts) => ({ ...facts, role: 'known' as const }));
    expect(await populationOfIndex(await indexOf(known), 'written', byLength, neverStops)).toBeUndefined();
  });
});
