import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countScannedSpans, screenedSpans } from '../../../src/lateInteraction/scoring/rerank';

describe('scannedSpans', () => {
  it('lets everything through in a small index', () => {
    expect([0, 1, 1024].map(countScannedSpans)).toEqual([Infinity, Infinity, Infinity]);
  });
  it('lets a sixteenth through in a large one, and 512 at least', () => {
    expect([1025, 8192, 8193, 60_000].map(countScannedSpans)).toEqual([512, 512, 513, 3750]);
  });
  it('always leaves the sign tier a choice', () => {
    fc.assert(fc.property(fc.nat(1e7), (spans) => countScannedSpans(spans) >= 3 * screenedSpans));
  });
});
