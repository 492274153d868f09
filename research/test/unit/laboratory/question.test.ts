import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/evaluation/bootstrap';
import { parseQuestionCalibration } from '../../../../src/core/verification/question';
import {
  type Asked,
  fitAmong,
  fitQuestion,
  judgeExclusion,
  judgeQuestions,
  rateEach,
} from '../../../laboratory/fitting/fitQuestion';

/** Texts of several owners among two authors; the ratio of the writer is higher by about `gap`. */
function texts(owners: readonly string[], gap: number, own: Partial<Asked> = {}): readonly Asked[] {
  const random = createRandom(7);
  return owners.flatMap((owner) =>
    Array.from({ length: 40 }, (_, i): Asked => {
      const names = [`${owner}-${i}`, `${owner}-${i + 1000}`];
      const rows = names.map((author, k) => {
        const ratio = (k === 0 ? gap : 0) + 2 * (random() + random() - 1);
        return {
          author,
          order: 0,
          ratio,
          discriminant: 0,
          llr: Math.max(-1, Math.min(1, ratio - gap / 2)),
          knownWords: 2000,
        };
      });
      return {
        ...{ from: owner, owner, questioned: names[0]!, author: names[0]!, authors: 2, beside: 2 },
        ...{ modes: 'written-written', genreRelation: 'same', words: 250, isInside: true, rows },
        ...own,
      };
    }),
  );
}

const owners = ['a', 'b', 'c', 'd', 'e'];

describe('the fit of a question among authors', () => {
  it('finds a weight above 0 for what the writer has more of, and none for what says nothing', () => {
    const [ratio, discriminant] = fitAmong(texts(owners, 1.5));
    expect(ratio).toBeGreaterThan(0.5);
    expect(discriminant).toBe(0);
    expect(Math.abs(fitAmong(texts(owners, 0))[0]!)).toBeLessThan(0.4);
  });

  it('rates each text by a fit on the others, so a source with its own sense is rated by theirs', () => {
    const turned = texts(['z'], -1.5);
    const rated = rateEach([...texts(owners, 1.5), ...turned]).filter(({ asked }) => asked.owner === 'z');
    expect(rated.length).toBe(turned.length);
    expect(rated.filter(({ ratios }) => ratios[0]! > ratios[1]!).length).toBeLessThan(turned.length / 2);
  });

  it('judges ratios by size, and nothing where there are too few texts', () => {
    const judged = judgeQuestions(rateEach(texts(owners, 2)))!;
    expect(judged.texts).toBe(200);
    expect(judged.cllr).toBeLessThan(0.9);
    expect(judged.cllrUpper).toBeGreaterThan(judged.cllr);
    expect(judged.upper).toBeLessThanOrEqual(Math.log10(201) + 1e-9);
    expect(judgeQuestions(rateEach(texts(['a', 'b'], 2)).slice(0, 10))).toBeUndefined();
  });

  it('gives a file that can be read, with the sizes of the trials alone', () => {
    const file = fitQuestion(texts(owners, 2));
    expect(parseQuestionCalibration(JSON.parse(JSON.stringify(file)))).toEqual(file);
    expect(new Set(file.conditions.flatMap(({ cells }) => cells.map(({ knownWords }) => knownWords)))).toEqual(
      new Set([2000]),
    );
  });
});

describe('the bound of an exclusion', () => {
  const withWriter = (llr: number): readonly Asked[] =>
    texts(owners, 1).map((each) => ({ ...each, rows: each.rows.map((row, k) => (k === 0 ? { ...row, llr } : row)) }));

  it('is the mildest that no more than 2 of 100 writers fall below', () => {
    expect(judgeExclusion(withWriter(0))?.bound).toBeCloseTo(-Math.log10(2));
    expect(judgeExclusion(withWriter(-0.4))?.bound).toBeCloseTo(-Math.log10(3));
    expect(judgeExclusion(withWriter(-1))).toBeUndefined();
  });

  it('needs enough writers', () => {
    expect(judgeExclusion(withWriter(0).slice(0, 40))).toBeUndefined();
  });
});
