import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/stop';
import type { CohortMember } from '../../../src/core/cohort/cohort';
import { aCalibration } from './aCalibration';
import { aVerifier, english, known, questioned } from './aVerifier';

describe.each([
  ['a collection', 51],
  ['a collection but for the known author', 50],
  ['too few authors', 3],
])('beside %s', (_, authors) => {
  const collection = ['A', ...Array.from({ length: authors - 1 }, (_, i) => `author ${i}`)].map(
    (author): CohortMember => ({
      mode: 'written',
      features: { ids: new Uint32Array(), weights: new Float32Array() },
      document: { id: author, author, genre: 'email' },
    }),
  );
  const tried = (genreRelation: 'same' | 'cross' | 'unknown', errorRate: number) => ({
    ...aCalibration.validations[0]!,
    ...{ genreRelation, errorRate },
  });
  const validations = [tried('same', 0.2), tried('cross', 0.3), tried('unknown', 0.35)];
  const against = { ...aCalibration, id: 'against', weights: { ngramsNorm: 1 }, upper: 1.3, validations };
  const alone = {
    ...against,
    id: 'alone',
    weights: { ngrams: 1 },
    upper: 1,
    validations: validations.map((each) => ({ ...each, errorRate: 0.24 })),
  };
  const wider = [against, alone].map((each) => ({
    ...each,
    condition: { ...each.condition, genreRelation: 'unknown' as const },
  }));
  const own = [{ condition: { ...aCalibration.condition, words: 150 }, calibration: { ...against, lower: -0.5 } }];

  it.each([
    ['one genre', 'email', 'email', {}],
    ['two genres', 'email', 'letter', {}],
    ['unknown genres', 'unknown', 'letter', {}],
    ['one genre, validated on the index', 'email', 'email', { own }],
  ])('says before a comparison of %s what its verification says', async (_, genre, knownGenre, origin) => {
    const asked = aVerifier([against, alone, ...wider], english, { own: collection });
    const text = { ...questioned, genre };
    const {
      bounds,
      errorRate,
      validatedOn,
      condition,
      verifier: used,
    } = await asked
      .of(text)
      .verify([{ ...known, genre: knownGenre }], { authorsSearched: undefined, ...origin }, neverStops);
    expect(bounds).toBeDefined();
    const reaches = asked.conditionLimits({ mode: 'written', genre, words: 160 }, origin);
    const reach = reaches.find(
      (each) => each.condition.modes === condition.modes && each.condition.genreRelation === condition.genreRelation,
    );
    expect(reach).toMatchObject({ condition, verifier: used, bounds, errorRate });
    expect(reach!.validatedOn).toBe(validatedOn);
  });
});
