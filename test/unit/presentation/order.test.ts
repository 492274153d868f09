import { describe, expect, it } from 'vitest';
import { describeRank, describeStanding } from '../../../src/presentation/words/firstOfSearch';

const candidates = [9, 6, 5.8, 5].map((score, i) => ({ author: `Author ${i}`, score, tier: 'combined' as const }));

describe('the order of candidates in words', () => {
  it('has the place of an author', () => {
    expect(describeRank('Author 1', candidates)).toBe('Author 1 is number 2 of 4 in the order of similarity.');
  });

  it('says whether the first clearly leads, and nothing where that is unknown', () => {
    expect(describeStanding(candidates)).toBe(
      'The lead of Author 0 in the order of similarity is large. About 1 of 20 searches without the true writer has such a lead.',
    );
    const close = candidates.map((each, i) => ({ ...each, score: 5 - i / 10 }));
    expect(describeStanding(close)).toContain('is small');
    expect(describeStanding(candidates.slice(0, 3))).toBe('');
    expect(describeStanding(candidates.map((each) => ({ ...each, tier: 'collection' as const })))).toBe('');
  });

  it('says nothing where few have texts of the questioned kind', () => {
    const kinds = candidates.map((each, i) => ({
      ...each,
      relation: i === 0 ? ('same' as const) : ('otherGenre' as const),
    }));
    expect(describeStanding(kinds)).toBe('');
  });
});
