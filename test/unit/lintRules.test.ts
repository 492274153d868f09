import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import own from '../../scripts/lintRules.mjs';

// The tester needs Node 22. The rules themselves run on every version, in npm run lint.
RuleTester.describe = Number(process.versions.node.split('.')[0]) >= 22 ? describe : describe.skip;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });

const retired: Record<string, readonly (readonly [code: string, word: string])[]> = {
  names: [
    ['interface Stranger {}', 'stranger'],
    ['class MarkerHabits {}', 'habits'],
    ['type AtHand = string', 'at hand'],
    ['const readHabit = () => 1', 'habit'],
    ['class A { anybody() {} }', 'anybody'],
    ['function reviewed() {}', 'reviewed'],
    ['class A { kept() {} }', 'kept'],
  ],
  comments: [
    ['// The text at hand is read.', 'text at hand'],
    ['/**\n * A number that\n * stands for nothing.\n */', 'stands'],
    ['/** Of all texts the longest. */', 'Of'],
    ['/**\n * By their names.\n */', 'By'],
    ['// Else nothing.', 'Else'],
  ],
  titles: [
    ["it('finds it anew', () => {})", 'anew'],
    ["it.each([1])('finds whoever it is', () => {})", 'whoever'],
    ['describe.runIf(a)(`a ${b} that was told`, () => {})', 'told'],
  ],
};
const accepted = [
  'const keptTexts = readHandRanges(anew)',
  '/** A standing order. */ function readKept() {}',
  "say('the text at hand')",
  '// Texts of all authors',
];
for (const [rule, codes] of Object.entries(retired))
  tester.run(rule, own.rules[rule]!, {
    valid: accepted,
    invalid: codes.map(([code, word]) => ({ code, errors: [new RegExp(`^"${word}"`)] })),
  });

tester.run('places', own.rules['places']!, {
  valid: ["path.join('a', 'b')", "uri.scheme === 'file'", 'text.startsWith(start)'],
  invalid: [
    ["path.relative('a', 'b')", 'nameFrom'],
    ["fs.realpathSync('a')", 'resolveTrueName'],
    ['uri.fsPath !== file', 'isSamePlace'],
    ["path.resolve('a') === file", 'isSamePlace'],
    ['file.startsWith(path.sep)', 'isWithin'],
  ].map(([code, instead]) => ({ code: code!, errors: instead === 'resolveTrueName' ? 2 : [new RegExp(instead!)] })),
});

tester.run('ratio-signs', own.rules['ratio-signs']!, {
  valid: ["const times = 'times'"],
  invalid: ["const sign = '×'", 'const words = `1 ÷ ${ratio}`', 'const cell = <td>× 2</td>'].map((code) => ({
    code,
    errors: [/formatRatio/],
  })),
});
