import { describe, expect, it } from 'vitest';
import type { CohortMember } from '../../../src/core/cohort/cohort';
import type { OwnCalibration } from '../../../src/core/ports';
import type { Calibration } from '../../../src/core/verification/calibration';
import { neverStops } from '../../../src/core/basics/work';
import { aCalibration, everywhere } from './aCalibration';
import { aVerifier, english, french, known, ngrams, other, questioned, sentence } from './aVerifier';

const named = { authorsSearched: undefined };

describe('a verifier of another language', () => {
  const shipped: Calibration = {
    ...aCalibration,
    id: 'language:fr/any',
    verifier: 'general',
    modes: 'unknown',
    genreRelation: 'unknown',
    measure: 'collection',
    weights: { fromQuestioned: everywhere(1) },
    resamples: [],
  };
  const others = (count: number): readonly CohortMember[] =>
    Array.from({ length: count }, (_, i) => ({
      mode: 'written',
      features: ngrams.computeFeatures(other.repeat(1 + (i % 7)) + sentence.repeat(i % 3)),
      document: { id: `${i}`, author: `author ${i}`, genre: 'email', title: `${i}`, words: 400 },
    }));
  const condition = { modes: 'written-written', genreRelation: 'same', words: 100, knownWords: 500 } as const;
  const judged = { ...shipped.judgements[0]!, words: 100, knownWords: 500, lower: -3, upper: 3 };
  const validated = (id: string): OwnCalibration => ({
    condition,
    calibration: { ...shipped, id, offset: everywhere(10), judgements: [judged] },
  });
  const ask = (count: number, own: readonly OwnCalibration[] = [], detector = french) =>
    aVerifier([shipped], detector, { own: others(count), language: 'fr' })
      .prepare(questioned)
      .verify([known], { ...named, own }, neverStops);

  it('states no ratio before the collection has validated one', async () => {
    expect(await ask(45)).toMatchObject({ llr: undefined, reason: 'languageNotValidated', caveats: ['shortDocument'] });
  });

  it('states none with 39 other authors, whatever was validated', async () => {
    const own = [validated('index/judged/language:fr/any')];
    expect(await ask(39, own)).toMatchObject({ llr: undefined, reason: 'fewOfLanguage' });
    expect((await ask(40, own)).llr).toBeDefined();
  });

  it('states what the collection has validated, within 20', async () => {
    const verification = await ask(45, [validated('index/judged/language:fr/any')]);
    expect(verification).toMatchObject({ validatedOn: 'index', verifier: 'general' });
    expect(verification.llr).toBeCloseTo(Math.log10(20), 9);
    expect(verification.bounds).toEqual([-Math.log10(20), Math.log10(20)]);
  });

  it('does not take what was validated in a third language', async () => {
    expect(await ask(45, [validated('index/judged/language:de/any')])).toMatchObject({
      reason: 'languageNotValidated',
    });
  });

  it('does not let what was validated in another language speak in English', async () => {
    const ofFrench = { ...aCalibration, id: 'index/judged/language:fr/any', measure: 'alone' } as const;
    const own = [{ condition: { ...condition, knownWords: 250 }, calibration: { ...ofFrench, judgements: [judged] } }];
    const verification = await aVerifier([aCalibration])
      .prepare(questioned)
      .verify([known], { ...named, own }, neverStops);
    expect(verification.calibrationId).toBe('a');
  });

  it('states none for a text in English', async () => {
    expect(await ask(45, [validated('index/judged/language:fr/any')], english)).toMatchObject({
      reason: 'otherLanguage',
    });
  });
});
