import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import glossary from '../../scripts/glossaryRules.mjs';

/** The words that the rules find in some code. */
function findRetired(code: string): readonly (string | undefined)[] {
  const rules = { 'glossary/names': 'error', 'glossary/comments': 'error', 'glossary/titles': 'error' } as const;
  const languageOptions = { parser: tseslint.parser as Linter.Parser };
  const messages = new Linter().verify(code, { plugins: { glossary }, languageOptions, rules });
  return messages.map(({ message }) => /"(.+?)"/.exec(message)?.[1]);
}

describe('the words of the code', () => {
  it.each([
    ['interface Stranger {}', 'stranger'],
    ['class MarkerHabits {}', 'habits'],
    ['type AtHand = string', 'at hand'],
    ['const readHabit = () => 1', 'habit'],
    ['class A { anybody() {} }', 'anybody'],
    ['function reviewed() {}', 'reviewed'],
    ['class A { kept() {} }', 'kept'],
    ['// The text at hand is read.', 'text at hand'],
    ['/**\n * A number that\n * stands for nothing.\n */', 'stands'],
    ['/** Of all texts the longest. */', 'Of'],
    ['/**\n * By their names.\n */', 'By'],
    ['// Else nothing.', 'Else'],
    ["it('finds it anew', () => {})", 'anew'],
    ["it.each([1])('finds whoever it is', () => {})", 'whoever'],
    ['describe.runIf(a)(`a ${b} that was told`, () => {})', 'told'],
  ])('are refused in %j', (code, word) => {
    expect(findRetired(code)).toEqual([word]);
  });

  it.each([
    'const keptTexts = readHandRanges(anew)',
    '/** A standing order. */ function readKept() {}',
    "say('the text at hand')",
    '// Texts of all authors',
  ])('are accepted in %j', (code) => {
    expect(findRetired(code)).toEqual([]);
  });
});
