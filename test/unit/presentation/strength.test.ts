import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCardView } from '../../../src/presentation/cardView';
import { buildVerificationView } from '../../../src/presentation/verificationView';
import { computeShade, describeStrength, formatFinding } from '../../../src/presentation/words/strength';
import { formatRatio, formatTimes } from '../../../src/presentation/words/ratio';
import type { Verification } from '../../../src/core/domain/evidence';
import { findVerbalLabel } from '../../../src/core/verification/chooseCalibration';
import { statement } from './exampleFindings';

const scaled = (llr: number): Verification => ({
  ...statement,
  ...{
    llr,
    interval: [llr - 0.4, llr + 0.4],
    bounds: [-2.3, 2.3],
    scale: findVerbalLabel(llr),
    chance: undefined,
  },
});

const scaleLine = (llr: number): string | undefined => describeStrength(scaled(llr), 'letter.txt').details.at(-1);

describe('a word of a verbal scale', () => {
  it('is said once, with its step and the year of the scale', () => {
    expect(scaleLine(1.6)).toBe('Verbal scale ENFSI 2015: moderate support (level 2 of 6).');
    expect(scaleLine(-2)).toBe('Verbal scale ENFSI 2015: moderately strong support (level 3 of 6).');
  });

  it('has no direction where the scale has none', () => {
    expect(scaleLine(0.3)).toBe('Verbal scale ENFSI 2015: no support either way.');
  });
});

const questioned = 'letter.txt';
const verification: Verification = {
  ...statement,
  verifier: 'ensemble',
  condition: { modes: 'written-spoken', genreRelation: 'cross', words: 250, knownWords: 1000 },
  population: { id: 'bundled', authors: 1064, genres: ['letter'], years: undefined },
  errorRate: 0.083,
  calibratedOn: undefined,
  words: 250,
  chance: undefined,
};

describe('a ratio that other authors of the search reach, too', () => {
  const found = (rivals: readonly string[]): Verification => ({
    ...scaled(1),
    chance: { authorsSearched: 46, expected: 0.01, rivals },
  });

  it('is not emphasised, and is stated after the authors that the search does not separate', () => {
    const { statement: said, carried } = describeStrength(found(['Bert', 'Cleo']), 'letter.txt', 'Ann');
    expect(said).toMatch(/^The ratios of Ann and of Bert, Cleo are nearly the same\./u);
    expect(carried).toBe(false);
    expect(
      describeStrength({ ...scaled(1), chance: { authorsSearched: 46, expected: 0.01 } }, 'letter.txt').carried,
    ).toBe(true);
    expect(formatFinding(found(['Bert']))).toBe('×10 · Bert: nearly the same');
    expect(computeShade(found(['Bert']))).toBe(0);
    const cardOf = (verification: Verification) =>
      buildCardView({ author: 'Ann', verification }, 'q', buildVerificationView(verification, 'q', 'Ann'));
    expect(cardOf(found(['Bert']))).toMatchObject({
      ...{ heading: 'Ann, Bert: nearly the same', number: '×10', sides: '', isLarge: false },
    });
    expect(cardOf(scaled(1)).heading).toBe('Ann?');
  });
});

describe('a ratio in words', () => {
  // 10^llr worked out by hand.
  it.each([
    [0, '1'],
    [0.01, '1'],
    [0.3, '2'],
    [0.5, '3.2'],
    [1, '10'],
    [1.6, '40'],
    [2.1, '130'],
    [3.4, '2,500'],
    [6, '1,000,000'],
  ])('of log10 %s is %s', (llr, words) => {
    expect(formatTimes(llr)).toBe(words);
    expect(formatRatio(llr)).toBe(`×${words}`);
    expect(formatRatio(-llr)).toBe(words === '1' ? '×1' : `÷${words}`);
  });

  it('never falls when the ratio grows', () => {
    const number = (llr: number): number => Number(formatTimes(llr).replaceAll(',', ''));
    const llrs = fc.double({ min: 0, max: 6, noNaN: true });
    fc.assert(fc.property(llrs, llrs, (a, b) => number(Math.min(a, b)) <= number(Math.max(a, b))));
  });
});

