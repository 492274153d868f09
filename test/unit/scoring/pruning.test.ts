import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSpans, shortlistSpans } from '../../../src/core/scoring/pruning';

describe('openSpans', () => {
  it('lets everything through in a small index', () => {
    expect([0, 1, 1024].map(openSpans)).toEqual([Infinity, Infinity, Infinity]);
  });
  it('lets a sixteenth through in a large one, and 384 at least', () => {
    expect([1025, 6144, 6145, 60_000].map(openSpans)).toEqual([384, 384, 385, 3750]);
  });
  it('always leaves the sign tier a choice', () => {
    fc.assert(fc.property(fc.nat(1e7), (spans) => openSpans(spans) >= 3 * shortlistSpans));
  });
});
