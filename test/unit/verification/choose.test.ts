import { describe, expect, it } from 'vitest';
import type { Condition, Mode, VerifierKind } from '../../../src/core/domain/evidence';
import type { Calibration, Judgement } from '../../../src/core/verification/calibration';
import {
  limitLengths,
  chooseCalibration,
  findCalibration,
  findFloor,
} from '../../../src/core/verification/chooseCalibration';
import { chooseVerifier, describeCondition, findJudgedLength } from '../../../src/core/verification/condition';
import { aCalibration, aJudgement } from './aCalibration';

/** A calibration of a kind, judged at these lengths. */
function fitted(
  verifier: VerifierKind,
  modes: Condition['modes'],
  genreRelation: Condition['genreRelation'],
  ...judgements: readonly Partial<Judgement>[]
): Calibration {
  const judged = (judgements.length > 0 ? judgements : [{}]).map((each) => ({ ...aJudgement, ...each }));
  return { ...aCalibration, id: `${modes}/${genreRelation}`, verifier, modes, genreRelation, judgements: judged };
}

const shelf: readonly Calibration[] = [
  fitted('written', 'written-written', 'same', {}, { words: 1000 }, { knownWords: 4000 }),
  fitted('written', 'written-written', 'unknown'),
  fitted('spoken', 'spoken-spoken', 'unknown'),
  fitted('ensemble', 'written-spoken', 'cross', { words: 250 }),
  fitted('general', 'unknown', 'cross'),
  fitted('general', 'unknown', 'unknown'),
];

const conditionOfKind = (
  modes: Condition['modes'],
  genreRelation: Condition['genreRelation'],
  words: number,
  knownWords = 1000,
): Condition => ({ modes, genreRelation, words, knownWords });

describe('findCalibration', () => {
  it('never takes wider bounds from a case file than the bundled trials support', () => {
    const condition = conditionOfKind('written-written', 'same', 500);
    const find = (bounds: Pick<Judgement, 'lower' | 'upper'>) => {
      const own = fitted('written', 'written-written', 'same', { ...aJudgement, ...bounds });
      const found = findCalibration(
        { calibrations: shelf, own: [{ condition, calibration: own }] },
        {
          ...{ verifier: 'written', condition },
        },
      );
      return [found!.validatedOn, found!.judgement.lower, found!.judgement.upper];
    };
    const { lower, upper } = aJudgement;
    expect(find({ lower: -6, upper: 6 })).toEqual(['index', lower, upper]);
    expect(find({ lower: lower / 2, upper: upper / 2 })).toEqual(['index', lower / 2, upper / 2]);
  });
});

