import { describe, expect, it } from 'vitest';
import type { Condition, Mode, VerifierKind } from '../../../src/core/domain';
import type { Calibration } from '../../../src/core/verification/calibration';
import { chooseCalibration } from '../../../src/core/verification/chooseCalibration';
import { floorOf } from '../../../src/core/verification/conditionLimits';
import { chooseVerifier, conditionOf, lengthBand } from '../../../src/core/verification/condition';
import { aCalibration } from './aCalibration';

function fitted(
  verifier: VerifierKind,
  modes: Condition['modes'],
  genreRelation: Condition['genreRelation'],
  others: Partial<Calibration> & { readonly words?: number } = {},
): Calibration {
  const { words = 100, ...rest } = others;
  return {
    ...aCalibration,
    id: `${modes}/${genreRelation}/${words}`,
    verifier,
    condition: { modes, genreRelation, words },
    ...rest,
  };
}

const shelf: readonly Calibration[] = [
  fitted('written', 'written-written', 'same'),
  fitted('written', 'written-written', 'same', { words: 1000 }),
  fitted('written', 'written-written', 'cross', { sameAuthors: 19 }),
  fitted('written', 'written-written', 'unknown'),
  fitted('spoken', 'spoken-spoken', 'unknown'),
  fitted('ensemble', 'written-spoken', 'cross', { words: 250 }),
  fitted('general', 'unknown', 'cross'),
  fitted('general', 'unknown', 'unknown'),
];

describe('chooseCalibration', () => {
  it.each([
    ['written', 'written-written', 'same', 1500, 'written-written/same/1000'],
    ['written', 'written-written', 'same', 999, 'written-written/same/100'],
    ['written', 'written-written', 'same', 99, undefined],
    ['written', 'written-written', 'cross', 500, 'written-written/unknown/100'],
    ['written', 'written-written', 'unknown', 500, 'written-written/unknown/100'],
    ['spoken', 'spoken-spoken', 'same', 500, 'spoken-spoken/unknown/100'],
    ['ensemble', 'written-spoken', 'cross', 500, 'written-spoken/cross/250'],
    ['ensemble', 'written-spoken', 'cross', 150, 'unknown/cross/100'],
    ['ensemble', 'unknown', 'cross', 500, 'unknown/cross/100'],
    ['ensemble', 'unknown', 'same', 500, 'unknown/unknown/100'],
    ['ensemble', 'unknown', 'unknown', 500, 'unknown/unknown/100'],
    ['general', 'written-written', 'same', 500, 'unknown/unknown/100'],
    ['written', 'spoken-spoken', 'same', 500, undefined],
  ] as const)(
    'gives %s on %s, %s genre, %i words the calibration %s',
    (...[verifier, modes, genreRelation, words, id]) => {
      const found = chooseCalibration(shelf, { verifier, condition: { modes, genreRelation, words } });
      expect(found?.calibration.id).toBe(id);
    },
  );

  it('bears none out whose answers are as often wrong as right', () => {
    const erring = (errorRate: number) =>
      fitted('written', 'written-written', 'same', { validations: [{ ...aCalibration.validations[0]!, errorRate }] });
    const query = {
      verifier: 'written',
      condition: { modes: 'written-written', genreRelation: 'same', words: 500 },
    } as const;
    expect([0.49, 0.5].map((rate) => chooseCalibration([erring(rate)], query)?.isValidated)).toEqual([true, false]);
  });

  it('takes the nearest shorter length at which trials of the condition bear it out', () => {
    const costly = (words: number) => fitted('written', 'written-written', 'same', { words, validations: [] });
    const sound = fitted('written', 'written-written', 'same', { words: 500 });
    const condition = { modes: 'written-written', genreRelation: 'same', words: 2000 } as const;
    const found = chooseCalibration([costly(2000), costly(1000), sound, costly(250)], {
      verifier: 'written',
      condition,
    });
    expect(found).toMatchObject({ calibration: { condition: { words: 500 } }, isValidated: true });
  });
});

describe('floorOf', () => {
  const condition = { modes: 'written-written', genreRelation: 'same', words: 0 } as const;
  const costing = (words: number, cllrUpper: number) =>
    fitted('written', 'written-written', 'same', {
      words,
      validations: [{ ...aCalibration.validations[0]!, cllrUpper }],
    });

  it('is the smallest length whose cost is surely below that of silence', () => {
    const calibrations = [costing(250, 1), costing(500, 0.99), costing(1000, 0.9)];
    expect(floorOf(calibrations, { verifier: 'written', condition })).toBe(500);
  });

  it('is undefined where no length is borne out', () => {
    expect(floorOf([costing(250, 1)], { verifier: 'written', condition })).toBeUndefined();
  });
});

describe('chooseVerifier', () => {
  it.each([
    ['written', 'written', 'written'],
    ['written', 'spoken', 'ensemble'],
    ['written', 'unknown', 'ensemble'],
    ['spoken', 'written', 'ensemble'],
    ['spoken', 'spoken', 'spoken'],
    ['spoken', 'unknown', 'ensemble'],
    ['unknown', 'written', 'ensemble'],
    ['unknown', 'spoken', 'ensemble'],
    ['unknown', 'unknown', 'ensemble'],
  ] as const)('selects for %s against %s the verifier %s', (questioned, known, verifier) => {
    expect(chooseVerifier(questioned, known)).toBe(verifier);
  });

  it("honours the user's choice", () => {
    expect(chooseVerifier('written', 'written', 'general')).toBe('general');
  });
});

describe('conditionOf', () => {
  const email = { mode: 'written', genre: 'email' } as const;

  it.each([
    [{ mode: 'written', genre: 'Email ' }, 'written-written', 'same'],
    [{ mode: 'written', genre: 'essay' }, 'written-written', 'cross'],
    [{ mode: 'written', genre: 'unknown' }, 'written-written', 'unknown'],
    [{ mode: 'spoken', genre: 'unknown' }, 'written-spoken', 'cross'],
    [{ mode: 'unknown', genre: 'email' }, 'unknown', 'same'],
  ] as const)('compares an e-mail with %o as %s, %s', (known: { mode: Mode; genre: string }, modes, genreRelation) => {
    expect(conditionOf(email, known, 300)).toEqual({ modes, genreRelation, words: 250 });
  });

  it.each([
    [99, 0],
    [100, 100],
    [249, 150],
    [250, 250],
    [1999, 1000],
    [50_000, 2000],
  ])('puts %i words into the band of %i', (words, band) => {
    expect(lengthBand(words)).toBe(band);
  });
});
