import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../growth';
import { changed } from '../../../research/laboratory/evaluate/textChanges';
import { findOddities } from '../../../src/core/text/textNotes';

const folder = path.resolve(import.meta.dirname, '../../../sample');
const samples = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
const longest = samples.toSorted((a, b) => b.length - a.length)[0]!;
const found = (text: string): readonly string[] => findOddities(text).map(([oddity]) => oddity);

describe('oddShares', () => {
  it('finds nothing odd about the texts of the sample', () => {
    expect(samples.length).toBeGreaterThan(20);
    expect(samples.flatMap(found)).toEqual([]);
  });

  it.each([
    ['in capitals', ['inCapitals']],
    ['in lower case', ['withoutCapitals']],
    ['without punctuation', ['unpunctuated']],
    ['5 % of letters wrong', ['misspelt']],
    ['words shuffled', ['shuffled']],
    ['as a list', ['shortLines']],
    ['as verse', ['shortLines']],
    ['a quarter four times', ['repetitive']],
    ['as code', ['signs']],
    ['as numbers', ['fewFunctionWords', 'shortLines']],
    ['as a hex dump', ['unpunctuated', 'fewFunctionWords']],
  ])('finds of a text %s: %j', (change, oddities) => {
    expect(found(changed(longest, change, 1))).toEqual(expect.arrayContaining(oddities));
  });

  it('reads nothing of characters that nobody sees', () => {
    expect(found(longest.replace(/\b(\w)(\w)/gu, '$1\u200b$2'))).toEqual([]);
  });

  it('gives the share that is odd', () => {
    expect(findOddities('THE KEYS ARE WITH MRS. HALL, so ask her. '.repeat(10))).toEqual([
      ['inCapitals', 21 / 29],
      ['repetitive', 1 - 9 / 86],
    ]);
  });

  it('does not take lines that are wrapped at 60 characters for verse', () => {
    expect(found(longest.replace(/(.{50,60})\s/gu, '$1\n'))).toEqual([]);
  });

  it('says nothing of a text too short to judge', () => {
    expect(found('THE KEYS ARE WITH MRS HALL')).toEqual([]);
    expect(findOddities('')).toEqual([]);
  });

  it.each(['a', 'a ', 'a\n', '. ', "a'", '- '])('reads %j in time that grows as the text does', async (unit) => {
    await expectLinear((size) => findOddities(unit.repeat(size / unit.length)), 1000);
  });
});
