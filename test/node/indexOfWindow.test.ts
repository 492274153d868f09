import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findIndexOfWindow } from '../../src/node/casework/indexOfCase';
import { makesLinks } from '../needs';
import { removeFolder } from '../removeFolder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-window-'));
const [root, indexes] = [path.join(folder, 'case'), path.join(folder, 'storage', 'indexes')];
const beside = path.join(root, '.idiograph', 'index.sqlite');
fs.mkdirSync(root);
afterAll(() => removeFolder(folder));

it('is a file of its own in the folder of indexes, which is made, until the case folder has one', () => {
  const own = path.join(indexes, 'case-1.sqlite');
  expect(findIndexOfWindow({ root, indexes, name: 'case-1' }, true)).toBe(own);
  expect(fs.statSync(indexes).isDirectory()).toBe(true);
  fs.mkdirSync(path.dirname(beside));
  fs.writeFileSync(beside, '');
  expect(findIndexOfWindow({ root, indexes, name: 'case-1' }, true)).toBe(beside);
  expect(findIndexOfWindow({ root, indexes, name: 'case-1' }, false)).toBe(own);
  expect(findIndexOfWindow({ root: undefined, indexes, name: 'default' }, true)).toBe(
    path.join(indexes, 'default.sqlite'),
  );
});

it.runIf(makesLinks)('is refused where a link in its place leads elsewhere', () => {
  fs.rmSync(beside);
  fs.writeFileSync(path.join(folder, 'elsewhere'), '');
  fs.symlinkSync(path.join(folder, 'elsewhere'), beside);
  expect(() => findIndexOfWindow({ root, indexes, name: 'case-1' }, true)).toThrow(/is a link/);
});
