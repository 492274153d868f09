import { describe, expect, it } from 'vitest';
import { findTextNotes } from '../../../src/core/text/textNotes';
import { isInLanguage } from '../../../src/core/text/language';

const english = { language: 'en', latin: 1, other: 0 };
const notes = (text: string, found = english) =>
  findTextNotes({ id: 'q.txt', text, mode: 'written', genre: 'email', language: 'en' }, found, 'en');

describe('textNotes', () => {
  it('says nothing of an ordinary text', () => {
    expect(notes('The keys are with Mrs. Hall. Ask her for them before noon.', { ...english, other: 0.04 })).toEqual(
      [],
    );
  });

  it('says how much of an English text is in another language', () => {
    expect(notes('', { ...english, other: 0.3 })).toEqual([
      { caveat: 'partlyOtherLanguage', title: 'q.txt', share: 0.3 },
    ]);
  });

  it('counts a text as English up to a quarter in another language', () => {
    expect(isInLanguage({ ...english, other: 0.25 }, 'en')).toBe(true);
    expect(isInLanguage({ ...english, other: 0.26 }, 'en')).toBe(false);
  });

  it('leaves the parts of a text that is not English to the caveat about its language', () => {
    expect(notes('', { language: 'de', latin: 1, other: 0.3 })).toEqual([]);
  });

  it('says how many characters nobody sees, from the first on', () => {
    expect(notes('The k\u200beys.')).toEqual([{ caveat: 'hiddenCharacters', title: 'q.txt', share: 1 }]);
  });

  it('says how many words mix scripts, from three and from 5 of 1,000 on', () => {
    const odd = (words: number, count: number): string => `${'c\u0430t '.repeat(count)}${'cat '.repeat(words - count)}`;
    const mixed = (text: string) => notes(text).filter(({ caveat }) => caveat === 'mixedScripts');
    expect(mixed(odd(600, 3))).toEqual([{ caveat: 'mixedScripts', title: 'q.txt', share: 0.005 }]);
    expect(mixed(odd(601, 3))).toEqual([]);
    expect(mixed(odd(50, 2))).toEqual([]);
  });

  it('says what is odd about an English text, and nothing of how another language looks in English eyes', () => {
    const shouted = 'THE KEYS ARE WITH MRS. HALL. '.repeat(20);
    const odd = [{ caveat: 'inCapitals', title: 'q.txt', share: 1 }, { caveat: 'repetitive' }];
    expect(notes(shouted)).toMatchObject(odd);
    expect(notes(shouted, { ...english, language: 'de' })).toEqual([]);
  });
});
