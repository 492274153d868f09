import { expect, it } from 'vitest';
import { inCaseOrder } from '../../../src/core/review/candidates';

it('gives no author a higher score than the ones before, where some alone have a ratio', () => {
  const first = ['A', 'B', 'C', 'D', 'E'].map((author, i) => ({
    ...{ author, order: [3, 2, 1.5, 1.2, 1.4][i]!, discriminant: [5, 4, 3, 2, 0][i]!, tier: 'combined' as const },
  }));
  const ordered = inCaseOrder(first, first.length, new Map());
  const last = inCaseOrder(ordered, 2, new Map());
  expect(last.map(({ author }) => author)).toEqual(['A', 'B', 'C', 'D', 'E']);
  const scores = last.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});