describe('chooseCalibration', () => {
  it('never takes trials that are mostly of one genre for texts of two', () => {
    const ofOneGenre = shelf.filter(({ genreRelation }) => genreRelation !== 'cross');
    for (const modes of ['written-written', 'written-spoken', 'unknown'] as const) {
      const condition = conditionOfKind(modes, 'cross', 500);
      expect(chooseCalibration(ofOneGenre, { verifier: 'ensemble', condition })).toBeUndefined();
    }
  });

  it.each([
    ['written', 'written-written', 'same', 1000, 1000, 'written-written/same 1000 250'],
    ['written', 'written-written', 'same', 500, 1000, 'written-written/same 100 250'],
    ['written', 'written-written', 'same', 500, 8000, 'written-written/same 100 4000'],
    ['written', 'written-written', 'same', 50, 8000, undefined],
    ['written', 'written-written', 'same', 500, 0, undefined],
    ['written', 'written-written', 'cross', 500, 1000, undefined],
    ['spoken', 'spoken-spoken', 'cross', 500, 1000, undefined],
    ['written', 'written-written', 'unknown', 500, 1000, 'written-written/unknown 100 250'],
    ['spoken', 'spoken-spoken', 'same', 500, 1000, 'spoken-spoken/unknown 100 250'],
    ['ensemble', 'written-spoken', 'cross', 500, 1000, 'written-spoken/cross 250 250'],
    ['ensemble', 'written-spoken', 'cross', 100, 1000, undefined],
    ['ensemble', 'unknown', 'cross', 500, 1000, 'unknown/cross 100 250'],
    ['ensemble', 'unknown', 'same', 500, 1000, 'unknown/unknown 100 250'],
    ['general', 'written-written', 'same', 500, 1000, 'unknown/unknown 100 250'],
    ['written', 'spoken-spoken', 'same', 500, 1000, undefined],
  ] as const)(
    'gives %s on %s, %s genre, %i and %i words the judgement %s',
    (...[verifier, modes, genreRelation, words, knownWords, expected]) => {
      const condition = conditionOfKind(modes, genreRelation, words, knownWords);
      const found = chooseCalibration(shelf, { verifier, condition });
      const name = found && `${found.calibration.id} ${found.judgement.words} ${found.judgement.knownWords}`;
      expect(name).toBe(expected);
    },
  );

  const query = { verifier: 'written', condition: conditionOfKind('written-written', 'same', 1000) } as const;

  it('accepts none with 40 or more wrong answers in 100', () => {
    const erring = (errorRate: number) => fitted('written', 'written-written', 'same', { errorRate });
    expect([0.39, 0.4].map((rate) => chooseCalibration([erring(rate)], query)?.isValidated)).toEqual([true, false]);
  });

  it('takes the nearest shorter lengths that validate it', () => {
    const judgements = [
      { words: 1000, knownWords: 1000, cllrUpper: 1 },
      { words: 1000, knownWords: 500, sameAuthors: 19 },
      { words: 500, knownWords: 500 },
      { words: 250, knownWords: 250 },
    ];
    const found = chooseCalibration([fitted('written', 'written-written', 'same', ...judgements)], query);
    expect(found).toMatchObject({ judgement: { words: 500, knownWords: 500 }, isValidated: true });
  });
});

describe('appliedLengths', () => {
  it('are those of the texts, but not past the next judged ones', () => {
    const { judgements } = fitted('written', 'written-written', 'same', { words: 250, knownWords: 1000 });
    expect(limitLengths(judgements[0]!, { questioned: 300, known: 1500 })).toEqual({ questioned: 300, known: 1500 });
    expect(limitLengths(judgements[0]!, { questioned: 9000, known: 9000 })).toEqual({ questioned: 500, known: 2000 });
    const { judgements: longest } = fitted('written', 'written-written', 'same', { words: 4000, knownWords: 16_000 });
    expect(limitLengths(longest[0]!, { questioned: 9000, known: 90_000 })).toEqual({
      questioned: 9000,
      known: 90_000,
    });
  });
});

describe('floorOf', () => {
  const costing = (words: number, knownWords: number, cllrUpper: number) => ({ words, knownWords, cllrUpper });
  const fits = [
    fitted('written', 'written-written', 'same', costing(100, 250, 1), costing(100, 4000, 0.9), costing(500, 250, 0.9)),
  ];
  const floor = (words: number) =>
    findFloor(fits, { verifier: 'written', condition: conditionOfKind('written-written', 'same', words, 250) });

  it('is the fewest known words for the questioned ones with a cost that is surely below that of silence', () => {
    expect(floor(100)).toEqual({ questioned: 100, known: 4000 });
    expect(floor(500)).toEqual({ questioned: 500, known: 250 });
  });

  it('is the fewest questioned words that do with any known ones, where these do not', () => {
    expect(floor(50)).toEqual({ questioned: 100, known: 4000 });
  });

  it('is undefined where no lengths do', () => {
    const silent = [fitted('written', 'written-written', 'same', costing(100, 250, 1))];
    const condition = conditionOfKind('written-written', 'same', 4000, 16_000);
    expect(findFloor(silent, { verifier: 'written', condition })).toBeUndefined();
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
    expect(describeCondition(email, known, { questioned: 300, known: 700 })).toEqual({
      ...{ modes, genreRelation },
      ...{ words: 250, knownWords: 500 },
    });
  });

  it.each([
    ['questioned', 49, 0],
    ['questioned', 50, 50],
    ['questioned', 249, 100],
    ['questioned', 50_000, 4000],
    ['known', 249, 0],
    ['known', 1999, 1000],
    ['known', 50_000, 16_000],
  ] as const)('judges a %s side of %i words as one of %i', (side, words, judged) => {
    expect(findJudgedLength(side, words)).toBe(judged);
  });
});
