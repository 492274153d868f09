import { describe, expect, it } from 'vitest';
import { firstDirection } from '../../../src/core/classical/ngrams';
import type { Mode } from '../../../src/core/domain/evidence';
import { Cohort, type CohortMember, computeCohortStatistics } from '../../../src/core/cohort/cohort';
import { sampleGenres } from '../../../src/core/cohort/cohortCache';
import { findMeasurement, measureOf, computeScores } from '../../../src/core/verification/scores';
import { neverStops } from '../../../src/core/basics/work';

const nobody: ReadonlySet<string> = new Set();
const letter = { mode: 'written', genre: 'letter' } as const;
const speech = { mode: 'spoken', genre: 'speech' } as const;

/** A row of a few features. */
const row = (...weights: readonly number[]) => ({
  ids: Uint32Array.from(weights.keys()),
  weights: Float32Array.from(weights),
});

function document(author: string, weights: readonly number[], genre = 'letter', mode: Mode = 'written'): CohortMember {
  return {
    mode,
    features: row(...weights),
    document: { id: `${author} ${weights.join()}`, author, genre, title: '', words: 100 },
  };
}

const authors = ['ann', 'ben', 'cara', 'dan', 'eve'];
const scoresOf = (cohort: Cohort, kind = letter as { mode: Mode; genre: string }, leftOut = nobody): number[] => {
  const found = cohort.selectComparable(kind, leftOut);
  if (!found) return [];
  const all = found.scores.scoreAll(row(1), neverStops);
  return found.places.map((place) => all[place]!);
};

describe('the documents that a text is measured against', () => {
  const letters = authors.map((author, i) => document(author, [i + 1]));

  it('are those of a mode and genre', () => {
    const cohort = new Cohort([...letters, ...authors.map((author) => document(author, [9], 'essay'))]);
    expect(scoresOf(cohort)).toEqual([1, 2, 3, 4, 5]);
    expect(scoresOf(cohort, { mode: 'written', genre: ' Letter' })).toEqual([1, 2, 3, 4, 5]);
  });

  it('are by others than the authors of the two texts, separately at every call', () => {
    const cohort = new Cohort(letters);
    expect(scoresOf(cohort, letter, new Set(['ann']))).toEqual([2, 3, 4, 5]);
    expect(scoresOf(cohort, letter, new Set(['eve']))).toEqual([1, 2, 3, 4]);
  });

  it('are those of the mode where fewer than four authors of the genre are left, and none with fewer of the mode', () => {
    const cohort = new Cohort([...letters.slice(0, 4), document('eve', [9], 'essay')]);
    expect(scoresOf(cohort, letter, new Set(['ann']))).toEqual([2, 3, 4, 9]);
    expect(cohort.selectComparable(letter, new Set(['ann', 'eve']))).toBeUndefined();
    expect(cohort.selectComparable(speech, nobody)).toBeUndefined();
  });

  it('are at most ten by one author, and no members of a population', () => {
    const many = Array.from({ length: 30 }, (_, i) => document('ann', [i]));
    const member = { mode: 'written' as const, features: row(1) };
    expect(scoresOf(new Cohort([member, ...many, ...letters.slice(1)], () => [member]))).toHaveLength(14);
  });

  it('are a hundred of each genre, ten by one author', () => {
    const many = Array.from({ length: 150 }, (_, i) => ({
      mode: 'written' as const,
      genre: i < 120 ? 'letter' : 'essay',
      author: i < 120 ? `author ${i}` : 'one',
    }));
    expect(sampleGenres(many)).toEqual([...many.slice(0, 100), ...many.slice(120, 130)]);
  });
});

describe('what scores are measured against', () => {
  const of = (count: number) => new Cohort(Array.from({ length: count }, (_, i) => document(`author ${i}`, [i])));

  it.each([
    [3, 'alone'],
    [4, 'few'],
    [19, 'few'],
    [20, 'collection'],
  ] as const)('is with %i other authors: %s', (count, measure) => {
    expect(measureOf(findMeasurement(of(count), { questioned: letter, known: letter }, nobody))).toBe(measure);
  });
});

describe('verificationScores', () => {
  const cohort = new Cohort([
    ...authors.map((author, i) => document(author, [1, i])),
    ...authors.map((author, i) => document(author, [2, 0, i], 'speech', 'spoken')),
  ]);
  const [a, b] = [row(2, 1, 1), row(1, 2, 3)];
  const scores = computeScores(
    { ...letter, features: a },
    { ...speech, features: b },
    findMeasurement(cohort, { questioned: letter, known: speech }, nobody),
  );

  it('are the learned score alone where there is nobody to measure against', () => {
    expect(computeScores({ ...letter, features: a }, { ...speech, features: b }, undefined)).toEqual({
      ngrams: 7,
    });
  });

  it('count from either side in deviations above documents like the other side', () => {
    const above = (values: readonly number[]): number => {
      const { mean, deviation } = computeCohortStatistics(Float64Array.from(values));
      return (7 - mean) / deviation;
    };
    expect(scores.fromQuestioned).toBeCloseTo(above([0, 1, 2, 3, 4].map((i) => 4 + i)), 6); // spoken: 2 · 2 + i
    expect(scores.fromKnown).toBeCloseTo(above([0, 1, 2, 3, 4].map((i) => 1 + 2 * i)), 6); // written: 1 + 2 · i
  });

  it('have a residual that is the same from either side, and 1 at most', () => {
    const turned = computeScores(
      { ...speech, features: b },
      { ...letter, features: a },
      findMeasurement(cohort, { questioned: speech, known: letter }, nobody),
    );
    expect(turned.residual).toBeCloseTo(scores.residual!, 9);
    expect(Math.abs(scores.residual!)).toBeLessThanOrEqual(1);
  });

  it('leave no residual of what the documents explain, and all of what they do not', () => {
    const along = (kind: readonly number[]) => ({ ...letter, features: row(...kind) });
    const measured = findMeasurement(
      new Cohort(authors.map((author, i) => document(author, [10 * (i - 2), 0, 0]))),
      { questioned: letter, known: letter },
      nobody,
    );
    const residual = (one: readonly number[], other: readonly number[]): number =>
      computeScores(along(one), along(other), measured).residual!;
    expect(Math.abs(residual([30, 1, 0], [30, 0, 1]))).toBeLessThan(0.1); // alike in what all differ in
    expect(residual([30, 1, 0], [-30, 1, 0])).toBeGreaterThan(0.8); // alike in what nobody else has
  });
});

describe('the scores of texts with others that vary most in what a score subtracts', () => {
  it('are numbers', () => {
    const others = Array.from({ length: 400 }, (_, i) => ({
      ...document(`author ${i}`, []),
      features: {
        ids: Uint32Array.from([i % 7, 7 + (i % 5), firstDirection, firstDirection + 1 + (i % 3)].sort((a, b) => a - b)),
        weights: Float32Array.from([0.1, 0.1, 2 + (i % 11), 1 + (i % 13)]),
      },
    }));
    const sides = { questioned: letter, known: letter };
    const measurement = findMeasurement(new Cohort(others), sides, nobody);
    const scores = computeScores({ ...letter, features: row(1, 2) }, { ...letter, features: row(2, 1) }, measurement);
    expect(Object.keys(scores)).toContain('residual');
    expect(Object.values(scores).every(Number.isFinite)).toBe(true);
  });
});
