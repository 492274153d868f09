import { describe, expect, it } from 'vitest';
import { formatProgress, formatShare } from '../../../src/presentation/words/words';

describe('how far a run is', () => {
  it('is said with its share', () => {
    expect(formatProgress({ stage: 'encoding', done: 415_049, total: 682_044 })).toBe('Encoding, 60 %');
    expect(formatProgress({ stage: 'passages', done: 1, total: 4 })).toBe('Comparing, 25 %');
  });

  it('has no share before anything was counted, and never more than all', () => {
    expect(formatProgress({ stage: 'reading', done: 0, total: 0 })).toBe('Reading');
    expect(formatShare(1.2)).toBe('100 %');
  });
});
