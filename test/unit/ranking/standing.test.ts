import { describe, expect, it } from 'vitest';
import type { Relation } from '../../../src/core/domain/evidence';
import { findAhead, followsKind, judgeStanding } from '../../../src/core/ranking/standing';

const order = (...scores: number[]) => scores.map((score, i) => ({ author: 'ABCDEFGH'[i]!, score }));
const ofKinds = (scores: readonly number[], ...relations: Relation[]) =>
  order(...scores).map((each, i) => ({ ...each, relation: relations[i]! }));

describe('the first of an order', () => {
  it('leads clearly if it is far enough ahead of the second', () => {
    expect(judgeStanding(order(9.03, 6.27, 6, 5.1))).toEqual({ standsOut: true, limit: 6.27 + 2 });
    expect(judgeStanding(order(5.05, 4.89, 4.63, 3))?.standsOut).toBe(false);
  });
  it('leads clearly at the limit itself', () => {
    const limit = judgeStanding(order(0, 0, 0, 0))!.limit;
    expect(judgeStanding(order(limit, 0, 0, 0))?.standsOut).toBe(true);
  });
  it('is unknown among fewer than four authors', () => {
    expect(judgeStanding(order(9, 1, 1))).toBeUndefined();
    expect(judgeStanding([])).toBeUndefined();
  });
});

describe('the first of authors with texts of different kinds', () => {
  const scores = [9, 4, 3, 2, 1];

  it('does not lead clearly if it alone has texts of the questioned kind', () => {
    const alone = ofKinds(scores, 'same', 'otherGenre', 'otherGenre', 'otherGenre', 'otherGenre');
    expect(followsKind(alone)).toBe(true);
    expect(judgeStanding(alone)).toBeUndefined();
    expect(findAhead(alone)).toEqual({ author: undefined, isFar: false });
  });
  it('has the closest kind if others have texts of the other mode', () => {
    expect(followsKind(ofKinds(scores, 'otherGenre', 'otherMode', 'otherMode', 'otherGenre', 'otherMode'))).toBe(true);
  });
  it('leads clearly if texts of other authors are closer in kind', () => {
    const farther = ofKinds(scores, 'otherGenre', 'same', 'same', 'same', 'same');
    expect(judgeStanding(farther)).toEqual({ standsOut: true, limit: 6 });
  });
  it('leads clearly if only a minority has texts of another kind', () => {
    const most = ofKinds([9, 4, 3, 2], 'same', 'same', 'same', 'otherGenre');
    expect(followsKind(most)).toBe(false);
    expect(judgeStanding(most)?.standsOut).toBe(true);
  });
  it('is no question of kind without candidates', () => {
    expect(followsKind([])).toBe(false);
  });
  it('is no question of kind if one of two authors has texts of an unknown genre', () => {
    expect(followsKind(ofKinds([9, 4], 'same', 'unknown'))).toBe(false);
  });
});

it('names whom lines may lead for: the first of four or more, if it is ahead, and whether it is far ahead', () => {
  expect(findAhead(order(5, 4, 4, 1))).toEqual({ author: 'A', isFar: false });
  expect(findAhead(order(5, 3, 3, 1))).toEqual({ author: 'A', isFar: true });
  expect(findAhead(order(5, 4.3, 4, 1))).toEqual({ author: undefined, isFar: false });
  expect(findAhead(order(5, 1, 1))).toBeUndefined();
});
