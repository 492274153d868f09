import { describe, expect, it } from 'vitest';
import {
  type AuthorsDocument,
  computeCombinedScore,
  computeNgramAdvantage,
} from '../../../src/core/ranking/combinedScore';
import {
  computeMeanAdvantage,
  listReachedDocuments,
  rankByAll,
  rankCombined,
} from '../../../src/core/ranking/rankCombined';
import { neverStops } from '../../../src/core/basics/work';
import { Cohort, type CohortMember } from '../../../src/core/cohort/cohort';
import type { ScoredSpan, TextProfile } from '../../../src/core/ports';

/** A text with a document vector at an angle, and an n-gram row that shares `shared` with the questioned one. */
function profile(angle: number, shared: number, mode: TextProfile['mode'] = 'written'): TextProfile {
  return {
    mode,
    documentVector: Float32Array.of(Math.cos(angle), Math.sin(angle)),
    features: { ids: Uint32Array.of(1, 2), weights: Float32Array.of(shared, Math.sqrt(1 - shared * shared)) },
  };
}

const questioned = profile(0, 1);

describe('the combined score', () => {
  const plain = { maxSim: 0.48, profile: profile(Math.acos(0.41), 0) };
  const score = (given: Partial<typeof plain>, hubness = 0.2): number =>
    computeCombinedScore(questioned, { ...plain, ...given }, hubness);

  it('is 0 for two texts as unlike as texts usually are, and grows by 1 with a deviation of every view', () => {
    expect(score({})).toBeCloseTo(0, 5);
    expect(score({ maxSim: 0.63 })).toBeCloseTo(1, 5);
    expect(score({ profile: profile(Math.acos(0.65), 0) })).toBeCloseTo(1, 5);
    expect(score({ profile: profile(Math.acos(0.41), 0.05) })).toBeCloseTo(1, 5);
  });

  it('loses half of what the nearest members of the other text’s mode have', () => {
    expect(score({}, 0.2 + 2 * 0.05)).toBeCloseTo(-1, 5);
    expect(computeNgramAdvantage(0.3, 0.2)).toBeCloseTo(2, 10);
  });
});

describe('authors in the combined order', () => {
  const scored = (id: number, document: string, author: string, score: number): ScoredSpan => ({
    id,
    document,
    author,
    score,
    tier: 'fp32',
  });
  const spans = [{ scored: [scored(1, 'a1', 'A', 0.9), scored(2, 'b1', 'B', 0.8), scored(3, 'b2', 'B', 0.7)] }];
  const ranked = (
    profiles: Readonly<Record<string, TextProfile>>,
    members: readonly CohortMember[] = [],
    copies: readonly string[] = [],
    of = spans,
  ): ReturnType<typeof rankCombined> =>
    rankCombined(of, {
      questioned,
      copies: new Set(copies),
      profiles: new Map(Object.entries(profiles)),
      cohort: new Cohort(members),
    });
  const order = (...given: Parameters<typeof ranked>): readonly string[] =>
    ranked(...given).map(({ author }) => author);

  it('are half way between the best of their documents and the mean of those', () => {
    const [near, far] = [profile(0, 1), profile(1.5, 0)];
    const scoreOf = (b1: TextProfile, b2: TextProfile): number =>
      ranked({ a1: far, b1, b2 }).find(({ author }) => author === 'B')!.score;
    const [near2, far2] = [profile(0, 1 - 1e-9), profile(1.5, 1e-9)]; // nearly the same, and still other texts
    const [both, one, none] = [scoreOf(near, near2), scoreOf(near, far), scoreOf(far, far2)];
    expect(both - one).toBeCloseTo((both - none) / 4, 5);
    expect(both).toBeGreaterThan(one);
  });

  it('count a text of theirs once, be it in the index twice', () => {
    const [near, far] = [profile(0, 1), profile(1.5, 0)];
    const twice = [{ scored: [...spans[0]!.scored, scored(4, 'b3', 'B', 0.6)] }];
    const scoreOf = (profiles: Readonly<Record<string, TextProfile>>, of = spans): number =>
      ranked(profiles, [], [], of).find(({ author }) => author === 'B')!.score;
    const once = scoreOf({ a1: far, b1: near, b2: far });
    expect(once).toBeLessThan(scoreOf({ a1: far, b1: near, b2: near }));
    expect(scoreOf({ a1: far, b1: near, b2: far, b3: far }, twice)).toBeCloseTo(once, 5);
  });

  it('are not carried by one document where the others are not alike', () => {
    const [alike, a1] = [profile(0, 1), profile(0.3, 0.95)];
    expect(order({ a1, b1: alike, b2: alike })).toEqual(['B', 'A']);
    expect(order({ a1, b1: alike, b2: profile(1.5, 0) })).toEqual(['A', 'B']);
  });

  it('keep the order of late interaction where the other views see no difference', () => {
    const same = profile(1, 0.5);
    expect(order({ a1: same, b1: same, b2: same })).toEqual(['A', 'B']);
  });

  it('fall behind where their documents are alike to many of the cohort', () => {
    const hub = profile(1, 0.5);
    const lonely = {
      ...profile(1, 0.5),
      features: { ids: Uint32Array.of(1, 3), weights: Float32Array.of(0.5, 0.866) },
    };
    const profiles = { a1: hub, b1: lonely, b2: lonely };
    const like = { mode: 'written', features: { ids: Uint32Array.of(2), weights: Float32Array.of(1) } } as const;
    expect(order(profiles, [like])).toEqual(['B', 'A']);
    expect(order(profiles, [{ ...like, mode: 'spoken' }])).toEqual(['A', 'B']);
    expect(
      order(profiles, [{ ...like, document: { id: 'a2', author: 'A', genre: '', title: '', words: 100 } }]),
    ).toEqual(['A', 'B']);
    expect(
      order(profiles, [{ ...like, document: { id: 'x', author: 'X', genre: '', title: '', words: 100 } }], ['x']),
    ).toEqual(['A', 'B']);
  });

  it('are those of the documents that were reached', () => {
    expect(listReachedDocuments(spans)).toEqual(['a1', 'b1', 'b2']);
    const none = { questioned, copies: new Set<string>(), profiles: new Map(), cohort: new Cohort([]) };
    expect(rankCombined([{ scored: [] }], none)).toEqual([]);
  });
});

