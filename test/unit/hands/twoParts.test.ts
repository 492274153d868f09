import { describe, expect, it } from 'vitest';
import { dotRows } from '../../../src/core/classical/featureRow';
import { Ngrams, ngramScore, tfidf } from '../../../src/core/classical/ngrams';
import { TwoParts } from '../../../src/core/hands/twoParts';
import { metric, statistics } from '../classical/goldenMetric';

const ngrams = new Ngrams(statistics, metric);
/** No word or pair of words stands across two of them. */
const pieces = ['the cat sat on the mat.', 'A dog ran; it ran off.', 'the hat, the cat!', 'No cat. No mat.'];

describe('two parts of a text', () => {
  it('score, after every move, as the rows of what they hold', () => {
    const parts = new TwoParts(metric.weights, metric);
    const counts = pieces.map((piece) => ngrams.counts(piece));
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
    const rows = ['the cat ran', 'a hat, a dog'].map((text) => ngrams.featuresOf(text));
    const mean = new Float32Array(ngrams.rowLength);
    for (const { ids, weights } of rows) ids.forEach((id, i) => (mean[id]! += weights[i]! / rows.length));
    const [first, second] = pieces as [string, string];
    const parts = new TwoParts(metric.weights, metric, [mean]);
    for (const piece of [first, second]) parts.add(ngrams.counts(piece));
    parts.move(ngrams.counts(first));
    for (const part of [0, 1] as const) {
      const own = ngrams.featuresOf(pieces[part]!);
      const scores = rows.map((row) => ngramScore(own, row));
      expect(parts.knownScores(part)[0]).toBeCloseTo((scores[0]! + scores[1]!) / 2, 5);
    }
  });

  it('score as the learned metric does where each is one piece, and without directions as the cosine of tf-idf', () => {
    const [first, second] = pieces as [string, string];
    const learned = new TwoParts(metric.weights, metric);
    const plain = new TwoParts(ngrams.idf);
    for (const parts of [learned, plain]) {
      parts.add(ngrams.counts(first));
      parts.move(ngrams.counts(first));
      parts.add(ngrams.counts(second));
    }
    expect(learned.score).toBeCloseTo(ngramScore(ngrams.featuresOf(first), ngrams.featuresOf(second)), 5);
    const rows = [first, second].map((text) => tfidf(statistics).featuresOf(text));
    expect(plain.score).toBeCloseTo(dotRows(rows[0]!, rows[1]!), 5);
  });
});
