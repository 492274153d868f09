import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as sentenceTables from '../../../src/presentation/words/sentences';

const root = path.resolve(import.meta.dirname, '../../..');

function filesOf(folder: string): readonly string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(root, folder, name));
}

/** A literal, or each of those that a condition chooses from. */
function addLiterals(node: ts.Node | undefined, found: Set<string>): void {
  if (node && ts.isStringLiteralLike(node)) found.add(node.text);
  if (node && ts.isConditionalExpression(node))
    for (const branch of [node.whenTrue, node.whenFalse]) addLiterals(branch, found);
}

/** Every literal sentence that is said through `l10n.t`, or that an error is made of. */
function listSentences(): readonly string[] {
  const found = new Set<string>(Object.values(sentenceTables).flatMap((each): string[] => Object.values(each)));
  for (const file of [
    ...filesOf('src/case'),
    ...filesOf('src/extension'),
    ...filesOf('src/presentation'),
    ...filesOf('webview'),
    path.join(root, 'src/core/errors.ts'),
  ]) {
    const text = fs.readFileSync(file, 'utf8');
    if (!/\bl10n\.t\(|\bproblem\(/.test(text)) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^(vscode\.)?l10n\.t$/.test(node.expression.getText(source))) {
        addLiterals(node.arguments[0], found);
      }
      if (ts.isCallExpression(node) && node.expression.getText(source) === 'problem') {
        const sentence = node.arguments[1];
        if (sentence && ts.isStringLiteralLike(sentence)) found.add(sentence.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found].sort();
}

const bundleFile = path.join(root, 'l10n', 'bundle.l10n.json');
const bundle = (): Record<string, string> => JSON.parse(fs.readFileSync(bundleFile, 'utf8')) as Record<string, string>;
const manifestTexts = JSON.parse(fs.readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Record<
  string,
  string
>;

/** What must never stand in front of a reader of evidence. */
const forbidden =
  /%|\bmatch|confiden|probability (that|of)|identif|is the author|certain(ly|ty)|fingerprint|suspect|consistent with|guilt|verdict|accura/i;

describe('the words of the interface', () => {
  const said = listSentences();

  it('are all in the bundle that translations start from', () => {
    if (process.env['UPDATE_STRINGS'] !== undefined) {
      const entries = said.map((sentence) => [sentence, sentence]);
      fs.writeFileSync(bundleFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
    }
    expect(Object.keys(bundle())).toEqual(said);
  });

  it('never claim more than the evidence', () => {
    const texts = [...said, ...Object.values(manifestTexts)];
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter((sentence) => forbidden.test(sentence))).toEqual([]);
  });

  it.each([
    ['l10n/bundle.l10n.json', 'l10n/bundle.l10n.de.json'],
    ['package.nls.json', 'package.nls.de.json'],
  ])('are all in German with the placeholders, commands and codes of %s', (english, german) => {
    const readTexts = (file: string): Readonly<Record<string, string>> =>
      JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Record<string, string>;
    const list = (text = ''): string => [...text.matchAll(/\{\w+\}|\(command:[\w.]+\)|`[^`]+`/g)].flat().sort().join();
    const [from, to] = [readTexts(english), readTexts(german)];
    expect(Object.keys(to).sort()).toEqual(Object.keys(from).sort());
    expect(Object.keys(from).filter((key) => list(from[key]) !== list(to[key]))).toEqual([]);
    // A label may be the same word in both languages; a sentence is not.
    expect(
      Object.keys(from).filter(
        (key) => / [a-z]+ .*[.?!]/.test(from[key]!.replaceAll(/\{\w+\}/g, '')) && from[key] === to[key],
      ),
    ).toEqual([]);
    expect(
      Object.values(to).filter((text) =>
        /\d,\d{3}\b|wahrscheinlichkeit, dass|übereinstimmung|täter|konfiden/i.test(text),
      ),
    ).toEqual([]);
  });

  it('lead to files that are there', () => {
    const manifest = fs.readFileSync(path.join(root, 'package.json'), 'utf8');
    const named = [...manifest.matchAll(/"(media\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  });

  it('name every text of the manifest once', () => {
    const manifest = fs.readFileSync(path.join(root, 'package.json'), 'utf8');
    const keys = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');
    expect([...new Set(keys)].sort()).toEqual(Object.keys(manifestTexts).sort());
  });
});
