import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../growth';
import { countOddWords } from '../../../src/core/text/textNotes';

describe('countOddWords', () => {
  it.each([
    ['plain words', 'The keys are with Mrs. Hall.', 0],
    ['accents, composed or not', 'na\u00efve nai\u0308ve cafe\u0301', 0],
    ['a word in another script', 'the word \u043a\u043b\u044e\u0447 means key', 0],
    ['scripts beside one another in one word', 'and/\u0438\u043b\u0438 \u03b2-carotene', 0],
    ['soft hyphens', 'com\u00admit\u00adtee', 0],
    ['signs and numbers', '5\u00b5m \u20ac5 \u2122 1\ufe0f\u20e3', 0],
    ['a Cyrillic letter in a word', 'the c\u0430t s\u0430t', 2],
    ['a Greek letter in a word', 'n\u03bftice', 1],
    ['marks that nothing composes with', 'that\u0301 is\u0323\u0307\u0303 it\u0336', 3],
    ['unseen characters inside words', 'k\u200beys a\u2060re wi\u200d\u200dth M\ufeffrs', 0],
    ['unseen characters between words', 'keys \u200b are\ufeff here', 0],
  ])('finds in %s: %j', (_, text, odd) => {
    expect(countOddWords(text).odd).toBe(odd);
  });

  it('counts white-space words', () => {
    expect(countOddWords(' one  two\nthr\u200bee ')).toEqual({ words: 3, odd: 0 });
  });

  it('reads a word of marks in time that grows as the word does', async () => {
    const read = (size: number): unknown => countOddWords(`a${'\u0301\u0323'.repeat(size)}`);
    await expectLinear(read, 5000);
    expect(countOddWords(`a${'\u0301\u0323'.repeat(50_000)}`).words).toBe(1);
  });
});
