import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../../src/core/markers/catalogue/catalogue';
import { MarkerFinder } from '../../../src/core/markers/findMarkers';
import { expectLinear } from '../../growth';
import { isAll } from '../../needs';

describe('the catalogue of habits', () => {
  it('has at least 120 habits, each by a name of its own', () => {
    expect(readCatalogue().length).toBeGreaterThanOrEqual(120);
    expect(new Set(readCatalogue().map(({ name }) => name)).size).toBe(readCatalogue().length);
  });

  const repeated = ['a', ' ', '. ', '"a ', 'a,b ', '\n'];
  const more = ['-', "a' ", '1,111,', '! ', '(a', 'a ', '...', 'A ', '* ', '“', 'a—', 'hi\n'];
  it.each(isAll ? [...repeated, ...more] : repeated)(
    'reads characters of %j in steps that grow with them',
    async (unit) => {
      const read = (size: number): void => {
        const text = `One. ${unit.repeat(size / unit.length)} Two.`;
        expect(new MarkerFinder(readCatalogue()).count({ text, genre: 'email' })).toHaveLength(readCatalogue().length);
      };
      await expectLinear(read, 200);
    },
  );

  it.each(readCatalogue())('finds "$name" in its example, once', (habit) => {
    const rate = new MarkerFinder([habit]).count({ text: habit.example, genre: 'email' });
    expect(rate[0]).toMatchObject({ count: 1 });
  });
});
