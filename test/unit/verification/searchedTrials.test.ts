import { describe, expect, it } from 'vitest';
import type { TrialSide } from '../../../laboratory/calibrate/devSides';
import { searchAuthors } from '../../../laboratory/calibrate/searchedTrials';
import type { TextFeatures } from '../../../src/core/verification/features/textFeatures';

function side(key: string, author: string, change: Partial<TrialSide> = {}): TrialSide {
  return { key, author, mode: 'written', genre: 'email', documents: [], ...change };
}

/** A text whose likeness to the questioned one, along the first axis, is `likeness`. */
function described(likeness: number): TextFeatures {
  const documentVector = Float32Array.of(likeness, Math.sqrt(1 - likeness ** 2));
  const row = { ids: Uint32Array.of(1), weights: Float32Array.of(likeness) };
  return {
    mode: 'written',
    genre: 'email',
    words: 500,
    documentVector,
    patches: { dim: 2, values: documentVector },
    features: row,
    strongest: row,
    wordProfile: new Float64Array(1),
  };
}

const questioned = side('q', 'A');
const truth = side('true', 'A');
const pool = [
  questioned,
  truth,
  side('b1', 'B'),
  side('b2', 'B'),
  side('c', 'C'),
  side('d', 'D'),
  side('essay', 'E', { genre: 'essay' }),
];
const texts = new Map([
  ['q', described(1)],
  ['true', described(0.5)],
  ['b1', described(0.9)],
  ['b2', described(0.8)],
  ['c', described(0.6)],
  ['d', described(0.1)],
  ['essay', described(0.99)],
]);

describe('searchAuthors', () => {
  it('names the best-ranked wrong author of the mode and genre searched', () => {
    expect(searchAuthors({ a: questioned, b: truth, same: true }, pool, texts)?.wrong.key).toBe('b1');
  });

  it('counts the authors before the true one, each once', () => {
    expect(searchAuthors({ a: questioned, b: truth, same: true }, pool, texts)?.before).toBe(2);
  });

  it('finds nobody where there is no other author', () => {
    const alone = side('alone', 'A', { genre: 'play' });
    expect(searchAuthors({ a: questioned, b: alone, same: true }, [...pool, alone], texts)).toBeUndefined();
  });
});
