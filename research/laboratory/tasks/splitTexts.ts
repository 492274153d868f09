import { takeFirstWords } from '../../../src/core/text/countWords';
import type { LabelledDocument } from './documents';
import type { SearchCase } from './searchCases';

/** A text of so many words, with halves by one author or two. */
export interface SplitText {
  /** By one author of the case or outside, by two of the case, by one of the case and one outside. */
  readonly kind: 'one' | 'two' | 'withOutsider';
  /** In the order of the text. */
  readonly authors: readonly [string, string];
  readonly text: string;
}

/**
 * Texts made of the questioned ones of a case, all by other works than the known ones: each alone; each by an author of the case with the
 * next; and each with one by nobody in the case, which goes first in every other text.
 */
export function makeSplitTexts(
  documents: readonly LabelledDocument[],
  { questioned, known }: SearchCase,
  words: number,
): readonly SplitText[] {
  const inCase = new Set(known.map(({ author }) => author));
  const asked = questioned.map((place) => {
    const { author, text } = documents[place]!;
    const whole = takeFirstWords(text, words);
    const first = takeFirstWords(whole, Math.floor(words / 2));
    return { author, whole, first, rest: whole.slice(first.length) };
  });
  type Asked = (typeof asked)[number];
  const join = (kind: SplitText['kind'], [a, b]: readonly [Asked, Asked]): SplitText => {
    return { kind, authors: [a.author, b.author], text: `${a.first.trimEnd()} ${b.rest.trimStart()}` };
  };
  const inside = asked.filter(({ author }) => inCase.has(author));
  const outside = asked.filter(({ author }) => !inCase.has(author));
  return [
    ...asked.map(({ author, whole }): SplitText => ({ kind: 'one', authors: [author, author], text: whole })),
    ...inside.flatMap((one, i) => {
      const next = inside[(i + 1) % inside.length]!;
      return next === one ? [] : [join('two', [one, next])];
    }),
    ...inside.map((one, i) => {
      const other = outside[i % outside.length]!; // a case always has one
      return join('withOutsider', i % 2 > 0 ? [one, other] : [other, one]);
    }),
  ];
}
