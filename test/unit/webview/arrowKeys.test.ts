import { describe, expect, it } from 'vitest';
import { findNextRow } from '../../../webview/context';

describe('a list that arrow keys move in', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 2],
    ['ArrowUp', 0, 0],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['x', 1, undefined],
  ])('goes by %s from row %i to row %s', (key, from, to) => {
    expect(findNextRow(key, from, 3)).toBe(to);
  });
});
