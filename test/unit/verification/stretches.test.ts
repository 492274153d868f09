import { describe, expect, it } from 'vitest';
import type { SourceText } from '../../../src/core/domain/evidence';
import { leaveOut, listStretches, weighStretches } from '../../../src/core/verification/stretches';

const source = (text: string): SourceText => ({
  id: text.slice(0, 5),
  text,
  mode: 'written',
  genre: 'email',
  language: 'en',
});
const leaveOutStretches = (sources: readonly SourceText[]) =>
  listStretches(sources).map((stretch) => leaveOut(sources, stretch));
const numbered = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');
const wordsOf = (texts: readonly SourceText[]): readonly string[] =>
  texts.flatMap(({ text }) => text.split(/\s+/)).filter(Boolean);

describe('a text without each of its stretches', () => {
  it.each([[[400]], [[100, 300]], [[3, 5, 200]], [[9]]])(
    'leaves each word out once, of texts of %j words',
    (counts) => {
      const sources = counts.map((count) => source(numbered(count)));
      const rests = leaveOutStretches(sources);
      expect(rests).toHaveLength(8);
      const all = wordsOf(sources);
      expect(rests.map((rest) => all.length - wordsOf(rest).length).reduce((sum, each) => sum + each, 0)).toBe(
        all.length,
      );
      const known = new Set(all);
      expect(rests.flatMap(wordsOf).filter((word) => !known.has(word))).toEqual([]);
    },
  );

  it('leaves no text empty where there is hardly one', () => {
    for (const text of ['one', '', ' '])
      expect(leaveOutStretches([source(text)]).map((rest) => rest.length)).not.toContain(0);
  });
});

describe('the interval of a ratio', () => {
  const ratio = { shipped: 1, logOdds: 1, llr: 1, interval: [0.9, 1.2] } as const;
  const judgement = { lower: -2, upper: 1.5 } as never;
  const sources = [source(numbered(80))];
  const widenByText = (whole: typeof ratio, without: readonly number[], chosen: { readonly judgement: never }) => {
    const rests = without.map((logOdds) => ({ texts: sources, logOdds, llr: logOdds }));
    return weighStretches(whole, sources, rests, chosen).ratio;
  };

  it('is that of the refits where each stretch says the same, and widens with what they differ by', () => {
    expect(widenByText(ratio, new Array<number>(8).fill(0.9), { judgement }).interval).toEqual([0.9, 1.2]);
    const widths = [0.01, 0.1].map((step) => {
      const [low, high] = widenByText(ratio, [1, 1, 1, 1, 1, 1, 1 - step, 1 + step], { judgement }).interval;
      return high - low;
    });
    expect(widths[1]).toBeGreaterThan(widths[0]!);
    expect(widths[0]).toBeGreaterThan(0.3);
  });

  it('keeps within the bounds, and leaves the ratio as it is', () => {
    const wide = widenByText(ratio, [0, 2, 0, 2, 0, 2, 0, 2], { judgement });
    expect(wide).toEqual({ ...ratio, interval: [-2, 1.5] });
  });
});

describe('the stretch that carries a ratio', () => {
  const sources = [source(numbered(400))];
  const rests = leaveOutStretches(sources);
  const findIn = (texts: readonly SourceText[], llr: number, without: readonly number[]) => {
    const rated = leaveOutStretches(texts).map((rest, k) => ({ texts: rest, logOdds: without[k]!, llr: without[k]! }));
    const whole = { shipped: llr, logOdds: llr, llr, interval: [llr, llr] } as const;
    return weighStretches(whole, texts, rated, { judgement: { lower: -2, upper: 2 } as never }).carriedBy;
  };
  const find = (llr: number, without: readonly number[]) => findIn(sources, llr, without);

  it('is the one without which the ratio has another word of the scale, with its words', () => {
    const without = [1.2, 0.6, 1.3, 1.2, 1.2, 1.2, 1.1, 1.2];
    const found = find(1.2, without)!;
    expect(found).toMatchObject({ llrWithout: 0.6 });
    const words = wordsOf(sources);
    expect(words.slice(found.from - 1, found.to)).toEqual(words.filter((word) => !wordsOf(rests[1]!).includes(word)));
  });

  it('is none where the word stays, where the ratio hardly moves, and in several texts', () => {
    expect(find(1.8, [1.8, 1.2, 1.8, 1.8, 1.8, 1.8, 1.8, 1.8])).toBeUndefined();
    expect(find(1.01, [1, 0.99, 1, 1, 1, 1, 1, 1])).toBeUndefined();
    const several = [source(numbered(100)), source(numbered(300))];
    const without = [1.2, 0.6, 1.3, 1.2, 1.2, 1.2, 1.1, 1.2];
    expect(findIn(several, 1.2, without)).toBeUndefined();
  });

  it('is one without which the ratio supports the other side', () => {
    expect(find(0.4, [0.4, 0.4, 0.4, -0.4, 0.4, 0.4, 0.4, 0.4])).toMatchObject({ llrWithout: -0.4 });
  });
});
