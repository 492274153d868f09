import type { TextScorer } from './textScorer';
import { lowerWords } from './tokens';
import type { BaselineStatistics } from './baselineStatistics';

/** Burrows's Delta (Burrows 2002), negated so that higher is more alike: −mean |z₁ − z₂| over the most frequent words. */
export function burrowsDelta(statistics: BaselineStatistics): TextScorer<Float64Array> {
  return {
    method: 'delta',
    computeFeatures: wordProfile(statistics),
    score(questioned, known) {
      let sum = 0;
      for (let i = 0; i < questioned.length; i++) sum += Math.abs(questioned[i]! - known[i]!);
      return -sum / questioned.length;
    },
  };
}

/** Cosine Delta (Smith & Aldridge 2011): the cosine of the two rows of z-scores. */
export function cosineDelta(statistics: BaselineStatistics): TextScorer<Float64Array> {
  return {
    method: 'cosdelta',
    computeFeatures: wordProfile(statistics),
    score: cosineOf,
  };
}

/** Cosine of two dense rows of one length; 0 when one is all zeros. */
export function cosineOf(a: Float64Array, b: Float64Array): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    left += a[i]! ** 2;
    right += b[i]! ** 2;
  }
  return dot / Math.sqrt(left * right || 1);
}

/** z-scores of a text's relative word frequencies, in the order of the frequent words. */
function wordProfile({ frequentWords }: BaselineStatistics): (text: string) => Float64Array {
  const { words, means, deviations } = frequentWords;
  const positions = new Map(words.map((word, i) => [word, i]));
  return (text) => {
    const frequencies = wordFrequencies(lowerWords(text), positions);
    return frequencies.map((frequency, i) => (frequency - means[i]!) / deviations[i]!);
  };
}

/** Relative frequencies, among all words of a text, of those that have a position; a text without words gives zeros. */
export function wordFrequencies(all: readonly string[], positions: ReadonlyMap<string, number>): Float64Array {
  const frequencies = new Float64Array(positions.size);
  for (const word of all) {
    const position = positions.get(word);
    if (position !== undefined) frequencies[position]! += 1 / all.length;
  }
  return frequencies;
}