describe('documents of an author', () => {
  const kind = { mode: 'written', genre: 'email' } as const;
  const named = (author: string, shared: number, more: Partial<AuthorsDocument> = {}): AuthorsDocument => ({
    author,
    ...kind,
    words: 400,
    profile: profile(0, shared),
    ...more,
  });
  /** Six other authors, whose texts share .2 to .45 with the questioned one. */
  const members = Array.from({ length: 6 }, (_, i): CohortMember => {
    const author = `other ${i}`;
    return { ...profile(1, 0.2 + 0.05 * i), document: { id: author, author, genre: 'email', title: '', words: 100 } };
  });
  const order = { questioned, cohort: new Cohort(members), kind, leftOut: [] };
  const advantage = (documents: readonly AuthorsDocument[], more: object = {}): number =>
    computeMeanAdvantage('A', documents, { ...order, ...more }, neverStops);

  it('are ahead of others by the mean of all, in deviations', () => {
    expect(advantage([named('A', 0.6), named('A', 0.6)])).toBeGreaterThan(
      advantage([named('A', 0.8), named('A', 0.1)]),
    );
  });

  it('count a long document of the questioned genre more than others', () => {
    const of = (more: object): number => advantage([named('A', 0.45), named('A', 0, more)]);
    expect(of({ words: 25 })).toBeGreaterThan(of({}));
    expect(of({ genre: 'essay' })).not.toBe(of({}));
  });

  it('are ahead of nobody where there are too few others to measure by', () => {
    expect(advantage([named('A', 0.9)], { cohort: new Cohort(members.slice(0, 3)) })).toBe(0);
  });

  const ranked = [
    { author: 'A', score: 3 },
    { author: 'B', score: 2.5 },
    { author: 'C', score: 1 },
  ];
  const authorsOf = (documents: readonly AuthorsDocument[], more: object = {}): readonly string[] =>
    rankByAll(ranked, documents, { ...order, ...more }).map(({ author }) => author);

  it('put authors first if their documents are more similar on the whole', () => {
    const a = [named('A', 0.8), named('A', 0.1)];
    const b = [named('B', 0.6), named('B', 0.6)];
    expect(authorsOf([...a, ...b])).toEqual(['B', 'A', 'C']);
    expect(authorsOf(['A', 'B', 'C'].map((author) => named(author, 0.4)))).toEqual(['A', 'B', 'C']);
  });

  it('leave authors without documents behind, in their order', () => {
    const [first, second, third] = rankByAll(ranked, [named('B', 0.1)], order);
    expect([first!.author, second!.author, third!.author]).toEqual(['B', 'A', 'C']);
    expect(second!.score).toBeLessThanOrEqual(first!.score);
    expect(authorsOf([])).toEqual(['A', 'B', 'C']);
  });

  it('change no place where there are too few others to measure by', () => {
    const cohort = new Cohort(members.slice(0, 3));
    expect(authorsOf([named('A', 0.1), named('B', 0.9)], { cohort })).toEqual(['A', 'B', 'C']);
  });
});
