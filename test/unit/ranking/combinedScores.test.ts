import { describe, expect, it } from 'vitest';
import { combinedScores } from '../../../src/core/ranking/combinedScores';
import { rankCombined, reachedDocuments } from '../../../src/core/ranking/rankCombined';
import type { ScoredSpan, TextProfile } from '../../../src/core/ports';
import type { CohortStatistics } from '../../../src/core/verification/cohort';

const usual: CohortStatistics = { mean: 0, deviation: 1 };

/** A text with a document vector at an angle, and an n-gram row that shares `shared` with the questioned one. */
function profile(angle: number, shared: number, given: Partial<TextProfile> = {}): TextProfile {
  return {
    mode: 'written',
    open: Float32Array.of(Math.cos(angle), Math.sin(angle)),
    features: { ids: Uint32Array.of(1, 2), weights: Float32Array.of(shared, Math.sqrt(1 - shared * shared)) },
    strangers: { written: usual, spoken: usual, unknown: usual },
    ...given,
  };
}

const questioned = profile(0, 1);

describe('the combined order', () => {
  it('adds three views in standard deviations over the list', () => {
    const reached = [
      { maxSim: 0.5, profile: profile(0, 1) },
      { maxSim: 0.7, profile: profile(Math.PI / 2, 0) },
    ];
    const [first, second] = combinedScores(questioned, reached); // of two values, one deviation above and one below
    expect(first).toBeCloseTo(-1 + 1 + 1, 6);
    expect(second).toBeCloseTo(1 - 1 - 1, 6);
  });

  it('does not change when a view is shifted or scaled', () => {
    const scores = (shift: number, scale: number): readonly number[] => [
      ...combinedScores(
        questioned,
        [0.2, 0.9, 0.4].map((maxSim, i) => ({ maxSim: shift + scale * maxSim, profile: profile(i, 0.3 * i) })),
      ),
    ];
    scores(5, 100).forEach((score, i) => expect(score).toBeCloseTo(scores(0, 1)[i]!, 5));
  });

  it('says nothing of a single text, or of texts that are all alike', () => {
    const same = { maxSim: 0.4, profile: profile(1, 0.5) };
    expect([...combinedScores(questioned, [same])]).toEqual([0]);
    expect([...combinedScores(questioned, [same, same, same])].every((score) => Math.abs(score) < 1e-6)).toBe(true);
    expect(combinedScores(questioned, [])).toHaveLength(0);
  });

  it('measures n-grams against strangers of the other text’s mode, so that a mode is no disadvantage', () => {
    const strangers = { written: { mean: 0.6, deviation: 0.1 }, spoken: { mean: 0.2, deviation: 0.1 }, unknown: usual };
    const asked = profile(0, 1, { strangers });
    const written = { maxSim: 0, profile: profile(0, 0.65, { strangers }) };
    const spoken = {
      maxSim: 0,
      profile: profile(0, 0.45, {
        mode: 'spoken',
        strangers: { ...strangers, written: { mean: 0.2, deviation: 0.1 } },
      }),
    };
    const [ofWritten, ofSpoken] = combinedScores(asked, [written, spoken]);
    expect(ofSpoken).toBeGreaterThan(ofWritten!);
  });
});

describe('authors in the combined order', () => {
  const span = { range: { start: 0, end: 9 }, tokens: 2, windows: [] };
  const scored = (id: number, document: string, author: string, score: number): ScoredSpan => ({
    id,
    document,
    author,
    score,
    tier: 'fp32',
  });
  const spans = [{ span, scored: [scored(1, 'a1', 'A', 0.9), scored(2, 'b1', 'B', 0.8), scored(3, 'b2', 'B', 0.1)] }];

  it('stand where the best of their documents does, with the spans that late interaction found', () => {
    const profiles = new Map([
      ['a1', profile(1.5, 0)],
      ['b1', profile(1.5, 0)],
      ['b2', profile(0, 1)],
    ]);
    const ranked = rankCombined(spans, questioned, profiles);
    expect(ranked.map(({ author }) => author)).toEqual(['B', 'A']);
    expect(ranked[0]!.best).toEqual([2]);
    expect(ranked[0]!.score).toBeGreaterThan(ranked[1]!.score);
  });

  it('keep the order of late interaction where the other views see no difference', () => {
    const profiles = new Map(['a1', 'b1', 'b2'].map((id) => [id, profile(1, 0.5)]));
    expect(rankCombined(spans, questioned, profiles).map(({ author }) => author)).toEqual(['A', 'B']);
  });

  it('are those of the documents that were reached', () => {
    expect(reachedDocuments(spans)).toEqual(['a1', 'b1', 'b2']);
    expect(rankCombined([{ span, scored: [] }], questioned, new Map())).toEqual([]);
  });
});
