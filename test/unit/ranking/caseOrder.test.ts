import { describe, expect, it } from 'vitest';
import { caseOrder, type OrderedBy } from '../../../src/core/ranking/caseOrder';
import type { Relation } from '../../../src/core/domain/evidence';
import { CaseFit } from '../../../src/core/ranking/fitDiscriminant';
import { pieceLength, piecesOf, piecesOfEach } from '../../../src/core/ranking/pieces';
import { CaseFits } from '../../../src/core/ranking/caseFits';
import { countWords } from '../../../src/core/text/countWords';
import { neverStops } from '../../../src/core/basics/work';

const named = (list: readonly { readonly author: string }[]): readonly string[] => list.map(({ author }) => author);
const equal = { order: 1, discriminant: 1, ratio: 1 };
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `w${from + i}`).join(' ');

describe('the order of a case', () => {
  const rows = [
    { author: 'A', order: 3, discriminant: -0.5, ratio: -1 },
    { author: 'B', order: 2.9, discriminant: 0.5, ratio: 1 },
    { author: 'C', order: -4, discriminant: -0.6, ratio: -1 },
  ];

  it('adds what each member says, in deviations over the authors', () => {
    expect(named(caseOrder(rows, equal))).toEqual(['B', 'A', 'C']);
    expect(named(caseOrder(rows, { ...equal, discriminant: 0, ratio: 0 }))).toEqual(['A', 'B', 'C']);
  });

  it('lets the other members speak for an author of whom one says nothing', () => {
    const silent = rows.map((each) =>
      each.author === 'B' ? { ...each, discriminant: undefined, ratio: undefined } : each,
    );
    expect(named(caseOrder(silent, equal))[0]).toBe('B');
    expect(caseOrder(silent, equal).every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it('measures the discriminant among authors with the same relation to the questioned text', () => {
    const of = (author: string, relation: Relation, discriminant: number): OrderedBy => ({
      ...{ author, order: 1, ratio: undefined, relation, discriminant },
    });
    const ofKind = [0.1, 0.2, 0.3, 0.4].map((score, i) => of(`same ${i}`, 'same', score));
    const other = [-0.9, -0.9, -0.9, -0.2].map((score, i) => of(`other ${i}`, 'otherGenre', score));
    const weights = { order: 0, discriminant: 1, ratio: 0 };
    expect(named(caseOrder([...ofKind, ...other], weights))[0]).toBe('other 3');
    const alike = [...ofKind, ...other].map((each): OrderedBy => ({ ...each, relation: 'same' }));
    expect(named(caseOrder(alike, weights))[0]).toBe('same 3');
    // three authors are too few to measure by; those who were verified are measured among all
    expect(named(caseOrder([...ofKind, ...other.slice(1)], weights))[0]).toBe('same 3');
    expect(named(caseOrder([ofKind[3]!, other[3]!], weights, [...ofKind, ...other]))).toEqual(['other 3', 'same 3']);
  });

  it('puts no author ahead of another with the same texts by what rounding makes of them', () => {
    const same = [0, 1, 2, 3].map((i) => ({
      ...{ author: `author ${i}`, order: 3.7 + i * 5e-16, discriminant: -0.5 + i * 1e-16, ratio: 0.1 - i * 2e-17 },
    }));
    for (const { score } of caseOrder(same)) expect(score).toBeCloseTo(3.7, 8);
  });

  it('keeps places and scores where nobody differs, or there is one author', () => {
    const flat = rows.map(({ author }) => ({ author, order: 1, discriminant: undefined, ratio: undefined }));
    expect(caseOrder(flat)).toEqual(flat.map(({ author }) => ({ author, score: 1 })));
    expect(caseOrder(rows.slice(0, 1))).toEqual([{ author: 'A', score: 3 }]);
    expect(caseOrder([])).toEqual([]);
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

  it('are as many of an author as have 20,000 words, and at most 25', () => {
    expect([250, 1000, 2000].map(piecesOfEach)).toEqual([25, 20, 10]);
  });

  it('are shorter where few authors have enough text, and of an author with one text there are none', () => {
    const method = {
      computeLogCounts: (text: string) => ({ ids: Uint32Array.of(0), weights: Float32Array.of(countWords(text)) }),
      computeDocumentShare: () => 1,
    };
    const of = (author: string, texts: number, each: number) => ({
      author,
      texts: Array.from({ length: texts }, (_, i) => words(i, each)),
    });
    const lengths = new Set<number>();
    const seen = {
      ...method,
      computeLogCounts: (text: string) => (lengths.add(countWords(text)), method.computeLogCounts(text)),
    };
    const fit = CaseFit.of([of('A', 2, 150), of('B', 2, 150), of('C', 1, 5000)], { words: 1000 }, seen, neverStops);
    expect(fit.fitted?.discriminant.authors).toEqual(['A', 'B']);
    expect(fit.silent).toEqual(['C']);
    expect([...lengths]).toEqual([150]);
    const none = CaseFit.of([of('A', 1, 300), of('B', 1, 300)], { words: 250 }, method, neverStops);
    expect([none.fitted, none.silent]).toEqual([undefined, ['A', 'B']]);
  });
});

describe('fits of cases', () => {
  it('are made once, and those that came last are kept within a bound', async () => {
    const fits = new CaseFits<{ readonly bytes: number }>();
    let made = 0;
    const of = (key: string, bytes = 1): Promise<{ readonly bytes: number }> =>
      fits.fits.get(key, () => ((made += 1), Promise.resolve({ bytes })));
    await of('a');
    await of('a');
    expect(made).toBe(1);
    await of('b', 30e6);
    await of('c', 30e6);
    await of('c');
    expect(made).toBe(3);
    await of('b');
    expect(made).toBe(4);
  });
});
