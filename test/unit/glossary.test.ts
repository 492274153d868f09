import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The retired words of the glossary by the row that they are in. */
function readRetired(): Readonly<Record<string, readonly string[]>> {
  const page = fs.readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  const rows = page.slice(page.indexOf('## Retired words')).matchAll(/^\| ([a-z ]+) \| (`.*) \|$/gm);
  return Object.fromEntries(
    Array.from(rows, ([, where, words]) => [where!, Array.from(words!.matchAll(/`([^`]+)`/g), ([, word]) => word!)]),
  );
}

interface Source {
  readonly file: string;
  readonly tree: ts.SourceFile;
}

function readSources(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => {
        const file = path.join(folder, name);
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true) };
      }),
  );
}

function isFunction(node: ts.Node): node is ts.FunctionDeclaration | ts.MethodDeclaration | ts.VariableDeclaration {
  if (ts.isVariableDeclaration(node)) return node.initializer !== undefined && ts.isArrowFunction(node.initializer);
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
}

/** The names of functions, or of functions and types, each with its file. */
function listNames({ file, tree }: Source, withTypes: boolean): readonly (readonly [file: string, name: string])[] {
  const found: (readonly [string, string])[] = [];
  const visit = (node: ts.Node): void => {
    const isType = ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    if ((isFunction(node) || (withTypes && isType)) && node.name) found.push([file, node.name.getText(tree)]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The words of a name, as "read marker rates". */
function splitName(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

function listComments({ file, tree }: Source): readonly string[] {
  const scanned = tree.text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm) ?? [];
  return scanned.map((comment) => `${file}: ${comment.replace(/\s*\n\s*\*?\s*/g, ' ')}`);
}

/** The titles of tests, each with its file. A title is an argument of `describe` or `it`, or of what these return. */
function listTitles({ file, tree }: Source): readonly string[] {
  const found: string[] = [];
  const isOfTest = (callee: ts.Expression): boolean =>
    ts.isIdentifier(callee)
      ? ['describe', 'it', 'test', 'suite'].includes(callee.text)
      : (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) && isOfTest(callee.expression);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isOfTest(node.expression)) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        found.push(`${file}: ${title.getText(tree)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

describe('the words of the code', () => {
  const sources = readSources('src', 'webview');
  const retired = readRetired();

  it('has names of functions and types without retired words', () => {
    const words = retired['names']!.map(splitName);
    const names = sources.flatMap((source) => listNames(source, true));
    expect(words.length).toBeGreaterThan(3);
    expect(names.length).toBeGreaterThan(2000);
    const wrong = names.filter(([, name]) => words.some((word) => ` ${splitName(name)} `.includes(` ${word} `)));
    expect(wrong).toEqual([]);
  });

  it('has no function that is called by a participle', () => {
    const words = new Set(retired['functions']);
    const names = sources.flatMap((source) => listNames(source, false));
    expect(words.size).toBeGreaterThan(10);
    expect(names.filter(([, name]) => words.has(name))).toEqual([]);
  });

  it('has comments and titles of tests without retired words', () => {
    const pattern = new RegExp(`\\b(${retired['prose']!.join('|')})\\b`, 'i');
    const isRetired = (prose: string): boolean => pattern.test(prose.slice(prose.indexOf(': ')));
    const titles = readSources('test', 'research').flatMap(listTitles);
    const comments = sources.flatMap(listComments);
    expect(titles.length).toBeGreaterThan(2000);
    expect([...comments, ...titles].filter(isRetired)).toEqual([]);
  });

  it('has no comment that begins with a preposition instead of its subject', () => {
    const begins = new RegExp(`: (?:/\\*\\*?|//) ?(${retired['beginnings']!.join('|')})\\b`);
    expect(sources.flatMap(listComments).filter((comment) => begins.test(comment))).toEqual([]);
  });
});
