import { beforeAll, describe, expect, it } from 'vitest';
import { Cohort, type CohortMember, type Comparable } from '../../../src/core/cohort/cohort';
import type { Measurement } from '../../../src/core/verification/scores';
import { computeScores } from '../../../src/core/verification/scores';
import type { MarkerScores, TextRates } from '../../../src/core/verification/markerScores';
import { neverStops } from '../../../src/core/basics/work';
import { plainHabits } from '../../fakes/uncountedMarkers';
import { ngrams } from './aVerifier';

const email = { mode: 'written', genre: 'email' } as const;

/** Sentences that differ; a careless writer begins them in small letters and leaves out apostrophes. */
function letter(seed: number, careless: boolean): string {
  const subjects = ['We', 'They', 'Our neighbours', 'The others', 'Two of them', 'People here'];
  const ends = ["can't stay for long", 'will come by later on', "don't know it yet", 'have seen the gate', 'paint it'];
  const sentences = Array.from({ length: 24 }, (_, i) => `${subjects[(i + seed) % 6]!} ${ends[(i * 3 + seed) % 5]!}.`);
  const text = sentences.join(' ');
  return careless ? text.toLowerCase().replaceAll("'", '') : text;
}

const writers = ['A', 'B', 'C', 'D', 'E', 'F'];
const documents = new Map<string, { author: string; text: string; genre: string }>(
  writers.flatMap((author, i) =>
    [0, 1].map((n) => [`${author}${n}`, { author, text: letter(2 * i + n, author === 'A'), genre: 'email' }] as const),
  ),
);
const members = [...documents].map(([id, { author, text }]): CohortMember => {
  return {
    mode: 'written',
    features: ngrams.computeFeatures(text),
    document: { id, author, genre: 'email', title: id, words: 100 },
  };
});

function against(...leftOut: readonly string[]): Measurement {
  const comparable = new Cohort(members).selectComparable(email, new Set(leftOut))!;
  return { ofQuestioned: comparable, ofKnown: comparable };
}

function everybody(all: readonly CohortMember[]): Comparable {
  return new Cohort(all).selectComparable(email, new Set())!;
}

describe('habits in a ratio', () => {
  let habits: MarkerScores;
  beforeAll(async () => {
    habits = plainHabits();
    await habits.read(everybody(members), true, (id) => Promise.resolve(documents.get(id)), neverStops);
  });

  const ratesOf = (author: string): readonly TextRates[] =>
    members.flatMap(({ document }) => (document!.author === author ? habits.readRates(document!) : []));
  const score = (careless: boolean, known: readonly TextRates[], measurement: Measurement): number =>
    habits
      .prepare(email, [habits.countIn({ text: letter(20, careless), genre: 'email' })])
      .score(known, measurement.ofKnown);

  it('speak for the author who keeps those of the text, and against the others', () => {
    const others = against('A', 'B');
    expect(score(true, ratesOf('A'), others)).toBeGreaterThan(2);
    expect(Math.abs(score(true, ratesOf('B'), others))).toBeLessThan(2);
    expect(score(false, ratesOf('A'), others)).toBeLessThan(-2);
  });

  it('are measured against nobody who is left out', () => {
    // beside somebody else as careless as the text, being careless says less
    expect(score(true, ratesOf('A'), against('B'))).toBeLessThan(score(true, ratesOf('A'), against('A', 'B')));
  });

  it('add one unit at most, each', async () => {
    const plain = letter(20, false);
    const same = writers.map((author): CohortMember => {
      const document = { id: `same ${author}`, author, genre: 'email', title: author, words: 100 };
      return { mode: 'written', features: ngrams.computeFeatures(plain), document };
    });
    const comparable = everybody(same);
    await habits.read(comparable, true, () => Promise.resolve({ text: plain, genre: 'email' }), neverStops); // all alike, so that sums are divided by 1.1
    const rates = habits.countIn({ text: plain.replaceAll('.', '!!!'), genre: 'email' });
    const usual = habits.countIn({ text: plain, genre: 'email' });
    const different = rates.filter(({ count }, h) => count !== usual[h]!.count).length;
    const score = habits.prepare(email, [rates]).score([rates], comparable);
    expect(score).toBeGreaterThan(0.5);
    expect(score).toBeLessThan((2 * different) / 1.1);
  });

  it('say nothing where the documents of the others are gone', async () => {
    const gone = plainHabits();
    await gone.read(everybody(members), true, () => Promise.resolve(undefined), neverStops);
    const asked = gone.prepare(email, [gone.countIn({ text: letter(20, true), genre: 'email' })]);
    expect(asked.score(ratesOf('A'), against().ofKnown)).toBe(0);
    expect(gone.readRates({ id: 'A0' })).toEqual([]);
  });

  it('are a score where both sides have them', () => {
    const row = { ...email, features: ngrams.computeFeatures(letter(20, true)) };
    const withHabits = {
      ...row,
      habits: habits.prepare(email, [habits.countIn({ text: letter(20, true), genre: 'email' })]),
    };
    const known = { ...row, rates: ratesOf('A') };
    expect(computeScores(withHabits, known, against('A')).habits).toBeGreaterThan(2);
    expect(computeScores(row, known, against('A'))).not.toHaveProperty('habits');
    expect(computeScores(withHabits, known, undefined)).not.toHaveProperty('habits');
  });

  it('stop on request', async () => {
    const texts = (id: string) => Promise.resolve(documents.get(id));
    await expect(plainHabits().read(everybody(members), true, texts, { stopped: true })).rejects.toThrow();
  });

  it('are read of no more authors than are compared, and of others for those without texts', async () => {
    const many = Array.from({ length: 40 }, (_, i): CohortMember => {
      const document = { id: `${i}`, author: `author ${i}`, genre: 'email', title: `${i}`, words: 100 };
      return { mode: 'written', features: members[0]!.features, document };
    });
    const readAll = async (readsAll: boolean, gone: readonly string[]): Promise<readonly string[]> => {
      const asked: string[] = [];
      const textOf = (id: string) => {
        asked.push(id);
        return Promise.resolve(gone.includes(id) ? undefined : { text: letter(Number(id), false), genre: 'email' });
      };
      await plainHabits().read(everybody(many), readsAll, textOf, neverStops);
      return asked;
    };
    expect(await readAll(false, [])).toEqual(many.slice(0, 12).map(({ document }) => document!.id));
    expect(await readAll(false, ['3'])).toHaveLength(24);
    expect(await readAll(true, [])).toHaveLength(40);
  });
});
