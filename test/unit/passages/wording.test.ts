import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SharedRun, Surprise, Wording } from '../../../src/core/passages/runEvidence';
import { type Token, splitWords } from '../../../src/core/passages/words';

const tokens = (text: string): readonly Token[] => splitWords(text, [{ start: 0, end: text.length }]).tokens;

function runsOf(here: readonly Token[], there: readonly Token[]): readonly SharedRun[] {
  const wording = new Wording(here);
  return wording.findShared(wording.toNumbers(there), 2);
}

/** The shared runs as text, with where they begin in the other one. */
function shared(questioned: string, known: string): readonly (readonly [string, number])[] {
  const here = tokens(questioned);
  const run = (at: number, length: number): string => {
    return questioned.slice(here[at]!.start, here[at + length - 1]!.end);
  };
  return runsOf(here, tokens(known)).map(({ at, there, length }) => [run(at, length), there]);
}

describe('shared wording', () => {
  it('is runs of two words or signs and more, as long as they go', () => {
    expect(shared('Well, first of all, we pay.', 'He said: well, first of all, no.')).toEqual([
      ['Well, first of all,', 3],
    ]);
  });

  it('is found at each place of either text', () => {
    expect(shared('by and by', 'and by then by and')).toEqual([
      ['by and', 3],
      ['and by', 0],
    ]);
  });

  it('is the same in both texts, and goes on neither way', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ','), { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (questioned, known) => {
        const [here, there] = [tokens(questioned), tokens(known)];
        for (const run of runsOf(here, there)) {
          const same = (i: number): boolean => here[run.at + i]?.word === there[run.there + i]?.word;
          expect(Array.from({ length: run.length }, (_, i) => same(i))).not.toContain(false);
          expect(run.at > 0 && run.there > 0 && same(-1)).toBe(false);
          expect(run.at + run.length < here.length && run.there + run.length < there.length && same(run.length)).toBe(
            false,
          );
        }
      }),
    );
  });
});

describe('shared wording of parts', () => {
  it('is what lies in both, single words too', () => {
    const here = tokens('so it goes, and so it ends');
    const wording = new Wording(here);
    const there = wording.toNumbers(tokens('and so it ends here'));
    const part = { from: 1, to: 4 };
    expect(wording.findShared(there, 1, { from: 4, to: 7 }, part)).toEqual([{ at: 5, there: 1, length: 2 }]);
    expect(wording.findShared(there, 1, { from: 0, to: 1 }, part)).toEqual([{ at: 0, there: 1, length: 1 }]);
    expect(wording.findShared(there, 2, { from: 0, to: 1 }, part)).toEqual([]);
  });
});

describe('surprise', () => {
  const shares: Readonly<Record<string, number>> = { the: 1, of: 1, whilst: 0.01, carpentry: 0.01, library: 0.1 };
  const text = 'We meet at the Library Carpentry whilst the carpentry of the library lasts; Library Carpentry is ours.';
  const here = tokens(text);
  const surprise = new Surprise(here, (word) => shares[word] ?? 0.5);
  const place = (word: string): number => here.findIndex((each) => each.word === word);
  const value = (word: string): number => surprise.values[place(word)]!;

  it('is nothing for a word of every text, and the more the fewer have it', () => {
    expect(value('the')).toBeCloseTo(0);
    expect(value('whilst')).toBeCloseTo(-Math.log(0.01));
    expect(value(';')).toBeGreaterThan(value('.'));
  });

  it('takes a name for a word of the subject, and a rare content word, but no rare word of grammar', () => {
    const topical = surprise.markTopical([]);
    expect(['library', 'carpentry', 'whilst', 'meet'].filter((word) => topical[place(word)])).toEqual([
      'library',
      'carpentry',
    ]);
  });
});
