import { describe, expect, it } from 'vitest';
import { orderByCase } from '../../../src/core/review/candidates';
import { centreDiscriminants, orderAmong, questionValues } from '../../../src/core/verification/question';
import type { Relation } from '../../../src/core/domain/evidence';
import { CaseFit, pieceLength, piecesOf, piecesOfEach } from '../../../src/core/ranking/fitDiscriminant';
import { countWords } from '../../../src/core/text/countWords';
import { neverStops } from '../../../src/core/basics/work';

const named = (list: readonly { readonly author: string }[]): readonly string[] => list.map(({ author }) => author);
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `w${from + i}`).join(' ');

/** The authors in their order before there are ratios. */
function order(
  rows: readonly {
    readonly author: string;
    readonly order: number;
    readonly discriminant?: number;
  }[],
) {
  const scores = new Map(
    rows.flatMap(({ author, discriminant }) => (discriminant === undefined ? [] : [[author, discriminant]])),
  );
  const ranked = rows.map(({ author, order: score }) => ({
    author,
    score,
    tier: 'combined' as const,
  }));
  return orderByCase(ranked, scores, new Map(rows.map(({ author }) => [author, 'same' as const])));
}

describe('the order of a case', () => {
  const rows = [
    { author: 'A', order: 3, discriminant: -0.5 },
    { author: 'B', order: 2.9, discriminant: 0.5 },
    { author: 'C', order: -4, discriminant: -0.6 },
  ];
  const without = rows.map(({ author, order: score }) => ({
    author,
    order: score,
  }));

  it('adds what separates the authors to the score of each', () => {
    expect(named(order(rows))).toEqual(['B', 'A', 'C']);
    expect(named(order(without))).toEqual(['A', 'B', 'C']);
  });

  it('has a unit that does not depend on the authors: another author moves no two apart', () => {
    const apart = (authors: Parameters<typeof order>[0]): number => {
      const [first, next] = order(authors);
      return first!.score - next!.score;
    };
    expect(apart(without)).toBeCloseTo(apart([...without, { author: 'D', order: -90 }]));
  });

  it('places an author without a discriminant above the mean of the others, and takes it for the mean in a ratio', () => {
    const unit = 0.5 * Math.sqrt(1.5);
    const silent = [...rows.slice(0, 2), { discriminant: undefined }];
    expect(centreDiscriminants(silent)).toEqual([-unit, unit, 0.3]);
    expect(questionValues(silent.map(({ discriminant }) => ({ ratio: 1, discriminant })))![1]).toEqual([
      -unit,
      unit,
      0,
    ]);
    expect(new Set(centreDiscriminants(rows.map(() => ({ discriminant: undefined }))))).toHaveLength(1);
  });

  it('lets a ratio name an author without a discriminant, though another is nearest of those with one', () => {
    const rated = [
      { author: 'A', ratio: 1.2, discriminant: undefined },
      { author: 'B', ratio: 1, discriminant: 0 },
      { author: 'C', ratio: 0, discriminant: -0.2 },
      { author: 'D', ratio: 0, discriminant: -0.2 },
    ].map((each) => ({ ...each, condition: { modes: 'written-written', genreRelation: 'same' } as const }));
    const conditions = [{ modes: 'written-written', genreRelation: 'same', weights: [2.8, 4.2], cells: [] }] as const;
    expect(named(orderAmong(rated, 3, conditions)!)[0]).toBe('A');
  });

  it('measures the discriminant among authors with the same relation to the questioned text, and not among fewer than four', () => {
    const of = (relation: Relation, discriminant: number) => ({
      relation,
      discriminant,
    });
    const ofKind = [0.1, 0.2, 0.3, 0.4].map((score) => of('same', score));
    const other = [-0.9, -0.9, -0.9, -0.2].map((score) => of('otherGenre', score));
    const best = (values: readonly number[]): number => values.indexOf(Math.max(...values));
    expect(best(centreDiscriminants([...ofKind, ...other]))).toBe(7);
    expect(best(centreDiscriminants([...ofKind, ...other].map((each) => ({ ...each, relation: 'same' }))))).toBe(3);
    expect(centreDiscriminants([...ofKind, ...other.slice(1)]).slice(4)).toEqual([0, 0, 0]);
  });

  it('keeps places where nobody differs, or there is one author', () => {
    const flat = rows.map(({ author }) => ({ author, order: 1 }));
    expect(named(order(flat))).toEqual(['A', 'B', 'C']);
    expect(named(order(rows.slice(0, 1)))).toEqual(['A']);
    expect(order([])).toEqual([]);
  });
});

describe('pieces of known texts', () => {
  it('are as long as the class of the questioned text', () => {
    expect([20, 100, 260, 999, 1000, 90_000].map(pieceLength)).toEqual([100, 100, 250, 500, 1000, 2000]);
  });

  it('come from each text in turn, and short texts are joined', () => {
    const texts = [words(0, 30), words(100, 30), words(200, 3), words(300, 3), words(400, 3)];
    const pieces = piecesOf(texts, 10, 4);
    expect(pieces.map((piece) => piece.split(' ')[0])).toEqual(['w0', 'w100', 'w10', 'w110']);
    const all = piecesOf(texts, 10, 40);
    expect(all.map(countWords)).toEqual([10, 10, 10, 10, 10, 10, 9]);
    expect(all.at(-1)).toContain('w300');
  });

  it('are as many of an author as have 20,000 words, at most 50, and at most 2,000 of all', () => {
    expect([250, 1000, 2000].map((length) => piecesOfEach(length, 10))).toEqual([50, 20, 10]);
    expect([10, 54, 64].map((authors) => piecesOfEach(250, authors))).toEqual([50, 37, 31]);
  });

  it('are shorter where few authors have enough text, and of an author with one text there are none', () => {
    const of = (author: string, texts: number, each: number) => ({
      author,
      texts: Array.from({ length: texts }, (_, i) => words(i, each)),
    });
    const fit = CaseFit.of([of('A', 2, 150), of('B', 2, 150), of('C', 1, 5000)], { words: 1000 }, neverStops);
    expect(fit.fitted?.discriminant.authors).toEqual(['A', 'B']);
    expect(fit.silent).toEqual(['C']);
    const none = CaseFit.of([of('A', 1, 300), of('B', 1, 300)], { words: 250 }, neverStops);
    expect([none.fitted, none.silent]).toEqual([undefined, ['A', 'B']]);
  });
});
