import { expect, it } from 'vitest';
import type { Candidate } from '../../../src/core/domain/evidence';
import { orderByCase, orderByRatio } from '../../../src/core/review/candidates';
import type { LoadedQuestionCalibration } from '../../../src/core/verification/question';
import { rankedIn } from '../passages/passagesIn';

const among = { id: 'question', content: { conditions: [] } } as unknown as LoadedQuestionCalibration;
const condition = { modes: 'written-written', genreRelation: 'same', length: 250 };

/** The authors A to E, the first of them with a ratio. */
const ratedBy = (candidates: readonly Candidate[], ...ratios: readonly (number | undefined)[]): readonly Candidate[] =>
  candidates.map((each, i) => {
    const verification = i < ratios.length ? { condition, densities: undefined, score: ratios[i] } : undefined;
    return { ...each, verification } as unknown as Candidate;
  });
const named = (list: readonly { readonly author: string }[]): string => list.map(({ author }) => author).join('');

const ranked = ['A', 'B', 'C', 'D', 'E'].map((author, i) => ({ author, score: 5 - i, tier: 'combined' as const }));

it('orders the leading authors by what separates them, too, and keeps the others behind', () => {
  const scores = new Map(ranked.map(({ author }) => [author, author === 'C' ? 1 : -0.9]));
  const leading = new Map(['A', 'B', 'C'].map((author) => [author, 'same' as const]));
  const ordered = orderByCase(ranked, scores, leading);
  expect(named(ordered)).toBe('CABDE');
  expect(ordered.map(({ score }) => score)).toEqual(ordered.map(({ score }) => score).sort((a, b) => b - a));
  expect(ordered[0]).toMatchObject({ order: 3, discriminant: 1 });
});

it('orders the verified authors by their ratios, and gives no author a higher score than the ones before', () => {
  const ordered = orderByRatio(ratedBy(ranked, 0.1, 0.2, 2), 5, among);
  expect(named(ordered)).toBe('CBADE');
  const scores = ordered.map(({ score }) => score);
  expect(scores[0]! - scores[1]!).toBeCloseTo(1.8); // without a fit of the condition the open ratio stands alone
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

it('keeps the order where an author has no ratio, or nothing is known of ratios among authors', () => {
  expect(named(orderByRatio(ratedBy(ranked, 0.1, undefined, 2), 5, among))).toBe('ABCDE');
  expect(named(orderByRatio(ratedBy(ranked, 0.1, 0.2, 2), 5, undefined))).toBe('ABCDE');
});

it('learns from as many documents of an author as a fit has pieces', async () => {
  const letter = (author: string, i: number) =>
    [author, Array.from({ length: 12 }, (_, k) => `${author} word${i} other${k}`).join(' ')] as const;
  const known = ['Ada', 'Ben'].flatMap((author) => Array.from({ length: 55 }, (_, i) => letter(author, i)));
  const { found } = await rankedIn('Ada word1 other2 and some more words of hers', { known, withoutCopies: true }, 2);
  expect(found.taught.documents.filter(({ author }) => author === 'Ada')).toHaveLength(50);
});
