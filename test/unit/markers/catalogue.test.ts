import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../../src/core/markers/catalogue/catalogue';
import { MarkerFinder } from '../../../src/core/markers/findMarkers';

describe('the catalogue of habits', () => {
  it('has at least 120 habits, each by a name of its own', () => {
    expect(readCatalogue().length).toBeGreaterThanOrEqual(120);
    expect(new Set(readCatalogue().map(({ name }) => name)).size).toBe(readCatalogue().length);
  });

  it.each([
    ' ',
    '\n',
    '-',
    '. ',
    '"a ',
    "a' ",
    '1,111,',
    'a,b ',
    '! ',
    '(a',
    'a ',
    'a',
    '...',
    'A ',
    '* ',
    '“',
    'a—',
    'hi\n',
  ])('reads a million characters of %j in a time that grows with them', (unit) => {
    const text = `One. ${unit.repeat(1_000_000 / unit.length)} Two.`; // what took more than linear time would not end
    expect(new MarkerFinder(readCatalogue()).count({ text, genre: 'email' })).toHaveLength(readCatalogue().length);
  });

  it.each(readCatalogue())('finds "$name" in its example, once', (habit) => {
    const rate = new MarkerFinder([habit]).count({ text: habit.example, genre: 'email' });
    expect(rate[0]).toMatchObject({ count: 1 });
  });
});
