import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hashPage } from '../../scripts/pictures.mjs';

const root = path.resolve(import.meta.dirname, '../..');

it('the pictures of the README show the page as it is: scripts/pictures.mjs makes them', () => {
  const noted = fs.readFileSync(path.join(root, 'media', 'steps', 'page.sha256'), 'utf8');
  expect(noted.trim()).toBe(hashPage());
  const named = [...fs.readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/\]\((media\/[^)]+)\)/g)];
  expect(named.length).toBeGreaterThanOrEqual(5);
  for (const [, file] of named) expect(fs.existsSync(path.join(root, file!)), file).toBe(true);
});