describe('a statement', () => {
  it('names the hypothesis that the findings support first', () => {
    expect(describeStrength({ ...verification, llr: -1.6 }, questioned).statement).toBe(
      'These findings are 40 times more likely if anyone else wrote letter.txt than if the author of the known texts did.',
    );
  });

  it('supports neither side when the ratio is one', () => {
    const { statement } = describeStrength({ ...verification, llr: 0.01 }, questioned);
    expect(statement).toMatch(
      /^These findings are about as likely if the author of the known texts wrote letter\.txt as if anyone else did/,
    );
  });

  it('is the same whether the yes or no of the task files is yes or no', () => {
    const { answer, ...rest } = verification;
    expect(answer).toBe(true);
    expect(describeStrength({ ...rest, answer: false }, questioned)).toEqual(
      describeStrength(verification, questioned),
    );
  });

  it('gives way to a plain reason when there is none', () => {
    const none = describeStrength({ ...verification, llr: undefined, reason: 'outsideCalibration' }, questioned);
    expect(none).toEqual({
      statement:
        'No ratio: For this combination of modes, genres and length, validation showed nothing better than chance.',
      chance: '',
      carried: false,
      details: [],
      abstained: true,
    });
  });
});

describe('the words on a search', () => {
  const found = (llr: number, expected: number) =>
    describeStrength({ ...scaled(llr), chance: { authorsSearched: 2500, expected } }, 'letter.txt');

  it.each([
    [0.0042, 'If none of 2,500 authors wrote it, up to 1 of 100 results are this strong.'],
    [0.31, 'If none of 2,500 authors wrote it, up to 31 of 100 results are this strong.'],
    [2.2, 'About 2 of 2,500 authors would come this close by chance.'],
    [1234.5, 'About 1,235 of 2,500 authors would come this close by chance.'],
  ])('say how often %s expected authors come as close', (expected, said) => {
    expect(found(1, expected).chance).toBe(said);
  });

  it('emphasise a ratio that hardly any author of a search reaches by chance', () => {
    expect(found(1, 0.05).carried).toBe(true);
    expect(found(1, 0.06).carried).toBe(false);
    expect(found(1, 0.99).statement).toMatch(/anyone else did\.$/);
  });

  it('take the weight from a ratio that as many authors as one reach by chance, and say so', () => {
    expect(found(1, 1).carried).toBe(false);
    expect(found(1, 1).statement).toMatch(/ The search is too large to support this ratio\.$/);
  });

  it('say nothing of the search where no ratio above 1 is said', () => {
    expect(found(0.01, 12).statement).toMatch(/about as likely .+ anyone else did\.$/);
  });

  it('emphasise no ratio against one of the authors, because nothing is known of how often it misleads', () => {
    expect(found(-1, 0.01).carried).toBe(false);
    expect(describeStrength({ ...scaled(-1), chance: undefined }, 'letter.txt').carried).toBe(true);
    expect(found(-1, 2400).statement).not.toContain('cannot carry');
  });

  it('emphasise nothing that supports neither side', () => {
    expect(found(0.2, 0.5).carried).toBe(false);
  });
});

describe('a value at the end of what its condition can carry', () => {
  const details = (llr: number, interval: readonly [number, number]): readonly string[] =>
    describeStrength({ ...verification, llr, interval, bounds: [-1.3, 0.9] }, questioned).details;

  it('has no interval of no width', () => {
    expect(details(0.9, [0.9, 0.9])[0]).toBe('The ratio as a power of ten: 0.9. Tests support −1.3 to 0.9.');
  });

  it('is not said of one between them', () => {
    expect(details(0.5, [0.2, 0.8]).slice(0, 3)).toEqual([
      'The ratio as a power of ten: 0.5. Tests support −1.3 to 0.9.',
      'Interval of the ratio: ×1.6 to ×6.3. With other test authors and other parts of the text, 95 of 100 ratios were in it.',
      'Length: 250 words, the author of the known texts 2,100.',
    ]);
  });
});

