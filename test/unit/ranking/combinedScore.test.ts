import { describe, expect, it } from 'vitest';
import { combinedScorer, type ReachedText } from '../../../src/core/ranking/combinedScore';
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

/** Strangers whose similarity is `mean`, give or take 1. */
function shifted(mean: number): TextProfile['strangers'] {
  const statistics = { mean, deviation: 1 };
  return { written: statistics, spoken: statistics, unknown: statistics };
}

describe('the combined order', () => {
  it('is 0 for two texts as unlike as texts usually are, and grows with every view', () => {
    const plain = { maxSim: 0.48, profile: profile(Math.acos(0.41), 0, { strangers: shifted(1.6) }) };
    const score = (given: Partial<ReachedText>): number =>
      combinedScorer(profile(0, 1, { strangers: shifted(1.6) }))({ ...plain, ...given });
    expect(score({})).toBeCloseTo(0, 5);
    expect(score({ maxSim: 0.63 })).toBeCloseTo(1, 5);
    expect(score({ profile: profile(Math.acos(0.65), 0, { strangers: shifted(1.6) }) })).toBeCloseTo(1, 5);
    expect(score({ profile: profile(Math.acos(0.41), 0.5, { strangers: shifted(1.6) }) })).toBeCloseTo(0.2, 5);
  });

  it('is the same from either side', () => {
    const texts = [profile(0.3, 0.7), profile(1.1, 0.2, { mode: 'spoken', strangers: shifted(0.3) })] as const;
    const [a, b] = texts;
    expect(combinedScorer(a)({ maxSim: 0.5, profile: b })).toBeCloseTo(
      combinedScorer(b)({ maxSim: 0.5, profile: a }),
      10,
    );
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
    expect(combinedScorer(asked)(spoken)).toBeGreaterThan(combinedScorer(asked)(written));
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
  const spans = [{ span, scored: [scored(1, 'a1', 'A', 0.9), scored(2, 'b1', 'B', 0.8), scored(3, 'b2', 'B', 0.7)] }];

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
