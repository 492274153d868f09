import { describe, expect, it } from 'vitest';
import { buildFeatureFinder, visitGrams } from '../../../src/core/classical/features';
import type { FeatureRow } from '../../../src/core/classical/featureRow';
import { firstDirection, Ngrams } from '../../../src/core/classical/ngrams';
import golden from '../../fixtures/golden/ngrams.json';
import { metric, statistics } from './goldenMetric';

const ngrams = new Ngrams(statistics, metric);

/** Share of each feature of the vocabulary in a text, counted. */
function countedShares(text: string): readonly number[] {
  const find = buildFeatureFinder(statistics.features);
  const counts = Array.from(statistics.features.hashes, () => 0);
  visitGrams(text, (hash) => {
    const id = find(hash);
    if (id >= 0) counts[id] = Math.min(255, counts[id]! + 1); // as rows count
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
}

const sharesOf = (row: FeatureRow): Float64Array => {
  const shares = new Float64Array(ngrams.frequencies.size);
  ngrams.frequencies.add(row, 1, shares);
  return shares;
};

/** By falling number, as the golden vocabulary is small enough to be frequent as a whole. */
const sorted = (shares: Iterable<number>): number[] => [...shares].sort((a, b) => b - a);

/** A row as an index stores it, with 11 bits of each weight. */
const rounded = ({ ids, weights }: FeatureRow): FeatureRow => ({
  ids,
  weights: weights.map((weight) => {
    const unit = 2 ** (Math.floor(Math.log2(Math.abs(weight) || 1)) - 10);
    return Math.round(weight / unit) * unit;
  }),
});

describe('frequencies of n-grams', () => {
  const texts = golden.texts.filter((text) => ngrams.computeFeatures(text).ids[0]! < firstDirection);

  it('are read from rows as they were counted', () => {
    for (const text of texts) {
      const shares = sorted(sharesOf(ngrams.computeFeatures(text)));
      sorted(countedShares(text)).forEach((share, i) => expect(shares[i]).toBeCloseTo(share, 5));
    }
  });

  it('are read from stored rows within a hundredth', () => {
    for (const text of texts) {
      const row = ngrams.computeFeatures(text);
      const [exact, stored] = [sharesOf(row), sharesOf(rounded(row))];
      expect(exact.some((share) => share > 0)).toBe(true);
      exact.forEach((share, i) => expect(Math.abs(stored[i]! - share)).toBeLessThanOrEqual(0.01 * share));
    }
  });

  it('are all 0 in a text without features', () => {
    expect(sharesOf(ngrams.computeFeatures('')).every((share) => share === 0)).toBe(true);
  });
});
