import { describe, expect, it } from 'vitest';
import { multiplyTexts, Ngrams } from '../../../src/core/classical/ngrams';
import { createTfidf } from '../../../research/laboratory/classical/textScorer';
import type { ReferencePopulation } from '../../../src/core/ports';
import { listPopulationMembers, Profiler } from '../../../src/core/cohort/cohortCache';
import golden from '../../fixtures/golden/ngrams.json';
import { metric, statistics } from '../classical/goldenMetric';

const [asked, written, spoken] = golden.texts as [string, string, string];
const documentVector = Float32Array.of(1);
const member = (text: string, mode: 'written' | 'spoken'): ReferencePopulation['members'][number] => ({
  mode,
  genre: 'other',
  readFeatures: () => createTfidf(statistics).computeFeatures(text),
});
const spokenText = spoken.replace('ha '.repeat(250), '');
const population: ReferencePopulation = {
  description: { id: 'three members', authors: 3, genres: ['other'], years: undefined },
  members: [member(written, 'written'), { mode: 'written', genre: 'other' }, member(spokenText, 'spoken')],
};
const ngrams = new Ngrams(statistics, metric);
const profiler = new Profiler('golden', ngrams, () => listPopulationMembers(population, ngrams));

describe('a profiler by the learned metric', () => {
  it('keeps the row of a text as the metric makes it', () => {
    expect(profiler.computeProfile({ text: asked, mode: 'written' }, documentVector)).toEqual({
      mode: 'written',
      documentVector,
      features: ngrams.computeFeatures(asked),
    });
  });

  it('shows members of the population with known tf-idf rows as it shows texts', () => {
    const members = profiler.listMembers();
    expect(members.map(({ mode }) => mode)).toEqual(['written', 'spoken']);
    const row = ngrams.computeFeatures(asked);
    expect(multiplyTexts(row, members[0]!.features)).toBeCloseTo(golden.scores[0]![1]!, 5);
    expect(multiplyTexts(row, members[1]!.features)).toBeCloseTo(
      multiplyTexts(row, ngrams.computeFeatures(spokenText)),
      5,
    );
    expect(profiler.listMembers()).toBe(members);
  });
});
