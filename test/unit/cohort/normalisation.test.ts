import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../src/core/domain';
import { Cohort, type CohortMember } from '../../../src/core/cohort/cohort';
import { firstOfEveryGenre } from '../../../src/core/cohort/cohortCache';
import { verificationScores } from '../../../src/core/verification/scores';
import type { TextFeatures } from '../../../src/core/verification/textFeatures';

const row = (weight: number) => ({ ids: Uint32Array.of(7), weights: Float32Array.of(weight) });
const nobody: ReadonlySet<string> = new Set();

function member(weight: number, author?: string, mode: Mode = 'written'): CohortMember {
  return { mode, features: row(weight), ...(author !== undefined && { document: { id: author, author, genre: '' } }) };
}

function text(weight: number, mode: Mode = 'written'): TextFeatures {
  return { mode, genre: 'letter', words: 100, documentVector: Float32Array.of(1), features: row(weight) };
}

describe('a text’s scores with texts by other authors', () => {
  it('are those of the fifty nearest of a mode', () => {
    const weights = Array.from({ length: 60 }, (_, i) => i);
    const cohort = new Cohort([...weights.map((weight) => member(weight)), member(1000, 'S', 'spoken')]);
    expect(cohort.statistics(row(1), { mode: 'written', genre: 'letter' }, nobody).mean).toBe((10 + 59) / 2);
    expect(cohort.statistics(row(1), { mode: 'spoken', genre: 'letter' }, nobody)).toEqual({
      mean: 1000,
      deviation: 1,
    });
    expect(cohort.statistics(row(1), { mode: 'unknown', genre: 'letter' }, nobody).mean).toBeGreaterThan((10 + 59) / 2);
  });

  it('are those of all where no member is of the mode', () => {
    expect(
      new Cohort([member(2), member(4)]).statistics(row(1), { mode: 'spoken', genre: 'letter' }, nobody).mean,
    ).toBe(3);
  });

  it('leave out the authors of the two texts, at every call anew', () => {
    const cohort = new Cohort([member(2, 'ann'), member(4, 'ben'), member(6)]);
    const asked = row(1);
    expect(cohort.statistics(asked, { mode: 'written', genre: 'letter' }, new Set(['ann'])).mean).toBe(5);
    expect(cohort.statistics(asked, { mode: 'written', genre: 'letter' }, new Set(['ben'])).mean).toBe(4);
    expect(cohort.statistics(asked, { mode: 'written', genre: 'letter' }, nobody).mean).toBe(4);
  });
});

describe('documents of a genre', () => {
  const of = (weight: number, genre: string): CohortMember => ({
    ...member(weight),
    document: { id: '', author: `${genre} ${weight}`, genre },
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
    expect(firstOfEveryGenre(many)).toEqual([...many.slice(0, 100), ...many.slice(120)]);
  });
});

describe('a collection to measure texts against', () => {
  const written = Array.from({ length: 50 }, (_, i) => member(i, `author ${i}`));

  it('has fifty authors of either mode, but for those of the texts', () => {
    const cohort = new Cohort([...written, member(1, 'S', 'spoken')]);
    expect(cohort.isCollection(['written', 'written'], nobody)).toBe(true);
    expect(cohort.isCollection(['written', 'written'], new Set(['author 7']))).toBe(false);
    expect(cohort.isCollection(['written', 'spoken'], nobody)).toBe(false);
  });

  it('is no population, however large', () => {
    expect(new Cohort(Array.from({ length: 300 }, (_, i) => member(i))).isCollection(['written'], nobody)).toBe(false);
  });
});

describe('the cohort of a collection', () => {
  const population = Array.from({ length: 300 }, (_, i) => member(i));
  const own = (count: number, author: (i: number) => string): readonly CohortMember[] =>
    Array.from({ length: count }, (_, i) => member(i, author(i)));

  /** The fifty nearest of those that are left when all authors of documents are left out: members of the population. */
  const meanOfPopulation = (documents: readonly CohortMember[]): number => {
    const cohort = new Cohort(documents, () => population);
    const authors = new Set(documents.map(({ document }) => document!.author));
    return cohort.statistics(row(1), { mode: 'written', genre: 'letter' }, authors).mean;
  };

  it('is its documents where they are by many authors', () => {
    const documents = own(210, (i) => `author ${i % 50}`);
    expect(meanOfPopulation(documents)).toBe(0);
    const cohort = new Cohort(documents, () => population);
    expect(cohort.statistics(row(1), { mode: 'written', genre: 'letter' }, nobody).mean).toBe((160 + 209) / 2);
  });

  it('is filled up by the population, and by two hundred where all documents are by one author', () => {
    expect(meanOfPopulation(own(100, (i) => `author ${i}`))).toBe((51 + 100) / 2); // 101 members, the fifty highest
    expect(meanOfPopulation(own(300, () => 'ann'))).toBe((150 + 199) / 2);
  });
});

describe('verificationScores', () => {
  const cohort = new Cohort([
    member(1, 'ann'),
    member(2, 'ben'),
    member(3, 'cara', 'spoken'),
    member(5, 'dan', 'spoken'),
  ]);

  it('are the same from either side', () => {
    const against = { cohort, leftOut: nobody };
    const [a, b] = [text(2), text(3, 'spoken')];
    expect(verificationScores(a, b, against)).toEqual(verificationScores(b, a, against));
  });

  it('count n-grams in standard deviations above the cohort’s scores of the other side’s mode', () => {
    const { ngramsNorm } = verificationScores(text(2), text(3, 'spoken'), { cohort, leftOut: nobody });
    // 2 · 3 against spoken members at 6 and 10, and written ones at 3 and 6
    expect(ngramsNorm).toBeCloseTo(((6 - 8) / 2 + (6 - 4.5) / 1.5) / 2, 12);
  });
});
