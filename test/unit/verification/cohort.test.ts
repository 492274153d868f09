import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../src/core/domain';
import { Cohort, cohortMembers, ofEveryKind, type Stranger } from '../../../src/core/verification/cohort';
import { verificationScores } from '../../../src/core/verification/scores';
import type { TextFeatures } from '../../../src/core/verification/features/textFeatures';

const row = (weight: number) => ({ ids: Uint32Array.of(7), weights: Float32Array.of(weight) });
const nobody: ReadonlySet<string> = new Set();

function stranger(weight: number, author?: string, mode: Mode = 'written'): Stranger {
  return { mode, features: row(weight), ...(author !== undefined && { document: { author } }) };
}

function text(weight: number, mode: Mode = 'written'): TextFeatures {
  return { mode, genre: 'letter', words: 100, documentVector: Float32Array.of(1), features: row(weight) };
}

describe('a text’s scores with strangers', () => {
  it('are those of the fifty nearest of a mode', () => {
    const weights = Array.from({ length: 60 }, (_, i) => i);
    const cohort = new Cohort([...weights.map((weight) => stranger(weight)), stranger(1000, 'S', 'spoken')]);
    expect(cohort.statistics(row(1), { mode: 'written', genre: 'letter' }, nobody).mean).toBe((10 + 59) / 2);
    expect(cohort.statistics(row(1), { mode: 'spoken', genre: 'letter' }, nobody)).toEqual({
      mean: 1000,
      deviation: 1,
    });
    expect(cohort.statistics(row(1), { mode: 'unknown', genre: 'letter' }, nobody).mean).toBeGreaterThan((10 + 59) / 2);
  });

  it('are those of all where no member is of the mode', () => {
    expect(
      new Cohort([stranger(2), stranger(4)]).statistics(row(1), { mode: 'spoken', genre: 'letter' }, nobody).mean,
    ).toBe(3);
  });

  it('leave out the authors of the two texts, at every call anew', () => {
    const cohort = new Cohort([stranger(2, 'ann'), stranger(4, 'ben'), stranger(6)]);
    const asked = row(1);
    expect(cohort.statistics(asked, { mode: 'written', genre: 'letter' }, new Set(['ann'])).mean).toBe(5);
    expect(cohort.statistics(asked, { mode: 'written', genre: 'letter' }, new Set(['ben'])).mean).toBe(4);
    expect(cohort.statistics(asked, { mode: 'written', genre: 'letter' }, nobody).mean).toBe(4);
  });
});

describe('strangers of a genre', () => {
  const of = (weight: number, genre: string): Stranger => ({
    ...stranger(weight),
    document: { author: `${genre} ${weight}`, genre },
  });
  const letters = Array.from({ length: 20 }, (_, i) => of(i, 'letter'));
  const cohort = new Cohort([...letters, of(100, 'essay')]);
  const letter = { mode: 'written', genre: 'Letter' } as const;

  it('come before others where there are twenty', () => {
    expect(cohort.statistics(row(1), letter, nobody).mean).toBe(9.5);
    expect(cohort.statistics(row(1), { ...letter, genre: 'essay' }, nobody).mean).toBeCloseTo((190 + 100) / 21, 9);
    expect(cohort.statistics(row(1), letter, new Set(['letter 0'])).mean).toBeCloseTo((190 + 100) / 20, 9);
  });

  it('are a hundred of each', () => {
    const many = Array.from({ length: 150 }, (_, i) => ({
      mode: 'written' as const,
      genre: i < 120 ? 'letter' : 'essay',
    }));
    expect(ofEveryKind(many)).toEqual([...many.slice(0, 100), ...many.slice(120)]);
  });
});

describe('a collection to measure texts against', () => {
  const written = Array.from({ length: 50 }, (_, i) => stranger(i, `author ${i}`));

  it('has fifty authors of either mode, but for those of the texts', () => {
    const cohort = new Cohort([...written, stranger(1, 'S', 'spoken')]);
    expect(cohort.isCollection(['written', 'written'], nobody)).toBe(true);
    expect(cohort.isCollection(['written', 'written'], new Set(['author 7']))).toBe(false);
    expect(cohort.isCollection(['written', 'spoken'], nobody)).toBe(false);
  });

  it('is no population, however large', () => {
    expect(new Cohort(Array.from({ length: 300 }, (_, i) => stranger(i))).isCollection(['written'], nobody)).toBe(
      false,
    );
  });
});

describe('the cohort of a collection', () => {
  const population = Array.from({ length: 300 }, (_, i) => stranger(i));
  const own = (count: number, author: (i: number) => string): readonly Stranger[] =>
    Array.from({ length: count }, (_, i) => stranger(i, author(i)));

  it('is its documents where they are by many authors', () => {
    const documents = own(210, (i) => `author ${i % 50}`);
    const members = cohortMembers(documents, () => population);
    expect(members.filter(({ mode }) => mode === 'written')).toEqual(documents);
  });

  it('is filled up by the population, and by two hundred where all documents are by one author', () => {
    expect(
      cohortMembers(
        own(100, (i) => `author ${i}`),
        () => population,
      ),
    ).toHaveLength(100 + 101);
    expect(
      cohortMembers(
        own(300, () => 'ann'),
        () => population,
      ),
    ).toHaveLength(300 + 200);
  });
});

describe('verificationScores', () => {
  const cohort = new Cohort([
    stranger(1, 'ann'),
    stranger(2, 'ben'),
    stranger(3, 'cara', 'spoken'),
    stranger(5, 'dan', 'spoken'),
  ]);

  it('are the same from either side', () => {
    const strangers = { cohort, leftOut: nobody };
    const [a, b] = [text(2), text(3, 'spoken')];
    expect(verificationScores(a, b, strangers)).toEqual(verificationScores(b, a, strangers));
  });

  it('count n-grams in standard deviations above the strangers of the other side’s mode', () => {
    const { ngramsNorm } = verificationScores(text(2), text(3, 'spoken'), { cohort, leftOut: nobody });
    // 2 · 3 against spoken strangers at 6 and 10, and written ones at 3 and 6
    expect(ngramsNorm).toBeCloseTo(((6 - 8) / 2 + (6 - 4.5) / 1.5) / 2, 12);
  });
});
