import { describe, expect, it } from 'vitest';
import { Ngrams } from '../../../src/core/classical/ngrams';
import { tfidf } from '../../../src/core/classical/tfidf';
import type { ReferencePopulation } from '../../../src/core/ports';
import { ngramProfiler } from '../../../src/core/ranking/profile';
import golden from '../../fixtures/golden/ngrams.json';
import { metric, statistics } from '../classical/goldenMetric';

const [asked, written, spoken] = golden.texts as [string, string, string];
const open = Float32Array.of(1);
const member = (id: number, text: string, mode: 'written' | 'spoken'): ReferencePopulation['members'][number] => ({
  id,
  mode,
  genre: 'other',
  decade: undefined,
  open,
  features: tfidf(statistics).describe(text),
});
const population: ReferencePopulation = {
  description: { id: 'two strangers', authors: 2, genres: ['other'], years: undefined },
  members: [member(0, written, 'written'), member(1, spoken.replace('ha '.repeat(250), ''), 'spoken')],
};
const ngrams = new Ngrams(statistics, metric);

describe('a profile by the learned metric', () => {
  it('has the scores with the strangers of each mode, whose tf-idf rows are known', () => {
    const { strangers } = ngramProfiler('golden', ngrams, population).profile({ text: asked, mode: 'written' }, open);
    const scoreWith = (text: string): number => ngrams.score(ngrams.describe(asked), ngrams.describe(text));
    expect(strangers.written.mean).toBeCloseTo(golden.scores[0]![1]!, 5);
    expect(strangers.spoken.mean).toBeCloseTo(scoreWith(spoken.replace('ha '.repeat(250), '')), 5);
    expect(strangers.unknown.mean).toBeCloseTo((strangers.written.mean + strangers.spoken.mean) / 2, 12);
  });

  it('keeps its row as the metric makes it', () => {
    const { features } = ngramProfiler('golden', ngrams, population).profile({ text: asked, mode: 'written' }, open);
    expect(features).toEqual(ngrams.describe(asked));
  });
});
