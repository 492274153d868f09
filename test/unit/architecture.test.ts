import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const sources = ['src', 'webview'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(root, folder, name)),
);

it('has the route of a review by the names that functions have, forty at most', () => {
  const route = page.slice(page.indexOf('The question goes through'), page.indexOf('Evidence is published'));
  const names = Array.from(route.matchAll(/`(?:\w+\.)?(\w+)`/g), ([, name]) => name!);
  const code = sources
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');
  const before = '^ *(?:(?:export|async|private|const|function) |function\\* )*\\*?';
  const isDefined = (name: string): boolean =>
    new RegExp(`${before}${name}(?:: (?:Command|async)|[<(])`, 'm').test(code);
  expect(names.filter((name) => !isDefined(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
  expect(names.length).toBeLessThanOrEqual(40);
});

it('names files that are there', () => {
  const named = Array.from(page.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|json|mjs))`/g), ([, name]) => name!);
  const places = ['', 'src', 'src/extension'].map((folder) => path.join(root, folder));
  const isThere = (name: string): boolean => places.some((place) => fs.existsSync(path.join(place, name)));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
