import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/evaluation/scoreGroups';
import { parseQuestionCalibration } from '../../../../src/core/verification/question';
import type { Asked } from '../../../laboratory/fitting/asked';
import { fitExclusion } from '../../../laboratory/fitting/fitExclusion';
import { fitAmong, fitQuestion, judgeQuestions, rateEach } from '../../../laboratory/fitting/fitQuestion';
import { fitFirstOrder } from '../../../laboratory/measures/searches';

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

  it('weighs the own score of an author above a discriminant that is at chance, before there are ratios', () => {
    const searched = texts(owners, 1.5).map((each, i) => ({
      ...{ ...each, source: each.owner, knownWords: 2000, outsiders: 0, lead: 0 },
      rows: each.rows.map((row, k) => ({ ...row, order: row.ratio!, discriminant: (i + k) % 2 })),
    }));
    const { order, discriminant } = fitFirstOrder(searched);
    expect(order).toBeGreaterThan(0.5);
    expect(Math.abs(discriminant)).toBeLessThan(0.5);
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
  /** Cases of five authors; the discriminant of the writers of one owner is as given. */
  const cases = (strange?: number): readonly Asked[] => {
    const random = createRandom(3);
    const named = owners.flatMap((owner) => Array.from({ length: 40 }, (_, i) => ({ owner, name: `${owner}-${i}` })));
    return named.map(({ owner, name }, place): Asked => {
      const others = [1, 2, 3, 4].map((step) => named[40 * Math.floor(place / 40) + ((place + step) % 40)]!.name);
      const rows = [name, ...others].map((author, k) => {
        const ratio = (k === 0 ? 1 : -1) + random();
        const discriminant = (k === 0 && owner === 'a' ? strange : undefined) ?? (k === 0 ? 0.5 : -0.9) + random();
        return { author, order: 0, ratio, discriminant, llr: ratio, knownWords: 2000 };
      });
      return {
        ...{ from: owner, owner, questioned: name, author: name, authors: 5, beside: 5 },
        ...{ modes: 'written-written', genreRelation: 'same', words: 250, isInside: true, rows },
      };
    });
  };

  it('excludes the others where writers are far above them, by figures of each owner that fit and bound did not know', () => {
    const { weights, cells } = fitExclusion(cases());
    expect(weights.length).toBe(4);
    const { below, writers, limit, others, sources } = cells.find(
      ({ authors, words }) => authors === 5 && words === 250,
    )!;
    expect({ writers, sources }).toEqual({ writers: 200, sources: 5 });
    expect(below).toBeLessThanOrEqual(4);
    expect(limit).toBeLessThanOrEqual(0.05);
    expect(others).toBeGreaterThan(0.9);
  });

  it('is not stated where the writers of a source fall below those of all others', () => {
    expect(fitExclusion(cases(-30)).cells).toEqual([]);
  });

  it('counts a question once that two seeds gave, and needs enough writers', () => {
    const [once, twice] = [cases(), [...cases(), ...cases()]].map(fitExclusion);
    expect(twice).toEqual(once);
    expect(fitExclusion(cases().filter((_, i) => i % 40 < 8)).cells).toEqual([]);
  });
});
