import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseCaseFile, setMember } from '../../src/core/casework/caseFile';
import { lockHash } from '../../src/node/casework/writeCase';
import { computeSha256 } from '../../src/node/sha256';

const source = path.join(import.meta.dirname, '../../src');
const file = path.join(source, 'node', 'constants.json');
const printer = ts.createPrinter({ removeComments: true });

/** Where figures are made: from the bytes of a text to a ratio. */
const rooms = ['core', 'lateInteraction', 'node', 'reading'];
/** The libraries whose data or models move figures. Their versions are exact. */
const libraries = ['@cspell/dict-en-common-misspellings', 'eld', 'onnxruntime-node'];

/** What the code has beside the models: each constant with a number that is not whole, each file of data, and the libraries with data. */
function listConstants(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of rooms.flatMap(listFiles)) {
    if (!/\.(ts|json)$/.test(name) || /(constants|tsconfig)\.json$/.test(name)) continue;
    const text = fs.readFileSync(path.join(source, name), 'utf8');
    Object.assign(found, name.endsWith('.json') ? { [name]: computeSha256(text) } : listConstantsOf(name, text));
  }
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(source, '../package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of libraries) found[name] = dependencies[name]!;
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function listFiles(room: string): readonly string[] {
  const names = fs.readdirSync(path.join(source, room), { recursive: true }) as string[];
  return names.map((name) => `${room}/${name.replaceAll('\\', '/')}`);
}

function listConstantsOf(name: string, text: string): Readonly<Record<string, string>> {
  const parsed = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const declared = parsed.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  return Object.fromEntries(
    declared.flatMap(({ name: named, initializer }) => {
      if (!initializer || ts.isArrowFunction(initializer) || !hasFraction(initializer)) return [];
      const value = printer.printNode(ts.EmitHint.Unspecified, initializer, parsed).replace(/\s+/g, ' ');
      return [[`${name} ${named.getText()}`, value]];
    }),
  );
}

/** Whether an expression contains a number that is not whole. Such numbers are fits and thresholds; whole ones are sizes. */
function hasFraction(node: ts.Node): boolean {
  if (ts.isNumericLiteral(node)) return !Number.isInteger(Number(node.text));
  return ts.forEachChild(node, (child) => hasFraction(child) || undefined) ?? false;
}

/** Writes the list, and its hash into the lock of the sample. */
function update(now: object): void {
  fs.writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  const sample = path.join(source, '../sample/sample.idiograph-case.json');
  const text = fs.readFileSync(sample, 'utf8');
  const { settings, own, known } = parseCaseFile(text, 'sample').validation!;
  const constants = computeSha256(JSON.stringify(now));
  const changed = { settings: { ...settings, constants }, own, known: known! };
  fs.writeFileSync(sample, setMember(text, 'validation', { hash: lockHash(changed), ...changed }));
}

describe('what is fitted or chosen in the code', () => {
  it('is in node/constants.json, which is pinned and locked: if not, run UPDATE_CONSTANTS=1 npm run unit -- constants', () => {
    const now = listConstants();
    if (process.env['UPDATE_CONSTANTS'] === '1') update(now);
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(now);
  });

  it('has the fits of ratios, author changes and the order', () => {
    const text = 'const a = { b: [1, -2.5] } as const; const n = 3; const f = (x) => x * 0.5;';
    expect(listConstantsOf('a.ts', text)).toEqual({ 'a.ts a': '{ b: [1, -2.5] } as const' });
    const values = Object.entries(listConstants());
    const find = (end: string) => values.find(([name]) => name.endsWith(end))?.[1];
    expect(find('withoutRareWords.ts calibrations')).toContain('0.96');
    expect(find('splitByCase.ts apartInOneOfTwenty')).toContain('0.54');
    expect(find('combinedScore.ts backgroundStatistics')).toContain('0.48');
    expect(find('listed.json')).toMatch(/^[0-9a-f]{64}$/);
  });
});
