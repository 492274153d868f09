import { createRandom } from '../../../src/core/evaluation/scoreGroups';

/** Words of a text, edited; `other` gives a word of another text. */
export type Edit = (words: readonly string[], random: () => number, other: () => string) => readonly string[];

const replaced =
  (share: number): Edit =>
  (words, random, other) =>
    words.map((word) => (random() < share ? other() : word));
const functionWords = 'the of and to a in that is it for'.split(' ');

/** The ways a copy is edited here, by name. */
export const edits: Readonly<Record<string, Edit>> = {
  unchanged: (words) => words,
  'every fourth word "also"': (words) => words.map((word, i) => (i % 4 === 3 ? 'also' : word)),
  'every fourth word another': (words, _, other) => words.map((word, i) => (i % 4 === 3 ? other() : word)),
  'a word after each four': (words, _, other) => words.flatMap((word, i) => (i % 4 === 3 ? [word, other()] : [word])),
  'ten function words swapped': (words) =>
    words.map((word) => {
      const place = functionWords.indexOf(word.toLowerCase());
      return place < 0 ? word : functionWords[(place + 1) % functionWords.length]!;
    }),
  ...Object.fromEntries(
    [5, 10, 15, 20, 30, 40, 50].map((percent) => [`${percent} % of words replaced`, replaced(percent / 100)]),
  ),
};

/** A text that has so much of `source`, edited, in the midst of `around`, which fills it up to the length of `source`. */
export function copyOf(
  { source, around }: Readonly<Record<'source' | 'around', readonly string[]>>,
  { edit, part, seed }: { readonly edit: Edit; readonly part: number; readonly seed: number },
): string {
  const random = createRandom(seed);
  const length = Math.round(source.length * part);
  const from = Math.floor(random() * (source.length - length + 1));
  const filling = around.slice(0, source.length - length);
  const at = Math.floor(random() * (filling.length + 1));
  const other = (): string => around[Math.floor(random() * around.length)]!;
  const copied = edit(source.slice(from, from + length), random, other);
  return [...filling.slice(0, at), ...copied, ...filling.slice(at)].join(' ');
}
