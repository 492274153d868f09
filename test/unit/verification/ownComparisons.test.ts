import { describe, expect, it } from 'vitest';
import { hashWithSeed, createRandom } from '../../../src/core/evaluation/scoreGroups';
import { Cohort, type CohortMember, type Comparable } from '../../../src/core/cohort/cohort';
import { neverStops } from '../../../src/core/basics/work';
import { readComparisons } from '../../../src/core/verification/fitting/trials';
import { plainHabits } from '../../fakes/uncountedMarkers';
import { aCalibration, everywhere } from './aCalibration';
import { aVerifier, english, known, ngrams, other, questioned, sentence } from './aVerifier';

const words = [...new Set((sentence + other).split(' '))];

/** Documents by an author, whose words are mostly those of the author, or anybody's. */
function documentsBy(author: string, own: readonly string[], genre: string): readonly CohortMember[] {
  return ['one', 'one', 'two'].map((title, i) => {
    const random = createRandom(hashWithSeed(`${author} ${i}`, 1));
    const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)]!;
    const text = Array.from({ length: 200 }, () => pick(random() < 0.5 ? own : words)).join(' ');
    const document = { id: `${author} ${i}`, author, genre, title, words: 200 };
    return { mode: 'written', features: ngrams.computeFeatures(text), document };
  });
}

/** @param alike  each author's words are anybody's */
function collection(authors: number, { genre = 'email', alike = false } = {}): readonly CohortMember[] {
  return Array.from({ length: authors }, (_, a) =>
    documentsBy(`author ${a}`, alike ? words : [0, 1, 2, 3].map((i) => words[(7 * a + 3 * i) % words.length]!), genre),
  ).flat();
}

function comparable(members: readonly CohortMember[]): Comparable {
  return new Cohort(members).selectComparable({ mode: 'written', genre: 'email' }, new Set())!;
}

describe('ownComparisons', () => {
  it('compare each document with other works by its author, and with those by another', () => {
    const found = readComparisons(comparable(collection(8)).scores)(plainHabits(), neverStops);
    const same = found.filter((each) => each.same);
    expect(found).toHaveLength(2 * 8 * 3);
    expect(same).toHaveLength(8 * 3);
    // a part of the work "one" beside "two", and "two" beside both parts of "one"
    expect(new Set(same.map(({ lengths }) => lengths.known))).toEqual(new Set([200, 400]));
    const mean = (of: typeof found): number =>
      of.reduce((sum, { scores }) => sum + scores['fromQuestioned']!, 0) / of.length;
    expect(mean(same)).toBeGreaterThan(mean(found.filter((each) => !each.same)) + 0.5);
  });

  it('are made once for the habits that were counted in the documents', () => {
    const asked = comparable(collection(6));
    const habits = plainHabits();
    const made = readComparisons(asked.scores)(habits, neverStops);
    expect(readComparisons(asked.scores)(habits, neverStops)).toBe(made);
    expect(readComparisons(asked.scores)(plainHabits(), neverStops)).not.toBe(made);
  });

  it('are none where fewer than four others are left to measure against', () => {
    const found = readComparisons(comparable(collection(5)).scores)(plainHabits(), neverStops);
    expect(found.every((each) => each.same)).toBe(true);
  });
});

describe('FusedVerifier', () => {
  const ofCollection = { ...aCalibration, measure: 'collection', weights: { fromQuestioned: everywhere(1) } } as const;
  const ask = async (own: readonly CohortMember[], calibration: typeof aCalibration = ofCollection) =>
    aVerifier([calibration], english, { own })
      .prepare(questioned)
      .compare([known], { authorsSearched: undefined }, neverStops);

  it('recalibrates ratios of one genre by comparisons of the collection’s own documents', async () => {
    const [apart, mixed] = [await ask(collection(24)), await ask(collection(24, { alike: true }))];
    expect(apart.logOdds).not.toBeCloseTo(apart.shipped!, 1);
    expect(apart.verification.recalibratedBy).toBe(24 * 3 * 2);
    // Where authors cannot be told apart, ratios say less.
    const gain = ({ shipped, logOdds }: typeof apart): number => logOdds! / shipped!;
    expect(gain(mixed)).toBeLessThan(gain(apart));
  });

  it('leaves ratios of two genres, and of few authors, as they ship', async () => {
    const letters = await ask(collection(24, { genre: 'letter' }), { ...ofCollection, genreRelation: 'unknown' });
    const few = await ask(collection(8), { ...ofCollection, measure: 'few' });
    for (const { shipped, logOdds, verification } of [letters, few]) {
      expect(logOdds).toBe(shipped);
      expect(verification.recalibratedBy).toBeUndefined();
    }
  });
});
