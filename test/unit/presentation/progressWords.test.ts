import { describe, expect, it } from 'vitest';
import { formatProgress, formatShare } from '../../../src/presentation/progress';

describe('how far a run is', () => {
  it('is said with its unit and its share', () => {
    expect(formatProgress({ stage: 'encoding', done: 415_049, total: 682_044 })).toBe(
      'Encoding, 415,049 of 682,044 characters, 60 %',
    );
    expect(formatProgress({ stage: 'verifying', done: 1, total: 3 })).toBe('Verifying, 1 of 3 candidates, 33 %');
    expect(formatProgress({ stage: 'passages', done: 1, total: 4 })).toBe('Pairing passages, 25 %');
  });

  it('has no share before anything was counted, and never more than all', () => {
    expect(formatProgress({ stage: 'reading', done: 0, total: 0 })).toBe('Reading');
    expect(formatShare(1.2)).toBe('100 %');
  });
});
