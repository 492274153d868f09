import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/basics/work';
import type { CohortMember } from '../../../src/core/cohort/cohort';
import { everywhere, judgedSo } from './aCalibration';
import { aVerifier, english, known, questioned } from './aVerifier';

describe.each([
  ['a collection', 21],
  ['a collection but for the known author', 20],
  ['few authors', 5],
  ['too few authors', 3],
])('beside %s', (_, authors) => {
  const collection = ['A', ...Array.from({ length: authors - 1 }, (_, i) => `author ${i}`)].map(
    (author): CohortMember => ({
      mode: 'written',
      features: { ids: Uint32Array.of(1), weights: Float32Array.of(1) },
      document: { id: author, author, genre: 'email', title: '', words: 100 },
    }),
  );
  const of = (measure: 'collection' | 'few' | 'alone', upper: number, errorRate: number) => ({
    ...judgedSo({ upper, errorRate }),
    id: measure,
    measure,
    weights: { ngrams: everywhere(1) },
    resamples: [],
  });
  const narrow = [of('collection', 1.3, 0.2), of('few', 1.2, 0.22), of('alone', 1, 0.24)];
  const wider = narrow.map((each) => ({ ...each, genreRelation: 'unknown' as const }));
  const condition = { modes: 'written-written', genreRelation: 'same', words: 100, knownWords: 250 } as const;
  const own = narrow.map((calibration) => ({ condition, calibration: judgedSo({ lower: -0.5 }, calibration) }));

  it.each([
    ['one genre', 'email', 'email', {}],
    ['two genres', 'email', 'letter', {}],
    ['unknown genres', 'unknown', 'letter', {}],
    ['one genre, validated on the index', 'email', 'email', { own }],
  ])('says before a comparison of %s what its verification says', async (_, genre, knownGenre, origin) => {
    const asked = aVerifier([...narrow, ...wider], english, { own: collection });
    const text = { ...questioned, genre };
    const {
      bounds,
      errorRate,
      validatedOn,
      condition,
      verifier: used,
    } = await asked
      .prepare(text)
      .verify([{ ...known, genre: knownGenre }], { authorsSearched: undefined, ...origin }, neverStops);
    expect(bounds).toBeDefined();
    const reaches = asked.listConditionLimits({ mode: 'written', genre, words: 160, knownWords: 640 }, origin);
    const reach = reaches.find(
      (each) => each.condition.modes === condition.modes && each.condition.genreRelation === condition.genreRelation,
    );
    expect(reach).toMatchObject({ condition, verifier: used, bounds, errorRate });
    expect(reach!.validatedOn).toBe(validatedOn);
  });
});
