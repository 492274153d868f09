import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { warnOfAlikeAuthors, normaliseAuthor } from '../../../src/core/casework/caseWarnings';

describe('the name of an author', () => {
  it.each([
    ['Jose\u0301', 'Jos\u00e9'],
    [' trailing \u00a0', 'trailing'],
    ['\u200bAda', 'Ada'],
    ['A\u00adda\ufe0f', 'Ada'],
    ['Ada  Lovelace', 'Ada Lovelace'],
    ['\u200b', '\u200b'],
  ])('is one however it is encoded: %j', (name, plain) => {
    expect(normaliseAuthor(name)).toBe(plain);
  });

  it('is what it is when it was made so', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (name) => normaliseAuthor(normaliseAuthor(name)) === normaliseAuthor(name),
      ),
    );
  });

  it('is distinguished from one that looks like it', () => {
    expect(warnOfAlikeAuthors(['Al', 'AI', 'Ben', 'Al '])).toEqual([
      { code: 'alikeAuthors', values: { author: 'Al', other: 'AI', letters: 'U+0049' } },
    ]);
    expect(warnOfAlikeAuthors(['author-a', 'author-b', 'author-A'])).toEqual([
      { code: 'alikeAuthors', values: { author: 'author-a', other: 'author-A', letters: 'U+0041' } },
    ]);
    expect(warnOfAlikeAuthors(['author-a', 'author-b', 'author-ä'])).toEqual([]);
  });
});
