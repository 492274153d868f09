import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeSum } from '../../src/core/basics/numbers';
import { readCatalogue } from '../../src/core/markers/catalogue/catalogue';
import { MarkerFinder } from '../../src/core/markers/findMarkers';
import { countGrowth, countSteps } from '../growth';
import { isAll } from '../needs';

/** What an expression finds while its steps are counted. */
async function findCounted(expression: RegExp, text: string): Promise<readonly unknown[]> {
  let found: unknown[] = [];
  await countSteps(() => {
    found = Array.from(text.matchAll(expression), (match) => [match.index, ...match, { ...match.groups }]);
  });
  return found;
}

describe('steps that are counted', () => {
  it.each([
    [/a+b/, 4],
    [/\s+$/, 4],
    [/(?<=x.*)b/, 4],
    [/(?:aa)+b/, 4],
    [/a{1,5}b/, 2],
    [/(?<!\w)\w+b/, 2],
  ])('of %s grow by %d where a text is twice as long', async (expression, growth) => {
    const unit = expression.source.includes('\\s') ? ' ' : 'a';
    expect(await countGrowth((size) => expression.test(`${unit.repeat(size)}c`), 150)).toBeCloseTo(growth, 0);
  });

  it('of a search that is begun at each place grow by 4', async () => {
    const run = (size: number): void => {
      for (let at = 0; at < size; at++) 'a'.repeat(size).indexOf('b', at);
    };
    expect(await countGrowth(run, 400)).toBeCloseTo(4, 1);
  });

  it.runIf(isAll)('of loops of the product grow by 4 where each goes over what the others go over', async () => {
    const run = (size: number): void => {
      for (let i = 0; i < size; i++) computeSum(Array.from({ length: size }, (_, at) => at));
    };
    expect(await countGrowth(run, 100)).toBeCloseTo(4, 0);
  });

  it.each([
    /(\w+)\s(?<second>\w+)?/gu,
    /(a|ab)(c|bcd)(d*)/g,
    /(?:(a)|b)*?c/g,
    /(?<=\b[A-Z]\w*\s)\w+(?![.,])/g,
    /^.*?$/gm,
    /(["'])(?:(?!\1).){1,3}\1/gs,
    /\p{Lu}\p{Ll}{2,}|[^a-z]{2}/gu,
    /(?<x>a)?b\k<x>/gi,
    /(z)((a+)?(b+)?(c))*/g,
    /\bth?e\B|x?/gi,
  ])('are those of matches that %s has', async (expression) => {
    const words = fc.array(fc.constantFrom(...Array.from('aAbcdzZ xéß\n"\'.,'), '\u{1f600}', 'the', 'Then'), {
      maxLength: 30,
    });
    const check = fc.asyncProperty(words, async (parts) => {
      const text = parts.join('');
      const found = Array.from(text.matchAll(expression), (match) => [match.index, ...match, { ...match.groups }]);
      expect(await findCounted(expression, text)).toEqual(found);
    });
    await fc.assert(check, { numRuns: 60 });
  });

  it('change nothing about what the habits find in their examples', async () => {
    const count = (): unknown =>
      readCatalogue().map((habit) => new MarkerFinder([habit]).count({ text: habit.example, genre: 'email' }));
    const plain = count();
    let found: unknown;
    await countSteps(() => (found = count()));
    expect(found).toEqual(plain);
  });
});
