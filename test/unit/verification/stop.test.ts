import { describe, expect, it } from 'vitest';
import { Postings } from '../../../src/core/classical/featureRow';
import { Cohort } from '../../../src/core/cohort/cohort';
import { findMeasurement, computeScores } from '../../../src/core/verification/scores';

const features = { ids: Uint32Array.of(1, 2), weights: Float32Array.of(0.6, 0.8) };
const rows = Array.from({ length: 5 }, () => features);
const members = rows.map(() => ({ mode: 'written' as const, features }));

const made: Readonly<Record<string, (stop: { readonly stopped: boolean }) => unknown>> = {
  'rows turned round': (stop) => new Postings(rows, stop),
  'the mean of a neighbourhood': (stop) =>
    new Cohort(members).computeNeighbourhoodMean(features, 'written', () => false, stop),
  'scores against other authors': (stop) => {
    const by = (author: string) => ({
      mode: 'written' as const,
      features,
      document: { id: author, author, genre: '', title: '', words: 100 },
    });
    const cohort = new Cohort(['a', 'b', 'c', 'd'].map(by));
    const kind = { mode: 'written', genre: '' } as const;
    const row = { ...kind, features };
    computeScores(row, row, findMeasurement(cohort, { questioned: kind, known: kind }, new Set()), stop);
  },
};

describe.each(Object.entries(made))('%s', (_, make) => {
  it.each([1, 3])('end when a stop is raised after %d looks', (most) => {
    let looks = 0;
    const stop = {
      get stopped(): boolean {
        looks += 1;
        return looks > most;
      },
    };
    expect(() => make(stop)).toThrow(expect.objectContaining({ code: 'Cancelled' }) as Error);
    expect(looks).toBe(most + 1);
  });
});
