import { refuseLostCharacters } from '../../../src/core/errors';
import { describe, expect, it } from 'vitest';

describe('a text', () => {
  it('is refused where characters were lost in reading it, in the words of the command line', () => {
    expect(() => refuseLostCharacters('Caf\uFFFD na\uFFFDve', 'latin.txt')).toThrow(
      expect.objectContaining({
        code: 'WrongEncoding',
        message:
          'latin.txt cannot be read: the character at offset 3 is not UTF-8. The file seems to have another encoding, such as Windows-1252. Open it in that encoding, or save a copy as UTF-8 and use the copy. Do not change the file itself.',
      }),
    );
  });

  it('is taken where none was', () => {
    expect(() => refuseLostCharacters('Café naïve £100', 'letter.txt')).not.toThrow();
  });
});
