import { describe, expect, it } from 'vitest';
import type { FeatureRow } from '../../../src/core/classical/featureRow';
import { firstDirection } from '../../../src/core/classical/ngrams';
import type { Mode } from '../../../src/core/domain/evidence';
import { Cohort, type CohortMember } from '../../../src/core/cohort/cohort';
import { sampleModes } from '../../../src/core/cohort/cohortCache';

const feature = (weight: number): FeatureRow => ({ ids: Uint32Array.of(7), weights: Float32Array.of(weight) });
const asked = feature(1);
const nobody = (): boolean => false;

function member(weight: number, mode: Mode = 'written', id?: string): CohortMember {
  return {
    mode,
    features: feature(weight),
    ...(id !== undefined && { document: { id, author: `by ${id}`, genre: '', title: '', words: 100 } }),
  };
}

describe('the mean of a text’s neighbourhood', () => {
  it('is the mean score of the ten nearest members of a mode', () => {
    const weights = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1, 1.125, 1.25, 1.375, 1.5];
    const cohort = new Cohort([
      ...weights.toSorted((a, b) => ((a * 5) % 1) - ((b * 5) % 1)).map((weight) => member(weight)),
      member(2, 'spoken'),
    ]);
    const written = weights.slice(2).reduce((sum, weight) => sum + weight, 0) / 10;
    expect(cohort.computeNeighbourhoodMean(asked, 'written', nobody)).toBeCloseTo(written, 12);
    expect(cohort.computeNeighbourhoodMean(asked, 'spoken', nobody)).toBe(2);
    expect(cohort.computeNeighbourhoodMean(asked, 'unknown', nobody)).toBeCloseTo((written * 10 - 0.375 + 2) / 10, 12);
  });

  it('reads rows once for all questions about the same documents', () => {
    let reads = 0;
    const members = ['a', 'b', 'c'].map((id, i) => ({
      ...member(0, 'written', id),
      get features() {
        reads += 1;
        return feature(i);
      },
    }));
    const cohort = new Cohort(members);
    expect(cohort.computeNeighbourhoodMean(asked, 'written', nobody)).toBe(1);
    expect(cohort.findMostAlike(asked, 'written')).toEqual(['c', 'b', 'a']);
    expect(reads).toBe(3);
  });

  it('is nothing where nobody is', () => {
    expect(new Cohort([member(1)]).computeNeighbourhoodMean(asked, 'spoken', nobody)).toBe(0);
    expect(new Cohort([]).computeNeighbourhoodMean(asked, 'unknown', nobody)).toBe(0);
  });

  it('leaves out copies and texts of the same author, separately at every call', () => {
    const cohort = new Cohort([member(0.5, 'written', 'a'), member(0.25, 'written', 'b'), member(0.125)]);
    expect(cohort.computeNeighbourhoodMean(asked, 'written', ({ id }) => id === 'a')).toBe((0.25 + 0.125) / 2);
    expect(cohort.computeNeighbourhoodMean(asked, 'written', ({ author }) => author === 'by b')).toBe(
      (0.5 + 0.125) / 2,
    );
    expect(cohort.computeNeighbourhoodMean(asked, 'written', nobody)).toBeCloseTo(0.875 / 3, 12);
  });

  it('counts directions against likeness, as the score does', () => {
    const row = { ids: Uint32Array.of(7, firstDirection), weights: Float32Array.of(1, 0.5) };
    const cohort = new Cohort([{ mode: 'written', features: row }]);
    expect(cohort.computeNeighbourhoodMean(row, 'written', nobody)).toBe(1 - 0.25);
  });
});

describe('the reference cohort of an index', () => {
  const documents = Array.from({ length: 450 }, (_, i) => ({
    id: String((i * 7) % 450).padStart(3, '0'),
    author: `author ${i}`,
    mode: i % 9 === 0 ? ('spoken' as const) : i % 9 === 1 ? ('unknown' as const) : ('written' as const),
  }));

  it('are 200 of each mode at most, those of the lowest ids, whatever their order', () => {
    const chosen = sampleModes(documents);
    const written = chosen.filter(({ mode }) => mode === 'written');
    expect([written.length, chosen.length]).toEqual([200, 250]);
    const lowest = documents.filter(({ mode }) => mode === 'written').map(({ id }) => id);
    expect(written.map(({ id }) => id)).toEqual(lowest.sort().slice(0, 200));
    expect(sampleModes(documents.toReversed())).toEqual(chosen);
  });

  it('are at most 20 of a mode by one author, of whom an index has almost everything', () => {
    const own = documents.map((document, i) => ({ ...document, author: i < 430 ? 'one' : `author ${i}` }));
    const chosen = sampleModes(own).filter(({ mode }) => mode === 'written');
    const lowest = (author: boolean): readonly string[] =>
      own.filter((d) => d.mode === 'written' && (d.author === 'one') === author).map(({ id }) => id);
    expect(chosen.map(({ id }) => id)).toEqual([...lowest(true).toSorted().slice(0, 20), ...lowest(false)].toSorted());
  });

  it('are filled up with members of the reference population, mode by mode', () => {
    const own = Array.from({ length: 195 }, (_, i) => member(i, 'written', String(i)));
    const members = [...[9, 8, 7, 6, 5, 4].map((weight) => member(weight)), ...own.map(() => member(0.25, 'spoken'))];
    const cohort = new Cohort(own, () => members);
    expect(cohort.computeNeighbourhoodMean(asked, 'written', () => true)).toBe(7);
  });

  it('asks no member of the population where it has documents enough', () => {
    const own = Array.from({ length: 200 }, (_, i) => member(i, 'written', String(i)));
    const full = [...own, ...own.map((one) => ({ ...one, mode: 'spoken' as const }))];
    const cohort = new Cohort(full, () => expect.unreachable('no member is needed'));
    expect(cohort.computeNeighbourhoodMean(asked, 'unknown', nobody)).toBe(197);
  });

  it('makes neighbourhoods of a sample alone', () => {
    const own = [member(1, 'written', 'a'), member(2, 'written', 'b'), member(4, 'written', 'c')];
    const cohort = new Cohort(own, () => [], own.slice(0, 2));
    expect(cohort.computeNeighbourhoodMean(asked, 'written', nobody)).toBe(1.5);
    expect(cohort.findNearestRows(asked, 'written', nobody)).toEqual([feature(2), feature(1)]);
  });
});
