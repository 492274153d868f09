import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/core/domain/evidence';
import {
  featuresOf,
  firstOfSearch,
  parseSearchCalibration,
  searchFeatures,
  withRivals,
  type SearchCalibration,
} from '../../../src/core/verification/firstOfSearch';

const weigh = (values: Partial<Record<(typeof searchFeatures)[number], number>>): number[] =>
  searchFeatures.map((name) => values[name] ?? 0);

const lengths: Pick<SearchCalibration['outsiders'][number], 'words' | 'knownWords'> = {
  words: [250, 250],
  knownWords: [500, 8000],
};

const content: SearchCalibration = {
  format: 'idiograph.search/1',
  offset: -0.5,
  weights: weigh({ ratio: 1, ratioGap: 0.5 }),
  lower: -1,
  upper: 1.2,
  outsiders: [
    {
      authors: 8,
      ...lengths,
      survival: [
        [-1, 1],
        [0.2, 0.2],
        [1, 0.02],
      ],
    },
    {
      authors: 50,
      ...lengths,
      survival: [
        [-1, 1],
        [0.2, 0.6],
        [1, 0.3],
      ],
    },
  ],
  searches: 100,
  authors: 40,
  sources: 5,
  cllr: 0.5,
  trainedOn: '0'.repeat(64),
};
const loaded = { id: 'search@000000000000', content };

/** A candidate of which the ratio before bounds is known. */
function candidate(author: string, ratio: number | undefined, discriminant: number | undefined = 0): Candidate {
  const verification = ratio === undefined ? {} : { verification: { llr: ratio, densities: { score: ratio } } };
  return { author, score: 0, order: 0, tier: 'combined', discriminant, ...verification } as unknown as Candidate;
}

const rated = (candidates: readonly Candidate[], authorsSearched = 8, words = 250, rating = loaded) =>
  firstOfSearch(candidates, { authorsSearched, words, fitted: 8, rests: () => [] }, rating);

