import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../../src/core/markers/catalogue/catalogue';
import { MarkerFinder } from '../../../src/core/markers/findMarkers';

const habits = readCatalogue();
const examples = habits.map(({ example }) => example);
const text = fc
  .array(fc.oneof(fc.constantFrom(...examples), fc.constantFrom(' ', '\n\n', '. ', ', ', '…', '😀', 'İ', 'Σ')), {
    minLength: 60,
    maxLength: 120,
  })
  .map((parts) => parts.join(' '));
const toMarked = (own: string) => ({ text: own, genre: 'email', title: '' });

describe('PatternSearch', () => {
  it('counts what is left of a text, and a text after an edit, as if no text had come before', () => {
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat({ max: 600 }),
        fc.constantFrom('', 'x', '!', ' (a ', 'ing, '),
        (whole, at, cut, put) => {
          const from = at % whole.length;
          const after = whole.slice(0, from) + put + whole.slice(from + cut);
          const used = new MarkerFinder(habits);
          used.count(toMarked(whole));
          expect(used.count(toMarked(after))).toEqual(new MarkerFinder(habits).count(toMarked(after)));
        },
      ),
      { numRuns: 60 },
    );
  });
});
