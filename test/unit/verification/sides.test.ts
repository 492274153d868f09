import { describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { addRows } from '../../../src/core/classical/featureRow';
import { averageRows, listShares, buildSides, removeText, weighRows } from '../../../src/core/verification/sides';
import { known, questioned } from './aVerifier';

/** A known text of so many words. */
const text = (id: string, words: number, kind: Partial<KnownDocument> = {}): KnownDocument => ({
  ...known,
  id,
  text: 'word '.repeat(words),
  ...kind,
});
const essay = { genre: 'essay' };
const talk = { mode: 'spoken', genre: 'talk' } as const;
const shares = (...texts: readonly KnownDocument[]): readonly (readonly [string, number])[] =>
  listShares(buildSides([questioned], texts)).map(({ text: { document }, share }) => [
    document.id,
    Number(share.toFixed(3)),
  ]);

it('takes questioned texts for one genre, however it is spelt', () => {
  const sources = ['Email', 'email '].map((genre) => ({ ...questioned, genre }));
  expect(buildSides(sources, [text('a', 250)]).questioned.genre).toBe('Email');
});

describe('what known texts count', () => {
  it('grows with the root of their words, within a genre', () => {
    expect(shares(text('a', 100), text('b', 900))).toEqual([
      ['b', 0.75],
      ['a', 0.25],
    ]);
  });

  it('is half as much in another genre, and a fifth in the other mode', () => {
    expect(shares(text('a', 400), text('b', 400, essay), text('c', 400, talk))).toEqual([
      ['a', 0.588],
      ['b', 0.294],
      ['c', 0.118],
    ]);
  });

  it('is that of all other genres together, each by its words', () => {
    expect(shares(text('a', 400), text('b', 300, essay), text('c', 100, { genre: 'blog' }))).toEqual([
      ['a', 0.667],
      ['b', 0.25],
      ['c', 0.083],
    ]);
  });
});

describe('the known side', () => {
  const sideOf = (...texts: readonly KnownDocument[]): unknown => buildSides([questioned], texts).known;

  it('is what is of the questioned genre, where that has words enough', () => {
    expect(sideOf(text('a', 250), text('b', 9000, essay))).toEqual({ mode: 'written', genre: 'email', words: 250 });
    expect(sideOf(text('a', 249), text('b', 9000, essay))).toEqual({ mode: 'written', genre: 'essay', words: 9000 });
  });

  it('is of another genre before the other mode, and what there is most of where nothing is enough', () => {
    expect(sideOf(text('b', 300, essay), text('c', 9000, talk))).toMatchObject({ genre: 'essay' });
    expect(sideOf(text('a', 100), text('c', 200, talk))).toMatchObject({ mode: 'spoken', words: 200 });
  });

  it('has the genre of most of its words, where they are of several', () => {
    expect(sideOf(text('b', 300, essay), text('c', 500, { genre: 'blog' }))).toMatchObject({
      genre: 'blog',
      words: 800,
    });
  });

  it('can lose a text', () => {
    const texts = [text('a', 300), text('b', 500), text('c', 700, essay)];
    const sides = buildSides([questioned], texts);
    expect(removeText(sides, texts[1]!)).toEqual(buildSides([questioned], [texts[0]!, texts[2]!]));
  });
});

describe('means of rows', () => {
  const row = (...weights: readonly number[]) => ({
    ids: Uint32Array.from(weights, (_, id) => id),
    weights: Float32Array.from(weights),
  });

  it('are what their parts make together, up to twenty texts, and one row of more', () => {
    const texts = [
      { words: 100, features: row(1, 0.5) },
      { words: 900, features: row(0, 0.25, 2) },
    ];
    const rowOf = ({ features }: (typeof texts)[number]) => features;
    const { parts } = weighRows(texts, rowOf);
    expect(parts.map((part) => part.row)).toEqual(texts.map(rowOf));
    expect(addRows(parts)).toEqual(averageRows(texts, rowOf));
    const many = Array.from({ length: 21 }, (_, i) => texts[i % 2]!);
    expect(weighRows(many, rowOf).parts).toEqual([{ row: averageRows(many, rowOf), weight: 1 }]);
  });
});
