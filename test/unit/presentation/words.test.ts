import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../src/presentation/say';
import {
  caveatLines,
  errorRateWords,
  populationWords,
  ratioWords,
  scoreWords,
  strengthWords,
  verifierWords,
} from '../../../src/presentation/words';
import type { Verification } from '../../../src/core/domain';

const questioned = { title: 'letter.txt', words: 180 };
const verification: Verification = {
  llr: 1.6,
  interval: [1.1, 2],
  bounds: [-1.8, 2.4],
  answer: true,
  verifier: 'ensemble',
  calibrationId: 'a',
  condition: { modes: 'written-spoken', genreRelation: 'cross', words: 250 },
  population: { id: 'bundled', authors: 1064, genres: ['letter'], years: undefined },
  scale: { name: 'ENFSI 2015', label: 'moderate' },
  errorRate: 0.083,
  caveats: [],
  notes: [],
  searched: undefined,
};

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
    expect(ratioWords(llr)).toBe(words);
  });

  it('never falls when the ratio grows', () => {
    const number = (llr: number): number => Number(ratioWords(llr).replaceAll(',', ''));
    const llrs = fc.double({ min: 0, max: 6, noNaN: true });
    fc.assert(fc.property(llrs, llrs, (a, b) => number(Math.min(a, b)) <= number(Math.max(a, b))));
  });
});

describe('a statement', () => {
  it('names the hypothesis that the findings support first', () => {
    expect(strengthWords({ ...verification, llr: -1.6 }, questioned, inEnglish).statement).toBe(
      'The findings are about 40 times more probable if another author of the population wrote letter.txt than if one author wrote both texts.',
    );
  });

  it('says at least where the value is held by its bound', () => {
    expect(strengthWords({ ...verification, llr: 2.4 }, questioned, inEnglish).statement).toContain(
      'at least 250 times',
    );
  });

  it('supports neither side when the ratio is one', () => {
    const { statement } = strengthWords({ ...verification, llr: 0.01 }, questioned, inEnglish);
    expect(statement).toMatch(/^The findings are about as probable if one author wrote both texts as if another/);
  });

  it('is the same whether the yes or no of the task files is yes or no', () => {
    const { answer, ...rest } = verification;
    expect(answer).toBe(true);
    expect(strengthWords({ ...rest, answer: false }, questioned, inEnglish)).toEqual(
      strengthWords(verification, questioned, inEnglish),
    );
  });

  it('gives way to a plain reason when there is none', () => {
    const none = strengthWords(
      { ...verification, llr: undefined, reason: 'outsideCalibration' },
      questioned,
      inEnglish,
    );
    expect(none).toEqual({
      statement:
        'No statement: For this combination of modes, genres, length and selection, validation showed nothing better than chance. Candidates and passages are shown for reading only.',
      details: [],
      abstained: true,
    });
  });
});

describe('the words around a statement', () => {
  it('name the verifier and why it was taken', () => {
    expect(verifierWords(verification, inEnglish)).toBe('Ensemble (one text is written, one is spoken)');
  });

  it('name the population and ask whether it is relevant', () => {
    expect(populationWords(verification.population, inEnglish)).toBe(
      'Population: bundled, 1,064 authors (letter). Is it relevant to this case?',
    );
  });

  it('give an error rate as a count', () => {
    expect(errorRateWords(0.083, inEnglish)).toBe(
      'In validation, 8 of 100 comparisons of this condition pointed to the wrong side.',
    );
  });

  it('give a score two decimals and a true minus sign', () => {
    expect([scoreWords(0.614), scoreWords(-0.2), scoreWords(-0.001)]).toEqual(['0.61', '−0.20', '0.00']);
  });
});

describe('the lines of caveats', () => {
  const note = (title: string, share: number) => ({ caveat: 'copyOfKnown', title, share }) as const;
  const lines = (notes: Parameters<typeof caveatLines>[0]['notes']) =>
    caveatLines({ caveats: ['crossMode'], notes }, inEnglish);

  it('name the texts of one kind together, the largest share first, and then the caveats without figures', () => {
    expect(
      lines([note('a.txt', 0.625), note('b.txt', 1), { ...note('q.txt', 0.006), caveat: 'mixedScripts' }]),
    ).toEqual([
      'Known texts left out as copies of the questioned text or of a part of it (of 100 runs of five words, so many are shared): b.txt (100), a.txt (62).',
      'Words mix letters of several scripts, or hold marks or characters that nobody sees (of 100 words, so many do): q.txt (0.6).',
      'One text is written and the other spoken, where least can be told.',
    ]);
  });

  it('say 100 of nothing but the whole', () => {
    expect(lines([note('a.txt', 0.9999)])[0]).toContain('a.txt (99)');
  });

  it('name five texts and count the others', () => {
    const seven = Array.from({ length: 7 }, (_, i) => note(`${i}.txt`, 1));
    expect(lines(seven)[0]).toContain('4.txt (100) and 2 more.');
  });
});
