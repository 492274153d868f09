import { describe, expect, it } from 'vitest';
import { sourceSlope } from '../../../laboratory/calibrate/sourceSlope';
import type { SourcedTrial } from '../../../laboratory/calibrate/folds/foldScores';
import { TrialTable } from '../../../laboratory/fitting/trialTable';
import { createRandom } from '../../../../src/core/evaluation/scoreGroups';

/**
 * Ten sources in five folds, 16 authors each; a same-author trial's score lies higher by what its source makes of it.
 */
function trialsOf(liftOf: (source: number) => number): readonly SourcedTrial[] {
  const random = createRandom(3);
  return Array.from({ length: 1600 }, (_, i) => {
    const [source, same] = [i % 10, Math.floor(i / 10) % 2 === 0];
    const author = (k: number): string => `author ${source} ${k % 16}`;
    const score = random() + random() + (same ? liftOf(source) : 0);
    return {
      modes: 'written-written',
      genreRelation: 'same',
      authors: [author(i), author(same ? i : i + 1)],
      sources: [`source ${source}`, `source ${source}`],
      same,
      scores: { signal: score, noise: random() },
      lengths: { questioned: 250, known: 1000 },
      folds: [source % 5],
    };
  });
}

function slopeOf(liftOf: (source: number) => number): number {
  const trials = trialsOf(liftOf);
  return sourceSlope(new TrialTable(trials, ['signal', 'noise']), trials, 1);
}

describe('the slope of ratios', () => {
  it('is near 1 where all sources are alike, and never above', () => {
    const slope = slopeOf(() => 0.8);
    expect(slope).toBeGreaterThan(0.8);
    expect(slope).toBeLessThanOrEqual(1);
  });

  it('is lower the more sources differ', () => {
    expect(slopeOf((source) => (source < 4 ? 0 : 1.3))).toBeLessThan(slopeOf(() => 0.8) - 0.1);
  });

  it('is the same when it is taken again', () => {
    expect(slopeOf(() => 0.8)).toBe(slopeOf(() => 0.8));
  });
});
