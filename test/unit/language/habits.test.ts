import { describe, expect, it } from 'vitest';
import { readCatalogueOf } from '../../../src/core/language/languageCollection';
import { MarkerFinder } from '../../../src/core/markers/findMarkers';
import { expectLinear } from '../../growth';

const languages = ['de', 'pl'] as const;

describe.each(languages)('the catalogue of habits of %s', (language) => {
  const habits = readCatalogueOf(language);

  it('has each habit by a name of its own', () => {
    expect(new Set(habits.map(({ name }) => name)).size).toBe(habits.length);
  });

  it.each(habits)('finds "$name" in its example, once', (habit) => {
    const rate = new MarkerFinder([habit]).count({ text: habit.example, genre: 'email' });
    expect(rate[0]).toMatchObject({ count: 1 });
  });

  it.each([' ', 'a ', '. ', 'Aa-', 'A', '1.', '!', 'sie ', 'ß', ', das '])(
    'reads characters of %j in steps that grow with them',
    async (unit) => {
      const read = (size: number): void => {
        const text = `Eins. ${unit.repeat(size / unit.length)} Zwei.`;
        expect(new MarkerFinder(habits).count({ text, genre: 'email' })).toHaveLength(habits.length);
      };
      await expectLinear(read, 200);
    },
  );
});

describe('habits of German', () => {
  const count = (name: string, text: string) => {
    const habit = readCatalogueOf('de').find((each) => each.name.startsWith(name))!;
    return new MarkerFinder([habit]).count({ text, genre: 'email' })[0];
  };

  it.each([
    ['ss for ß', 'Die Strasse ist groß. Er wohnt draussen.', { count: 2, occasions: 3 }],
    ['daß, muß', 'Ich hoffe, daß er kommt, und dass sie muß.', { count: 2, occasions: 3 }],
    ['formal Sie', 'Ich danke Ihnen und frage, ob Sie kommen, da sie fehlt.', { count: 2, occasions: 3 }],
    ['ae, oe, ue for umlauts', 'Das ist fuer dich. Er geht über den Platz.', { count: 1, occasions: 2 }],
    ['„ “ as quotation marks', 'Er sagte „ja“ und "nein".', { count: 1, occasions: 3 }],
  ])('counts %s', (name, text, rate) => {
    expect(count(name, text)).toEqual(rate);
  });

  it('has habits that a language without a list does not have', () => {
    expect(readCatalogueOf('de').length).toBeGreaterThan(readCatalogueOf('pl').length + 50);
  });
});
