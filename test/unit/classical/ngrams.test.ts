import { describe, expect, it } from 'vitest';
import { multiplyRows, Postings, type FeatureRow } from '../../../src/core/classical/featureRow';
import { firstDirection, multiplyTexts, Ngrams } from '../../../src/core/classical/ngrams';
import { createTfidf } from '../../../research/laboratory/classical/textScorer';
import golden from '../../fixtures/golden/ngrams.json';
import { metric, statistics } from './goldenMetric';

const ngrams = new Ngrams(statistics, metric);
const rows = golden.texts.map((text) => ngrams.computeFeatures(text));

const scoresOf = (score: (a: FeatureRow, b: FeatureRow) => number): number[] =>
  rows.flatMap((a) => rows.map((b) => score(a, b)));

describe('the learned metric of n-grams', () => {
  it('scores as its formula worked out in numpy', () => {
    const expected = golden.scores.flat();
    scoresOf((a, b) => multiplyTexts(a, b)).forEach((score, i) => expect(score).toBeCloseTo(expected[i]!, 5));
  });

  it('takes nothing away without directions: the cosine of weighted rows', () => {
    const plain = new Ngrams(statistics, { ...metric, directions: new Int8Array(), scales: new Float32Array() });
    const [a, b] = golden.texts.slice(0, 2).map((text) => plain.computeFeatures(text));
    expect(multiplyTexts(a!, a!)).toBeCloseTo(1, 6);
    expect(multiplyTexts(a!, b!)).toBeCloseTo(multiplyRows(a!, b!), 12);
    expect([...a!.ids].every((id) => id < firstDirection)).toBe(true);
  });

  it('has the row of a text from its tf-idf row on any scale', () => {
    const { ids, weights } = createTfidf(statistics).computeFeatures(golden.texts[0]!);
    const found = ngrams.convertTfidf({ ids, weights: weights.map((weight) => 7 * weight) });
    expect(found.ids).toEqual(rows[0]!.ids);
    found.weights.forEach((weight, i) => expect(weight).toBeCloseTo(rows[0]!.weights[i]!, 5));
  });

  it('counts a text without a stretch by the words around it, exactly', () => {
    const odd = ' One  two\n\n\u00a0three, four.\t\tFive six  ';
    for (const text of [...golden.texts, odd, 'one', '', `${golden.texts[0]!} e\u0301\u200b${golden.texts[1]!}`]) {
      const rowWithout = ngrams.prepareRests(text);
      const cuts = [0, ...Array.from(text.matchAll(/\s/g), ({ index }) => index), text.length];
      for (const [i, start] of cuts.entries()) {
        for (const end of [cuts[i + 1]!, cuts[i + 5]!, text.length].filter((place) => place >= start))
          expect(rowWithout({ start, end })).toEqual(ngrams.computeFeatures(text.slice(0, start) + text.slice(end)));
      }
    }
  });

  it('scores a text without features 0 with every other', () => {
    const empty = ngrams.computeFeatures('');
    expect(rows.map((row) => multiplyTexts(empty, row))).toEqual([0, 0, 0]);
  });

  it('subtracts the products of directions and nothing else, of one row and of many', () => {
    const row = { ids: Uint32Array.of(3, firstDirection, firstDirection + 1), weights: Float32Array.of(1, 2, -3) };
    expect(multiplyTexts(row, row)).toBe(1 - 4 - 9);
    expect([...new Postings([row]).computeScores(row, firstDirection)]).toEqual([1 - 4 - 9]);
  });
});
