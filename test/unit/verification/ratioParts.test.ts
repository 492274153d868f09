import { expect, it } from 'vitest';
import { multiplyTexts } from '../../../src/core/classical/ngrams';
import { type CohortMember, Cohort } from '../../../src/core/cohort/cohort';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { groupByRarity } from '../../../src/core/ranking/tellingWords';
import { countWords } from '../../../src/core/text/countWords';
import { computeScores, computeStatistics, findMeasurement } from '../../../src/core/verification/scores';
import { neverStops } from '../../../src/core/basics/work';
import { aCalibration, everywhere } from './aCalibration';
import { aVerifier, english, known, ngrams, other, questioned, sentence } from './aVerifier';

/** Words of both sentences in an order of their own, so that no document is a copy of another. */
const shuffle = (step: number): string => {
  const words = `${sentence}${other}`.trim().split(' ');
  return words
    .map((_, i) => words[(i * step + step) % words.length])
    .filter((_, i) => i % step > 1)
    .join(' ');
};
const documents = [3, 5, 7, 9, 11].map((step): KnownDocument => {
  return { ...known, id: `${step}`, author: `${step}`, text: `${shuffle(step)}. I should say so. `.repeat(step + 9) };
});
const own = documents.map(({ id, author, text }): CohortMember => {
  const document = { id, author, genre: 'email', title: '', words: 100 };
  return { mode: 'written', features: ngrams.computeFeatures(text), document };
});
const asked = {
  ...questioned,
  text: `${sentence}${other.split(' ').slice(12).join(' ')} mind you, at 4.30, I should say so. `.repeat(6),
};
const mine = { ...known, text: (sentence + other.split(' ').slice(15).join(' ')).repeat(15) };
const weights = { ngrams: 3, fromQuestioned: 0.5, fromKnown: 0.25, residual: 1.5, habits: 0.75 };
const corners = Object.entries(weights).map(([name, weight]) => [name, everywhere(weight)] as const);
const calibration = {
  ...aCalibration,
  id: 'few',
  measure: 'few',
  weights: Object.fromEntries(corners),
  resamples: [],
} as const;

it('takes a ratio apart into what n-grams and markers add to it, and what is left for an author like the others', async () => {
  const collection = {
    readDocument: (id: string) => Promise.resolve(documents.find((each) => each.id === id)),
    readRows: () => Promise.resolve(new Map<string, never>()),
  };
  const verifier = aVerifier([calibration], english, { own, collection }).prepare(asked);
  const origin = { authorsSearched: undefined };
  const stated = await verifier.compare([mine], origin, neverStops);
  expect(stated.verification).toMatchObject({ calibrationId: 'few', llr: expect.any(Number) as number });
  const { parts } = await verifier.explain(stated.verification, { known: [mine], origin }, groupByRarity, neverStops);
  expect(parts!.start + parts!.ngrams + parts!.markers).toBeCloseTo(stated.logOdds!, 6);
  expect(parts!.markers).toBeCloseTo(weights.habits * stated.scores!['habits']!, 6);
  expect(parts!.counted).toMatchObject({ documents: 5, authors: 5 });

  const counted = parts!.ofMarkers.filter(({ per }) => per === 'words');
  expect(counted.length).toBeGreaterThan(0);
  for (const { questioned: here, candidate } of counted)
    expect([here.occasions, candidate.occasions]).toEqual([countWords(asked.text), countWords(mine.text)]);

  const [q, k] = [asked, mine].map(({ text }) => ngrams.computeFeatures(text)) as [
    (typeof own)[0]['features'],
    (typeof own)[0]['features'],
  ];
  const measurement = findMeasurement(new Cohort(own), { questioned, known }, new Set())!;
  const scores = computeScores({ ...questioned, features: q }, { ...known, features: k }, measurement);
  for (const [name, score] of Object.entries(scores)) expect(stated.scores![name]).toBeCloseTo(score, 6);
  // A questioned text without any n-gram has the same residual but for its own variance: what is left of the score are the n-grams.
  const size = own.length;
  const rows = own.map(({ features }) => features);
  const gram = rows.map((a) => rows.map((b) => multiplyTexts(a, b)));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = gram.map(mean);
  const all = mean(means);
  const centre = (s: readonly number[]): number[] => s.map((value, i) => value - mean(s) - means[i]! + all);
  const noisy = gram.map((row, i) => row.map((value, j) => value - means[i]! - means[j]! + all + (i === j ? 0.1 : 0)));
  const solve = (right: readonly number[]): number[] => {
    const x = Array.from({ length: size }, () => 0);
    for (let step = 0; step < 20_000; step++)
      for (let i = 0; i < size; i++)
        x[i] =
          (right[i]! - noisy[i]!.reduce((sum, value, j) => sum + (i === j ? 0 : value * x[j]!), 0)) / noisy[i]![i]!;
    return x;
  };
  const [ofQ, ofK] = [q, k].map((row) => rows.map((each) => multiplyTexts(row, each))) as [number[], number[]];
  const explain = (a: readonly number[], b: readonly number[], product: number): number => {
    const solved = solve(centre(b));
    return product - mean(a) - mean(b) + all - centre(a).reduce((sum, value, i) => sum + value * solved[i]!, 0);
  };
  const scale = Math.sqrt(explain(ofQ, ofQ, multiplyTexts(q, q)) * explain(ofK, ofK, multiplyTexts(k, k)));
  const nothing = ofQ.map(() => 0);
  const moved = scores.ngrams! - mean(ofQ);
  const [fromQuestioned, fromKnown] = [q, k].map(
    (row) => computeStatistics(measurement.ofKnown)(row, neverStops).deviation,
  ) as [number, number];
  expect(scores.residual).toBeCloseTo(explain(ofQ, ofK, scores.ngrams!) / scale, 4);
  expect(parts!.ngrams).toBeCloseTo(
    moved * (weights.ngrams + weights.fromQuestioned / fromQuestioned + weights.fromKnown / fromKnown) +
      (weights.residual * (explain(ofQ, ofK, scores.ngrams!) - explain(nothing, ofK, 0))) / scale,
    4,
  );
});
