import { describe, expect, it } from 'vitest';
import { multiplyRows } from '../../../src/core/classical/featureRow';
import { Ngrams, computeNgramScore, createTfidf } from '../../../src/core/classical/ngrams';
import { TwoParts } from '../../../src/core/authorChanges/twoParts';
import { metric, statistics } from '../classical/goldenMetric';

const ngrams = new Ngrams(statistics, metric);
/** No word or pair of words stands across two of them. */
const pieces = ['the cat sat on the mat.', 'A dog ran; it ran off.', 'the hat, the cat!', 'No cat. No mat.'];

describe('two parts of a text', () => {
  it('score, after every move, as the rows of what they hold', () => {
    const parts = new TwoParts(metric.weights, metric);
    const counts = pieces.map((piece) => ngrams.countFeatures(piece));
    for (const each of counts) parts.add(each);
    expect(parts.score).toBe(0);
    for (const [i, each] of counts.slice(0, -1).entries()) {
      parts.move(each);
      const alone = new TwoParts(metric.weights, metric);
      for (const other of counts.slice(0, i + 1)) alone.add(other);
      for (const other of counts.slice(0, i + 1)) alone.move(other);
      for (const other of counts.slice(i + 1)) alone.add(other);
      expect(parts.score).toBeCloseTo(alone.score, 9);
    }
  });

  it('score with a mean of known rows as with each in the mean', () => {
    const rows = ['the cat ran', 'a hat, a dog'].map((text) => ngrams.computeFeatures(text));
    const mean = new Float32Array(ngrams.rowLength);
    for (const { ids, weights } of rows) ids.forEach((id, i) => (mean[id]! += weights[i]! / rows.length));
    const [first, second] = pieces as [string, string];
    const parts = new TwoParts(metric.weights, metric, [mean]);
    for (const piece of [first, second]) parts.add(ngrams.countFeatures(piece));
    parts.move(ngrams.countFeatures(first));
    for (const part of [0, 1] as const) {
      const own = ngrams.computeFeatures(pieces[part]!);
      const scores = rows.map((row) => computeNgramScore(own, row));
      expect(parts.computeKnownScores(part)[0]).toBeCloseTo((scores[0]! + scores[1]!) / 2, 5);
    }
  });

  it('score as the learned metric does where each is one piece, and without directions as the cosine of tf-idf', () => {
    const [first, second] = pieces as [string, string];
    const learned = new TwoParts(metric.weights, metric);
    const plain = new TwoParts(ngrams.idf);
    for (const parts of [learned, plain]) {
      parts.add(ngrams.countFeatures(first));
      parts.move(ngrams.countFeatures(first));
      parts.add(ngrams.countFeatures(second));
    }
    expect(learned.score).toBeCloseTo(
      computeNgramScore(ngrams.computeFeatures(first), ngrams.computeFeatures(second)),
      5,
    );
    const rows = [first, second].map((text) => createTfidf(statistics).computeFeatures(text));
    expect(plain.score).toBeCloseTo(multiplyRows(rows[0]!, rows[1]!), 5);
  });
});
