import { describe, expect, it } from 'vitest';
import { Ngrams } from '../../../src/core/classical/ngrams';
import type { CohortMember } from '../../../src/core/cohort/cohort';
import type { Verification } from '../../../src/core/domain/evidence';
import {
  addWithoutRareWords,
  hasMaskedRatio,
  listRareWords,
  maskRareWords,
} from '../../../src/core/verification/withoutRareWords';
import { neverStops } from '../../../src/core/basics/work';
import { aCalibration, everywhere } from './aCalibration';
import { aVerifier, english, known, ngrams, other, questioned, sentence, statistics } from './aVerifier';

const common = new Set(['the', 'and', 'we', 'it', "don't"]);
const shares = { computeDocumentShare: (word: string) => (common.has(word) ? 0.6 : 0.01) };

it('masks words that few texts have, and no other ones', () => {
  expect(maskRareWords('We don’t tar the hull, and it LEAKS.', shares)).toBe('We don’t ■■■ the ■■■■, and it ■■■■■.');
});

it('names the most frequent of them, and no numbers', () => {
  const text = 'The hull and the keel, 12 12 12, the hull: we tar it. Hull!';
  expect(listRareWords(text, shares)).toEqual(['hull', 'keel', 'tar']);
  const many = Array.from({ length: 20 }, (_, i) => `w${'x'.repeat(i)}`).join(' ');
  expect(listRareWords(many, shares)).toHaveLength(12);
});

const verified = {
  llr: 1,
  bounds: [-1, 1.2],
  words: 250,
  knownWords: 2000,
  condition: { modes: 'written-written', genreRelation: 'same', words: 250, knownWords: 2000 },
  caveats: ['shortDocument'],
} as unknown as Verification;

describe('the ratio without rare words', () => {
  it('has the bounds of the whole text, and no caveat while it supports the author', () => {
    expect(addWithoutRareWords(verified, ['hull'], 3)).toMatchObject({
      withoutRareWords: { llr: 1.2, words: ['hull'] },
      caveats: ['shortDocument'],
    });
  });

  it('is said to fall apart where it no longer supports the author', () => {
    const fallen = addWithoutRareWords(verified, [], -0.2);
    expect(fallen.caveats).toEqual(['shortDocument', 'restsOnRareWords']);
    expect(fallen.withoutRareWords!.llr).toBeCloseTo(0.03 - 0.2 * 0.96, 6);
  });

  it('is no reason to doubt a ratio that supports nobody, or another author', () => {
    for (const llr of [0.2, -1])
      expect(addWithoutRareWords({ ...verified, llr }, [], -0.5).caveats).toEqual(['shortDocument']);
  });

  it('is not stated where it was not calibrated', () => {
    const chosen = (measure: string) => ({ calibration: { measure } }) as never;
    const has = (more: Partial<Verification> = {}, measure = 'few', language?: string): boolean =>
      hasMaskedRatio({ ...verified, ...more }, chosen(measure), language);
    const ofKind = (modes: string, genreRelation: string) => {
      return { condition: { ...verified.condition, modes, genreRelation } as Verification['condition'] };
    };
    expect([has(), has(ofKind('spoken-spoken', 'cross'))]).toEqual([true, true]);
    for (const [modes, relation] of [
      ['written-spoken', 'cross'],
      ['written-written', 'cross'],
      ['written-written', 'unknown'],
    ] as const)
      expect(has(ofKind(modes, relation))).toBe(false);
    expect([has({ words: 99 }), has({}, 'alone'), has({}, 'few', 'de')]).toEqual([false, false, false]);
  });
});

describe('a verification', () => {
  const own = ['a', 'b', 'c', 'd', 'e'].map((author): CohortMember => {
    const document = { id: author, author, genre: 'email', title: '', words: 100 };
    return { mode: 'written', features: ngrams.computeFeatures(`${other} ${author}`), document };
  });
  const weights = { fromQuestioned: everywhere(0.2), ngrams: everywhere(2) };
  const calibration = { ...aCalibration, id: 'few', measure: 'few', weights, resamples: [] } as const;
  const verify = async (share: number): Promise<Verification> => {
    const words = { bits: 1, documents: new Uint16Array([share, share]) };
    const method = new Ngrams({ ...statistics, words, documents: 100 }, ngrams.metric);
    const texts = {
      questioned: { ...questioned, text: sentence.repeat(12) },
      known: { ...known, text: sentence.repeat(80) },
    };
    const verifier = aVerifier([calibration], english, { own, method }).prepare(texts.questioned);
    return verifier.verify([texts.known], { authorsSearched: undefined }, neverStops);
  };

  it('says when the words of a subject alone carry its ratio', async () => {
    const { llr, withoutRareWords, caveats } = await verify(1);
    expect(llr).toBeGreaterThan(0.5);
    expect(withoutRareWords!.llr).toBeLessThan(0);
    expect(withoutRareWords!.words).toContain('committee');
    expect(caveats).toContain('restsOnRareWords');
  });

  it('keeps the ratio of a text without rare words', async () => {
    const { llr, withoutRareWords, caveats } = await verify(90);
    expect(withoutRareWords!.words).toEqual([]);
    expect(Math.abs(withoutRareWords!.llr - llr!)).toBeLessThan(0.1);
    expect(caveats).not.toContain('restsOnRareWords');
  });
});