describe('the words on a calibration', () => {
  it('say which comparisons it comes from', () => {
    const calibratedOn = { modes: 'written-written', genreRelation: 'unknown', words: 250, knownWords: 1000 } as const;
    const { details } = describeStrength({ ...scaled(1), calibratedOn }, 'letter.txt');
    expect(details).toContain(
      'Tests with 250 questioned and 1,000 known words (written, any genre) turned the score into a ratio.',
    );
  });
});

describe('the known text that a ratio rests on', () => {
  const lineOf = (...without: readonly number[]): string | undefined =>
    buildVerificationView(
      {
        ...statement,
        llr: 0.8,
        known: without.map((llrWithout, i) => {
          const title = `letter ${i}`;
          return { document: title, title, words: 500, share: 1 / without.length, llrWithout };
        }),
      },
      'q',
    ).caveats.find((line) => line.startsWith('Without '));

  it('is named where the ratio would differ much without it', () => {
    expect(lineOf(0.7, 1.6, 0.2)).toBe(
      'Without letter 1, the ratio would be ×40, not ×6.3. Check that the same author wrote that text.',
    );
    expect(lineOf(0.7, 1.2, 0.4)).toBeUndefined();
  });
});

describe('the stretch of a text that carries a ratio', () => {
  const linesOf = (verification: Partial<Verification>) =>
    buildVerificationView({ ...statement, llr: 1.12, ...verification }, 'q');
  const select = (lines: readonly string[]) => lines.filter((line) => line.startsWith('Without words'));
  const carriedBy = { from: 51, to: 100, llrWithout: 0.6 };

  it('is named with the ratio that is left without it', () => {
    expect(select(linesOf({ carriedBy }).caveats)).toEqual([
      'Without words 51 to 100, counted without quotations, the ratio of this author alone would be ×4, not ×13.',
    ]);
    expect(select(linesOf({}).caveats)).toEqual([]);
  });

  it('is among the details of the ratio of a named author where that of a search leads, so the card has one scale', () => {
    const first = {
      llr: 1,
      bounds: [-1, 1.5],
      outsiders: 0.1,
      outsidersOf: { authors: 8, words: [250, 250], knownWords: [500, 8000] },
      calibrationId: 'c',
      scale: undefined,
    };
    const view = linesOf({ carriedBy, first: first as never });
    expect(select(view.caveats)).toEqual([]);
    expect(select(view.grounds)).toEqual([
      'Without words 51 to 100, counted without quotations, the ratio of this author alone would be ×4, not ×13.',
    ]);
  });
});

describe('the ratio without rare words', () => {
  const view = (verification: Partial<Verification> = {}) => {
    const withoutRareWords = { llr: 0.6, words: ['roof', 'fund'] };
    return buildVerificationView(
      { ...statement, llr: 1.12, chance: undefined, withoutRareWords, ...verification },
      'q',
    );
  };
  const linesOf = (verification?: Partial<Verification>) =>
    view(verification).grounds.filter((line) => line.startsWith('Without'));

  it('is given beside the ratio, with the masked words', () => {
    expect(linesOf()).toEqual([
      'Without the words that few texts have (“roof”, “fund”), the ratio of this author alone would be ×4, not ×13.',
    ]);
    expect(linesOf({ withoutRareWords: undefined as never })).toEqual([]);
  });

  it('is not said where both are the same to the reader', () => {
    expect(linesOf({ withoutRareWords: { llr: 1.121, words: [] } })).toEqual([]);
  });

  it('is a warning where it no longer supports the author, and the ratio is then not emphasised', () => {
    const [kept, fallen] = [view(), view({ caveats: ['restsOnRareWords'] })];
    expect([kept.carried, fallen.carried]).toEqual([true, false]);
    expect(kept.caveats.join()).not.toContain('no longer supports');
    expect(fallen.caveats.join()).toContain(
      'Without the rare words of the text, the ratio no longer supports this author.',
    );
  });
});
