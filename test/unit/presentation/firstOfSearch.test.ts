import { describe, expect, it } from 'vitest';
import type { FirstOfSearch, Verification } from '../../../src/core/domain/evidence';
import { formatFinding, computeShade, describeStrength } from '../../../src/presentation/words/strength';

/** A candidate whose ratio as an author named beforehand is about 13. */
function verified(first: Partial<FirstOfSearch>): Verification {
  return {
    ...{
      llr: 1.11,
      interval: [1, 1.2],
      bounds: [-2, 2],
      words: 250,
      knownWords: 2000,
      known: [],
      caveats: [],
      notes: [],
    },
    chance: { authorsSearched: 8, expected: 0.4 },
    condition: { modes: 'written-written', genreRelation: 'same', words: 250, knownWords: 2000 },
    first: {
      ...{
        llr: 0.5,
        bounds: [-0.4, 1.5],
        outsiders: 0.21,
        outsidersOf: { authors: 8, words: [250, 250], knownWords: [500, 8000] },
        calibrationId: 'search@1',
      },
      ...{ scale: { name: 'ENFSI 2015', label: 'weak' }, ...first },
    },
  } as unknown as Verification;
}

describe('what is said of the first of a search', () => {
  it('leads with its own ratio and with what searches without the writer do; the named author’s ratio is a detail', () => {
    const said = describeStrength(verified({}), 'a.txt', 'Ann');
    expect(said.statement).toBe('These findings are 3.2 times more likely if Ann wrote a.txt than if anyone else did.');
    expect(said.chance).toBe('If none of 8 authors wrote it, up to 21 of 100 results are this strong.');
    expect(describeStrength(verified({ llr: 1.5 }), 'a.txt', 'Ann').statement).toContain('are 32 times more');
    expect(said.details.join('\n')).toContain('Ann alone, without the search: These findings are 13 times');
    expect(formatFinding(verified({}))).toBe('×3.2 · weak, for this author');
  });

  it('says how far its ratio moves with the part of the text', () => {
    const { details } = describeStrength(verified({ interval: [-0.2, 1] }), 'a.txt', 'Ann');
    expect(details.join('\n')).toContain(
      'Interval of the ratio: ÷1.6 to ×10. In 7 of 10 tests, the ratio of the next part of the text was in it.',
    );
    expect(details.join('\n')).not.toContain('8 of 10');
  });

  it.each([
    [1, 0.04, true],
    [1, 0.06, false],
    [-1, 0.01, false],
    [0.2, 0.01, false],
  ])(
    'is emphasised with a ratio of 10^%s that a share of %s of searches without the writer reach: %s',
    (llr, outsiders, is) => {
      expect(describeStrength(verified({ llr, outsiders }), 'a.txt', 'Ann').carried).toBe(is);
    },
  );

  it('is not emphasised where the search supports nothing, however high the named author’s ratio is', () => {
    expect(describeStrength(verified({ llr: 0.1 }), 'a.txt', 'Ann').carried).toBe(false);
    expect(computeShade(verified({ llr: 0.1 }))).toBe(0);
    expect(describeStrength(verified({ llr: -0.5 }), 'a.txt', 'Ann').statement).toContain(
      'if anyone else wrote a.txt than if Ann',
    );
    expect(describeStrength(verified({ llr: 0 }), 'a.txt', 'Ann').statement).toContain('about as likely');
  });

  it.each([
    [0.211, 22],
    [0.0001, 1],
    [0, 1],
    [0.74, 74],
  ])(
    'says of a share of %s at most that %d of 100 searches reach it: more than were measured, never fewer',
    (outsiders, share) => {
      expect(describeStrength(verified({ outsiders }), 'a.txt', 'Ann').chance).toContain(
        `up to ${share} of 100 results`,
      );
    },
  );

  it('says how many authors this search has, where searches of another size were measured', () => {
    const verification = { ...verified({}), chance: { authorsSearched: 7, expected: 0.4 } };
    expect(describeStrength(verification, 'a.txt', 'Ann').chance).toBe(
      'If none of 7 authors wrote it, up to 21 of 100 results are this strong. This comes from tests with another number of authors, or with texts of other lengths.',
    );
  });

  it('says that this search has other lengths than any that was measured', () => {
    const none = 'This comes from tests with another number of authors, or with texts of other lengths.';
    const chanceOf = (words: number, knownWords: number): string =>
      describeStrength({ ...verified({}), words, knownWords }, 'a.txt', 'Ann').chance;
    expect(
      [chanceOf(1000, 2000), chanceOf(250, 40_000), chanceOf(100, 2000)].every((each) => each.endsWith(none)),
    ).toBe(true);
    expect(chanceOf(300, 2000)).not.toContain(none);
  });

  it('names the author whom the ratios bring first, where that is another', () => {
    expect(describeStrength(verified({ byRatio: 'Ben' }), 'a.txt', 'Ann').chance).toContain(
      'Ben has the highest ratio alone. Look at both authors.',
    );
  });
});
