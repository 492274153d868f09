import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { borders, type Words, splitWords } from '../../../src/core/passages/words';
import { findBestStretches, standardise } from '../../../src/core/passages/places';

const read = (text: string): Words => splitWords(text, [{ start: 0, end: text.length }]);

/** Each word with its signs, and the border before it. */
function bordersIn(text: string): readonly (readonly [string, number])[] {
  const { words, before } = read(text);
  return words.map(({ start, end }, i) => [text.slice(start, end), before[i]!]);
}

describe('words of a text', () => {
  it('keep the signs that belong to them, and a dash goes with what it leads to', () => {
    expect(bordersIn('He said (twice): "no"—and left.').map(([word]) => word)).toEqual([
      'He',
      'said',
      '(twice):',
      '"no"',
      '—and',
      'left.',
    ]);
  });

  it('part at sentences, clauses and openers, not at an abbreviation', () => {
    const { text, paragraph, sentence, clause, phrase, none } = borders;
    expect(bordersIn('Mr. Hay came, and sat where I sat. Good.\n\nAnd then on').map(([, border]) => border)).toEqual([
      ...[text, none, none, clause, none, phrase, none, none, sentence, paragraph, none, none],
    ]);
  });

  it('are whole: none begins or ends inside a run of letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', "'", ' ', '.', '—', ',', '\n', 'é') }), (text) => {
        for (const { start, end } of read(text).words) {
          expect(text.slice(start - 1, start + 1)).not.toMatch(/^[aBé]{2}$/);
          expect(text.slice(end - 1, end + 1)).not.toMatch(/^[aBé]{2}$/);
        }
      }),
    );
  });
});

describe('the best stretches', () => {
  const text = read(
    'one two three four five six seven eight nine, ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen.',
  );
  const gains = (...high: readonly number[]): Float64Array =>
    standardise(Float64Array.from({ length: 18 }, (_, i) => (high.includes(i) ? 5 : 0)));

  it('hold the words that gain, and end with their clause', () => {
    const [best] = findBestStretches(text, gains(2, 3, 4), 4);
    expect([best!.from, best!.to]).toEqual([0, 9]);
  });

  it('do not overlap', () => {
    const found = findBestStretches(text, gains(2, 3, 12, 13), 4);
    const covered = found.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
    expect(new Set(covered).size).toBe(covered.length);
  });

  it('are all that there is of a short text', () => {
    const short = read('Dear all, mind you');
    expect(findBestStretches(short, new Float64Array(4), 4)).toMatchObject([{ from: 0, to: 4 }]);
  });
});
