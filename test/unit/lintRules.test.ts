import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../removeFolder';

const root = path.resolve(import.meta.dirname, '../..');

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

interface Rule {
  readonly rule: string;
  readonly valid: readonly string[];
  readonly invalid: readonly (readonly [code: string, messages: readonly string[]])[];
}
const rules: readonly Rule[] = [
  ...Object.entries(retired).map(([rule, codes]) => ({
    rule,
    valid: accepted,
    invalid: codes.map(([code, word]) => [code, [`"${word}"`]] as const),
  })),
  {
    rule: 'places',
    valid: ["path.join('a', 'b')", "uri.scheme === 'file'", 'text.startsWith(start)'],
    invalid: [
      ["path.relative('a', 'b')", ['nameFrom']],
      ["fs.realpathSync('a')", ['resolveTrueName', 'resolveTrueName']],
      ['uri.fsPath !== file', ['isSamePlace']],
      ["path.resolve('a') === file", ['isSamePlace']],
      ['file.startsWith(path.sep)', ['isWithin']],
    ],
  },
  {
    rule: 'ratio-signs',
    valid: ["const times = 'times'"],
    invalid: ["const sign = '×'", 'const words = `1 ÷ ${ratio}`', 'const cell = <td>× 2</td>'].map(
      (code) => [code, ['formatRatio']] as const,
    ),
  },
];

/** The messages of each rule on each code, from one run of the linter over a file for each. */
let messages: ReadonlyMap<string, readonly string[]>;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-lint-'));
afterAll(() => removeFolder(folder));
beforeAll(() => {
  const fileOf = new Map<string, string>();
  for (const { rule, valid, invalid } of rules) {
    fs.mkdirSync(path.join(folder, rule));
    for (const code of [...valid, ...invalid.map(([each]) => each)]) {
      const file = path.join(rule, `${fileOf.size}.tsx`);
      fs.writeFileSync(path.join(folder, file), code);
      fileOf.set(file, keyOf(rule, code));
    }
  }
  const settings = {
    jsPlugins: [{ name: 'own', specifier: path.join(root, 'scripts', 'lintRules.mjs') }],
    categories: { correctness: 'off' },
    overrides: rules.map(({ rule }) => ({ files: [`${rule}/*`], rules: { [`own/${rule}`]: 'error' } })),
  };
  fs.writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(settings));
  const linter = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { stdout } = spawnSync(process.execPath, [linter, '--format=json', '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly message: string; readonly filename: string }[];
  };
  const found = new Map(Array.from(fileOf.values(), (key) => [key, [] as string[]]));
  for (const { filename, message } of diagnostics) found.get(fileOf.get(path.normalize(filename))!)!.push(message);
  messages = found;
});

function keyOf(rule: string, code: string): string {
  return `${rule}: ${code}`;
}

describe.each(rules)('$rule', ({ rule, valid, invalid }) => {
  it.each(valid)('accepts %s', (code) => {
    expect(messages.get(keyOf(rule, code))).toEqual([]);
  });
  it.each(invalid)('refuses %s', (code, wanted) => {
    expect(messages.get(keyOf(rule, code))).toEqual(wanted.map((part) => expect.stringContaining(part) as string));
  });
});
