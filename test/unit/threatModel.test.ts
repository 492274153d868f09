import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = fs.readFileSync(path.join(root, 'docs', 'threat-model.md'), 'utf8');

/** The rows of tables whose last column is "test", with the files that they name there. A name without a folder is beside the one before it. */
const rows = page
  .split(/\n\n/)
  .filter((block) => /^\| .* \| test \|\n/.test(block))
  .flatMap((block) => block.trim().split('\n').slice(2))
  .map((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    let folder = '';
    const files = [...cells.at(-2)!.matchAll(/`([^`]+)`/g)].map(([, name]) => {
      if (name!.includes('/')) folder = path.dirname(name!);
      return path.join(folder, path.basename(name!));
    });
    return [cells[1]!, files] as const;
  });

describe('the threat model', () => {
  it('has rows with tests', () => {
    expect(rows.length).toBeGreaterThan(15);
  });

  it('names files that are there', () => {
    const files = [...page.matchAll(/`((?:test|scripts|src|\.github)\/[^`]+\.\w+)`/g)].map(([, name]) => name!);
    expect(files.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  });

  it.each(rows)('names what shows that it is withstood: %s', (_, files) => {
    expect(files).not.toEqual([]);
    for (const file of files) expect(fs.existsSync(path.join(root, file)), file).toBe(true);
  });
});
