import { describe, expect, it } from 'vitest';
import { canLead, rateConvincing, type Unplaced } from '../../../src/core/markers/convincing';
import { markers } from '../presentation/exampleFindings';

const [example] = markers.for;

/** A choice of two spellings that the candidate always makes in one way, and hardly anybody else. */
const choice: Unplaced = {
  ...example!,
  ...{ name: 'publick (not public)', family: 'spelling', per: 'places', weight: 3, isMore: true },
  ...{ questioned: { count: 4, occasions: 4 }, candidate: { count: 30, occasions: 30 } },
  texts: [1, 2, 3].map((i) => ({ document: `text ${i}`, count: 10, occasions: 10 })),
  ...{ others: [0, 0, 0.1], sharers: [], shared: 0, population: 0.02 },
};
const about = { mode: 'written', isSupported: true } as const;

describe('a marker that leads', () => {
  it('is no choice that the questioned text makes in both ways', () => {
    expect(canLead(choice, about)).toBe(true);
    expect(canLead({ ...choice, questioned: { count: 2, occasions: 4 } }, about)).toBe(false);
    expect(canLead({ ...choice, questioned: { count: 1, occasions: 2 } }, about)).toBe(false);
  });

  it('may be something that both never do, which counts as much as what both always do', () => {
    const never: Unplaced = {
      ...choice,
      isMore: false,
      ...{ questioned: { count: 0, occasions: 7 }, candidate: { count: 0, occasions: 82 } },
      texts: choice.texts.map((each) => ({ ...each, count: 0 })),
      ...{ others: [0.06, 0.3, 0.72], population: 0.4 },
    };
    expect(canLead(never, about)).toBe(true);
    expect(rateConvincing({ ...never, candidate: choice.candidate, texts: choice.texts })).toBeCloseTo(
      rateConvincing({ ...choice, questioned: never.questioned, isMore: false }),
    );
  });

  it('is never a phrase, such as a name, a date or an event', () => {
    expect(canLead({ ...choice, family: 'phrases', name: '“the twelfth of May”' }, about)).toBe(false);
  });
});
