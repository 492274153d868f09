import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashWords, computeSharedRuns, collectWordRuns } from '../../../src/core/text/hashedWords';

const text = 'The keys are with Mrs. Hall, and she\u2019ll be in until six.';
const runsOf = (of: string) => collectWordRuns(hashWords(of));
const shared = (a: string, b: string): number => computeSharedRuns(runsOf(a), runsOf(b));
const lower = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 5, maxLength: 40 });

describe('wordRuns', () => {
  it('are as many as there are words to begin one', () => {
    expect(runsOf('one two three four five six seven').size).toBe(3);
    expect(runsOf('one two three four').size).toBe(0);
  });

  it('count a repeated run once', () => {
    expect(runsOf('one two three four five '.repeat(20)).size).toBe(5);
  });

  it('depend on the order of the words', () => {
    expect(shared('one two three four five', 'one two three five four')).toBe(0);
  });

  it.each([
    ['case and punctuation', 'the KEYS are with Mrs Hall and she\u2019ll be -- in until six'],
    ['line breaks and quotation marks', '> The keys are with\r\n> Mrs. Hall,\n> and she\u2019ll be in until six.'],
    ['typewriter apostrophes', "The keys are with Mrs. Hall, and she'll be in until six."],
    ['unseen characters', 'The k\u200beys are wi\u00adth Mrs. Ha\ufeffll, and she\u2019ll be in until six.'],
  ])('pass over %s', (_, other) => {
    expect(shared(text, other)).toBe(1);
  });

  it('stop when asked', () => {
    expect(() => hashWords('word '.repeat(20_000), { stopped: true })).toThrow(
      expect.objectContaining({ code: 'Cancelled' }) as Error,
    );
  });
});

describe('sharedRuns', () => {
  it('is the share of the shorter text', () => {
    expect(shared('one two three four five six', 'nought one two three four five')).toBe(1 / 2);
    expect(shared('one two three four five', `and so on: one two three four five. ${text}`)).toBe(1);
  });

  it('is a share, the same either way, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(lower, lower, (a, b) => {
        const share = shared(a.join(' '), b.join(' '));
        expect(share).toBe(shared(b.join(' '), a.join(' ')));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(shared(a.join(' '), a.join('\n'))).toBe(1);
      }),
    );
  });

  it('is 0 for a text without runs', () => {
    expect(shared('', text)).toBe(0);
  });
});
