import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { splitSentences } from '../../../src/core/text/sentences';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text that is given to the segmenter as a whole. */
function asAWhole(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
    .reduce<string[]>((found, part) => {
      if (found.at(-1)?.endsWith(' ') ?? true) return [...found, part];
      return [...found.slice(0, -1), found.at(-1)! + part];
    }, [])
    .map((sentence) => sentence.replace(/ $/, ''))
    .filter((sentence) => sentence !== '');
}

const parts = [
  'A',
  'b ',
  'Mr. ',
  '. ',
  '? ',
  '! ',
  ', ',
  ')',
  '(((',
  '"',
  '2.5',
  '\u0301',
  '漢',
  '。',
  '… ',
  'The cat sat. ',
];

describe('sentences', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('end where the segmenter ends them in the text as a whole, however long that is', () => {
    const texts = fc.tuple(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 }), fc.nat(3000));
    fc.assert(
      fc.property(texts, ([unit, times]) => {
        const text = unit.join('').repeat(times).replace(/ +/g, ' ').slice(0, 9000).trim();
        expect([...splitSentences(text)].map(({ start, end }) => text.slice(start, end))).toEqual(asAWhole(text));
      }),
      { numRuns: 60 },
    );
  });

  it('are asked for in short pieces, for the segmenter copies all it was given for each sentence', () => {
    const asked = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const text = 'The cat sat down on the mat. '.repeat(1700).trim();
    expect([...splitSentences(text)]).toHaveLength(1700);
    const lengths = asked.mock.calls.map(([piece]) => piece.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2000);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(1.2 * text.length);
  });
});
