import { describe, expect, it } from 'vitest';
import { findAhead, judgeStanding } from '../../../src/core/ranking/combinedScore';

describe('the first of an order', () => {
  it('leads clearly if it is far enough ahead of the second', () => {
    expect(judgeStanding([9.03, 6.27, 6, 5.1])).toEqual({ standsOut: true, limit: 6.27 + 2 });
    expect(judgeStanding([5.05, 4.89, 4.63, 3])?.standsOut).toBe(false);
  });
  it('has to be less far ahead among more than four', () => {
    expect(judgeStanding([7.5, 6, 5, 4, 3])).toEqual({ standsOut: true, limit: 7.5 });
    expect(judgeStanding([7.4, 6, 5, 4, 3])?.standsOut).toBe(false);
  });
  it('leads clearly at the limit itself', () => {
    const limit = judgeStanding([0, 0, 0, 0])!.limit;
    expect(judgeStanding([limit, 0, 0, 0])?.standsOut).toBe(true);
  });
  it('is unknown among fewer than four authors', () => {
    expect(judgeStanding([9, 1, 1])).toBeUndefined();
    expect(judgeStanding([])).toBeUndefined();
  });
});

it('names whom lines may lead for: the first of four or more, if it is ahead, and whether it is far ahead', () => {
  const order = (...scores: number[]) => scores.map((score, i) => ({ author: 'ABCD'[i]!, score }));
  expect(findAhead(order(5, 4.2, 4, 1))).toEqual({ author: 'A', isFar: false });
  expect(findAhead(order(5, 3.5, 3, 1))).toEqual({ author: 'A', isFar: true });
  expect(findAhead(order(5, 4.3, 4, 1))).toEqual({ author: undefined, isFar: false });
  expect(findAhead(order(5, 1, 1))).toBeUndefined();
});
