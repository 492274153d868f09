import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/evaluation/scoreGroups';
import { judgeTrials } from '../../../../src/core/verification/fitting/judge';
import { type FamilyTrial, judgeByFamilies, setLargestApart } from '../../../laboratory/fitting/judgeFamilies';
import type { RatedTrial } from '../../../../src/core/verification/fitting/trials';

type Rated = RatedTrial & FamilyTrial;

/** Trials of the authors of a family, two of either class for each; `signal` is what the ratio of one author's texts has more. */
function trialsOf(family: string, authors: number, signal: number): readonly Rated[] {
  const random = createRandom(authors);
  return Array.from({ length: 4 * authors }, (_, i) => {
    const same = i % 2 === 0;
    const [author, other] = [i % authors, same ? i % authors : (i + 3) % authors].map((n) => `${family} ${n}`);
    const logOdds = random() - 0.5 + (same ? signal : -signal);
    return { authors: [author!, other!] as const, same, logOdds, sources: [family, family] };
  });
}

const community = trialsOf('community', 81, 0.6);

describe('setLargestApart', () => {
  it('sets the family with the most authors apart, with every trial that has a text of it', () => {
    const both: Rated = { ...community[1]!, sources: ['community', 'press'] };
    const press = trialsOf('press', 15, 0.6);
    expect(setLargestApart([...press, ...community, both])).toEqual({ family: 'community', rest: press });
  });

  it('knows no family where no trial names one', () => {
    expect(setLargestApart([{ authors: ['a', 'a'], same: true }])).toBeUndefined();
  });
});

describe('judgeByFamilies', () => {
  it('does not take the word of one community for all others', () => {
    const trials = [...community, ...trialsOf('press', 15, -0.3), ...trialsOf('books', 15, -0.3)];
    expect(judgeTrials(trials).cllrUpper).toBeLessThan(1);
    expect(judgeByFamilies(trials, 10).cllrUpper).toBeGreaterThanOrEqual(1);
  });

  it('states no more than the others support', () => {
    const trials = [...community, ...trialsOf('press', 15, 0.5), ...trialsOf('books', 15, 0.5)];
    const [all, judged] = [judgeTrials(trials), judgeByFamilies(trials, 10)];
    const rest = judgeTrials(trials.slice(community.length));
    expect(judged.cllrUpper).toBeLessThan(1);
    expect(judged.upper).toBe(Math.min(all.upper, rest.upper));
    expect(judged.upper).toBeLessThan(all.upper);
    expect(judged.sameAuthors).toBe(all.sameAuthors);
  });

  it('is silent where too few authors are of other families', () => {
    expect(judgeByFamilies([...community, ...trialsOf('press', 8, 0.6)], 10).cllrUpper).toBe(1);
    expect(judgeByFamilies(community, 10).cllrUpper).toBe(1);
  });
});
