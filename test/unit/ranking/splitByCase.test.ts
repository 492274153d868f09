import { describe, expect, it } from 'vitest';
import { findSplit, type TextUnit } from '../../../src/core/ranking/splitByCase';
import { neverStops } from '../../../src/core/basics/work';

/** A text of sentences of ten words, with the name of whoever wrote each. */
function written(...sentences: readonly (readonly [author: string, count: number])[]) {
  const all = sentences.flatMap(([author, count]) =>
    Array<string>(count).fill(`${author} went to the gate and sat down for tea. `),
  );
  const text = all.join('');
  let at = 0;
  const units = all.map((sentence): TextUnit => {
    const unit = { start: at, end: at + sentence.length - 1, words: 10, text: sentence.trimEnd() };
    at += sentence.length;
    return unit;
  });
  return { text, units };
}

/** Each author's share of the sentences of a text. */
const names = ['Ann', 'Ben', 'Cid', 'Dee'];
const scoreText = (text: string): ReadonlyMap<string, number> => {
  const total = text.match(/went/g)!.length;
  return new Map(names.map((name) => [name, (text.match(new RegExp(name, 'g'))?.length ?? 0) / total]));
};
const find = ({ text, units }: ReturnType<typeof written>, authors = 4) =>
  findSplit(text, units, { authors, scoreText }, neverStops);

describe('a text that falls into two parts', () => {
  it('has the place where both are furthest apart, and the author whom each is most like', () => {
    const text = written(['Ben', 15], ['Ann', 25]);
    const found = find(text)!;
    expect(found.authors).toEqual(['Ben', 'Ann']);
    expect(found.parts.map(({ words }) => words)).toEqual([150, 250]);
    expect(text.text.slice(found.parts[1].start)).toMatch(/^Ann/);
    expect(found.parts[0].end).toBeLessThanOrEqual(found.parts[1].start);
  });

  it('has none where all of it is most like one author, or the parts are hardly apart', () => {
    expect(find(written(['Ann', 40]))).toBeUndefined();
    const mixed = Array.from(
      { length: 20 },
      () =>
        [
          ['Ann', 1],
          ['Ben', 1],
        ] as const,
    ).flat();
    expect(find(written(...mixed, ['Ann', 1]))).toBeUndefined();
  });

  it('has none where nothing was measured: short and long texts, few and many authors', () => {
    expect(find(written(['Ben', 14], ['Ann', 14]))).toBeUndefined();
    expect(find(written(['Ben', 150], ['Ann', 150]))).toBeUndefined();
    expect(find(written(['Ben', 20], ['Ann', 20]), 3)).toBeUndefined();
    expect(find(written(['Ben', 20], ['Ann', 20]), 17)).toBeUndefined();
  });
});
