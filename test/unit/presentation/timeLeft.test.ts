import { describe, expect, it } from 'vitest';
import { TimeLeft, timeLeftWords } from '../../../src/presentation/progress';

describe('the time that is left', () => {
  it('is not told in the first seconds, nor while nothing moves', () => {
    const left = new TimeLeft();
    expect(left.at(0, 0)).toBeUndefined();
    expect(left.at(0.5, 2000)).toBeUndefined();
    expect(new TimeLeft().at(0.2, 9000)).toBeUndefined();
    const still = new TimeLeft();
    still.at(0.2, 0);
    expect(still.at(0.2, 9000)).toBeUndefined();
  });

  it('goes on at the pace of the last 20 seconds', () => {
    const left = new TimeLeft();
    left.at(0, 0);
    left.at(0.5, 100); // half of it was there already
    expect(left.at(0.6, 10_000)).toBeCloseTo(6667, 0);
    expect(left.at(0.7, 20_100)).toBeCloseTo(30_000, -1);
  });

  it('is said in tens of seconds, then in minutes', () => {
    expect(timeLeftWords(200)).toBe('about 10 s left');
    expect(timeLeftWords(31_000)).toBe('about 40 s left');
    expect(timeLeftWords(150_000)).toBe('about 3 min left');
  });
});