describe('the first of a search', () => {
  it('gets no ratio beyond what its condition supports for an author who was named', () => {
    const bounded = {
      ...candidate('A', 1.5),
      verification: { ...candidate('A', 1.5).verification!, bounds: [-1.3, 1] as const },
    };
    const others = [candidate('B', -0.6)];
    expect(rated([candidate('A', 1.5), ...others])).toMatchObject({ llr: 1.2, bounds: [-1, 1.2] });
    expect(rated([bounded, ...others])).toMatchObject({ llr: 1, bounds: [-1, 1] });
  });

  it('is rated by its own ratio, and by how far it is ahead of the next', () => {
    expect(rated([candidate('A', 0.6), candidate('B', 0.2)])?.llr).toBeCloseTo(0.3, 10);
    expect(rated([candidate('A', 0.6), candidate('B', -0.6)])?.llr).toBeCloseTo(0.7, 10);
  });

  it('ends at what validation supports, and says how often searches without the writer reach it', () => {
    const found = rated([candidate('A', 3), candidate('B', -3)])!;
    expect(found).toMatchObject({ llr: 1.2, bounds: [-1, 1.2], outsiders: 0.02, calibrationId: loaded.id });
    expect(rated([candidate('A', 0.6), candidate('B', 0.2)])?.outsiders).toBe(0.2);
    expect(rated([candidate('A', 0.6), candidate('B', 0.2)], 40)?.outsiders).toBe(0.6);
  });

  it('has an interval by the jackknife over eighths of the text, within the bounds', () => {
    const rest = new Map([
      ['A', 0],
      ['B', 0],
    ]);
    const withRests = (ratios: readonly number[]) => {
      const [a, b] = [candidate('A', 0.6), candidate('B', 0.2)];
      const without = (one: Candidate, withoutStretches: readonly number[]) => {
        return { ...one, verification: { ...one.verification!, withoutStretches } };
      };
      const pair = [without(a, ratios), without(b, [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2])];
      const size = { authorsSearched: 8, words: 250, fitted: 8 };
      return firstOfSearch(pair, { ...size, rests: () => ratios.map(() => rest) }, loaded)!.interval!;
    };
    // the weights are 1 for the ratio and .5 for its lead, so that each moves by 1.5 × .1
    const half = 2.365 * Math.sqrt((7 / 8) * 2 * 0.15 ** 2);
    const [low, high] = withRests([0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.7]);
    expect(low).toBeCloseTo(0.3 - half);
    expect(high).toBeCloseTo(0.3 + half);
    expect(withRests([-3, 3, -3, 3, -3, 3, -3, 3])).toEqual([-1, 1.2]);
    expect(rated([candidate('A', 0.6), candidate('B', 0.2)])).not.toHaveProperty('interval');
  });

  it('names the author who comes first by ratio, where that is another one', () => {
    expect(rated([candidate('A', 0.6), candidate('B', 0.2)])?.byRatio).toBeUndefined();
    expect(rated([candidate('A', 0.2), candidate('B', 0.6)])?.byRatio).toBe('B');
    expect(rated([candidate('A', 0.2), candidate('B', 0.2 + 3e-16)])?.byRatio).toBeUndefined();
  });

  it('is not rated where there is no second author, no ratio or no discriminant', () => {
    expect(rated([candidate('A', 0.6)])).toBeUndefined();
    expect(rated([])).toBeUndefined();
    expect(rated([candidate('A', undefined), candidate('B', 0.2)])).toBeUndefined();
    expect(rated([candidate('A', 0.6), candidate('B', undefined)])).toBeUndefined();
    expect(
      featuresOf(
        [
          { ratio: 1, discriminant: undefined },
          { ratio: 0, discriminant: 0 },
        ],
        0,
        8,
      ),
    ).toBeUndefined();
  });

  it('counts the discriminant from the mean of all authors, which lies lower the more of them there are', () => {
    const features = (fitted: number, mean: number) =>
      featuresOf(
        [0.3, 0.1].map((above) => ({ ratio: 0, discriminant: mean + above })),
        0,
        fitted,
      )!;
    for (const [fitted, mean] of [
      [2, 0],
      [8, -0.75],
      [20, -0.9],
    ] as const)
      expect(features(fitted, mean)[2]).toBeCloseTo(0.3, 10);
  });

  it('is not rated in a search of another size than any that was calibrated', () => {
    const two = [candidate('A', 0.6), candidate('B', 0.2)];
    expect([6, 7, 10, 11, 38, 39, 64, 66].map((size) => rated(two, size) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it('is compared with searches of the nearest number of authors, and of these with texts of the nearest length', () => {
    const row = (authors: number, words: [number, number], share: number): SearchCalibration['outsiders'][number] => {
      return { authors, words, knownWords: [500, 8000], survival: [[-9, share]] };
    };
    const rows = [
      row(5, [100, 250], 0.1),
      row(5, [250, 1000], 0.2),
      row(14, [100, 250], 0.3),
      row(14, [500, 1000], 0.4),
    ];
    const rating = { ...loaded, content: { ...content, outsiders: rows } };
    const two = [candidate('A', 0.6), candidate('B', 0.2)];
    const shareOf = (authors: number, words: number) => rated(two, authors, words, rating)?.outsiders;
    expect([shareOf(5, 100), shareOf(6, 400), shareOf(12, 120), shareOf(18, 3000)]).toEqual([0.1, 0.2, 0.3, 0.4]);
  });

  it('names the others of the search who have nearly the same ratio, bounded, and no one else', () => {
    const searched = (author: string, llr: number | undefined): Candidate =>
      ({ author, verification: { llr, chance: { authorsSearched: 46, expected: 0.3 } } }) as unknown as Candidate;
    const rivals = withRivals([
      searched('A', 0.99),
      searched('B', 0.85),
      searched('C', 0.99),
      searched('D', 0.6),
      searched('E', 0.2),
      searched('F', 0.25),
      searched('G', undefined),
    ]).map(({ verification }) => verification!.chance!.rivals);
    expect(rivals).toEqual([['C', 'B'], ['A', 'C'], ['A', 'B'], undefined, undefined, undefined, undefined]);
    const [named] = withRivals([candidate('A', 1), candidate('B', 1)]);
    expect(named!.verification!.chance).toBeUndefined();
  });

  it('has a file that is refused where a field is not what it has to be', () => {
    expect(parseSearchCalibration(JSON.parse(JSON.stringify(content)))).toEqual(content);
    expect(() => parseSearchCalibration({ ...content, weights: [1] })).toThrow('weights');
    expect(() =>
      parseSearchCalibration({ ...content, outsiders: [{ authors: 8, ...lengths, survival: [[0, 2]] }] }),
    ).toThrow(RangeError);
    expect(() => parseSearchCalibration(undefined)).toThrow(RangeError);
  });
});
