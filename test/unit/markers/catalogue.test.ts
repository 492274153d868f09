import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/core/markers/catalogue/catalogue';
import { HabitFinder } from '../../../src/core/markers/findHabits';

describe('the catalogue of habits', () => {
  it('has at least 120 habits, each by a name of its own', () => {
    expect(catalogue().length).toBeGreaterThanOrEqual(120);
    expect(new Set(catalogue().map(({ name }) => name)).size).toBe(catalogue().length);
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
    expect(new HabitFinder(catalogue()).count({ text, genre: 'email' })).toHaveLength(catalogue().length);
  });

  it.each(catalogue())('finds "$name" in its example, once', (habit) => {
    const rate = new HabitFinder([habit]).count({ text: habit.example, genre: 'email' });
    expect(rate[0]).toMatchObject({ count: 1 });
  });
});
