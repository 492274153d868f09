import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/evaluation/scoreGroups';
import { findMarkerByName } from '../../../../src/core/markers/authorMarkers';
import { readCatalogue } from '../../../../src/core/markers/catalogue/catalogue';
import { MarkerRates } from '../../../../src/core/markers/textMarkers';
import { countHabits, fitHabits, fitPrior } from '../../../laboratory/fitting/fitHabits';

describe('how a population keeps habits', () => {
  it('is fitted as a mean and a spread of authors’ rates', () => {
    const random = createRandom(3);
    const authors = Array.from({ length: 400 }, () => {
      const rate = random() < 0.5 ? 0.05 : 0.35;
      return Array.from({ length: 4 }, () => {
        const count = Array.from({ length: 30 }, () => Number(random() < rate)).reduce((sum, one) => sum + one, 0);
        return { count, occasions: 30 };
      });
    });
    const { alpha, beta, likeness } = fitPrior(authors);
    expect(alpha / (alpha + beta)).toBeCloseTo(0.2, 1);
    expect(alpha + beta).toBeLessThan(12); // authors differ
    expect(likeness).toBeLessThan(0.02); // texts of one author do not
  });

  it('speaks for a genre with authors enough, of more than one source, and of what was not cleaned away', () => {
    const texts = Array.from({ length: 60 }, (_, i) => ({
      ...({
        author: `a${i % 30}`,
        mode: 'written',
        genre: i % 30 < 28 ? 'email' : 'letter',
        source: `s${i % 3}`,
      } as const),
      text: `Hi all,\n\nIt rained, and so we left. ${i % 2 === 0 ? 'so it is.' : 'So it is.'} It isn't so, but it may be.\n\nThanks,\nA.`,
    }));
    const fitted = fitHabits(countHabits(texts));
    expect(fitted.groups.map(({ mode, genre, authors }) => [mode, genre, authors])).toEqual([
      ['written', undefined, 30],
      ['written', 'email', 28],
    ]);
    const email = MarkerRates.parse(JSON.parse(JSON.stringify(fitted))).selectGroup('written', 'email');
    const rate = (name: string): number | undefined => email.findRate(findMarkerByName(name, readCatalogue()));
    expect(rate('sentences begin with a small letter')).toBeCloseTo(0.1, 1);
    expect(rate('Hi (not another greeting)')).toBeUndefined();
    const one = fitHabits(countHabits(texts.map((text) => ({ ...text, source: 's' }))));
    expect(one.groups.map(({ genre }) => genre)).toEqual([undefined]);
  });
});
