import { describe, expect, it } from 'vitest';
import { CohortCache } from '../../../src/core/cohort/cohortCache';
import { neverStops } from '../../../src/core/basics/work';
import { encodeText } from '../../../src/core/text/encodeText';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { wordProfiler } from '../../fakes/wordProfiler';

const run = { stop: neverStops };
const row = wordProfiler.computeProfile(
  { text: 'the beans came up early', mode: 'written' },
  Float32Array.of(1),
).features;
const nobody = (): boolean => false;

async function add(index: MemoryIndex, author: string, text: string, id = author): Promise<void> {
  const encoder = new HashingEncoder();
  const given = { title: author, role: 'known', mode: 'written', genre: 'letter', language: 'en' } as const;
  const spans = await encodeText(text, encoder, { n: encoder.patchTokens, stop: neverStops });
  await index.add({ id, author, text, ...given }, spans);
}

describe('the reference cohort of an index', () => {
  it('are its documents, and others once it has others', async () => {
    const index = new MemoryIndex();
    const kept = new CohortCache();
    await add(index, 'ann', 'the beans came up early and nobody was told');
    const before = await kept.readCohort(index, wordProfiler, run);
    expect(before.computeNeighbourhoodMean(row, 'written', nobody)).toBeGreaterThan(0.5);
    expect(before.computeNeighbourhoodMean(row, 'written', ({ author }) => author === 'ann')).toBe(0);
    expect(await kept.readCohort(index, wordProfiler, run)).toBe(before);
    await add(index, 'ben', 'the committee resolved that the matter be deferred');
    const after = await kept.readCohort(index, wordProfiler, run);
    expect(after.computeNeighbourhoodMean(row, 'written', nobody)).toBeLessThan(
      before.computeNeighbourhoodMean(row, 'written', nobody),
    );
    expect((await index.readProfiles(['ann', 'ben'], wordProfiler.id)).size).toBe(2);
  });

  it('count a text of one author once, however often the index has it', async () => {
    const index = new MemoryIndex();
    const mean = async (): Promise<number> =>
      (await new CohortCache().readCohort(index, wordProfiler, run)).computeNeighbourhoodMean(row, 'written', nobody);
    await add(index, 'ann', 'the beans came up early and nobody was told');
    await add(index, 'ben', 'the committee resolved that the matter be deferred');
    const before = await mean();
    for (let i = 2; i < 9; i++)
      await add(index, 'ben', 'the committee resolved that the matter be deferred', `ben${i}`);
    expect(await mean()).toBe(before);
  });
});
