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

/**
 * What the code has beside the models, by file: the constants that `isFit` finds, and the numbers that are not whole within functions; the
 * hash of each file of data, and the libraries with data.
 */
function listConstants(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of rooms.flatMap(listFiles)) {
    if (!/\.(ts|json)$/.test(name) || /(constants|tsconfig)\.json$/.test(name)) continue;
    const text = fs.readFileSync(path.join(source, name), 'utf8');
    const listed = name.endsWith('.json') ? computeSha256(text) : listConstantsOf(name, text);
    if (listed !== '') found[name] = listed;
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

function listConstantsOf(name: string, text: string): string {
  const parsed = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const declared = parsed.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  const constants = declared.flatMap(({ name: named, initializer }) => {
    if (!initializer || ts.isArrowFunction(initializer) || !isFit(name, named.getText(), initializer)) return [];
    const value = printer.printNode(ts.EmitHint.Unspecified, initializer, parsed).replace(/\s+/g, ' ');
    return `${named.getText()} = ${value}`;
  });
  const within = listNumbers(parsed).flatMap(({ text: digits, isWithin }) =>
    isWithin && !isWhole(digits) ? digits : [],
  );
  return [...constants, ...(within.length > 0 ? [`functions: ${within.join(' ')}`] : [])].join('; ');
}

/** Names of whole numbers in `core` that are weights, costs or thresholds. Others are sizes of lists and caches. */
const fitNames =
  /^(?:min|least|fewest)[A-Z]|weight|cost|penalty|ridge|surprise|(?<!mis)lead(?!ing)|advantage|strength|support|excess|closest|neighbours|measured[A-Z]|enough|lengths$|maxOf(?:Language|Factor)|perMarker|prior|widest|topical|times/i;

/** Whether a constant is a fit or a threshold: it contains a number that is not whole, or its name says so. */
function isFit(file: string, name: string, initializer: ts.Node): boolean {
  const numbers = listNumbers(initializer);
  if (numbers.some(({ text }) => !isWhole(text))) return true;
  return numbers.length > 0 && file.startsWith('core/') && fitNames.test(name);
}

function isWhole(digits: string): boolean {
  return Number.isInteger(Number(digits));
}

/** The numbers of a part of the code, and whether each is within a function. */
function listNumbers(
  node: ts.Node,
  isWithin = false,
): readonly { readonly text: string; readonly isWithin: boolean }[] {
  if (ts.isNumericLiteral(node)) return [{ text: node.text, isWithin }];
  const inner = isWithin || ts.isFunctionLike(node);
  const found: { readonly text: string; readonly isWithin: boolean }[] = [];
  ts.forEachChild(node, (child) => void found.push(...listNumbers(child, inner)));
  return found;
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
    const text =
      'const a = { b: [1, -2.5] } as const; const kept = 3; const f = (x) => x * 0.5; class A { g = (y) => 4 + y }';
    expect(listConstantsOf('a.ts', text)).toBe('a = { b: [1, -2.5] } as const; functions: 0.5');
    expect(listConstantsOf('core/a.ts', 'const minLead = 1, keptRows = 9;')).toBe('minLead = 1');
    const values = Object.entries(listConstants());
    const find = (end: string) => values.find(([name]) => name.endsWith(end))?.[1];
    expect(find('withoutRareWords.ts')).toMatch(/calibrations = .*0\.96/);
    expect(find('splitByCase.ts')).toMatch(/apartInOneOfTwenty = .*0\.54/);
    expect(find('combinedScore.ts')).toMatch(/backgroundStatistics = .*0\.48/);
    expect(find('recalibration.ts')).toContain('slopePenalty = 2');
    expect(find('listed.json')).toMatch(/^[0-9a-f]{64}$/);
  });
});
