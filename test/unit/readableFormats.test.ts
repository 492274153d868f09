import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatOf, readableExtensions } from '../../src/reading/text/readableFormats';

const manifest = fs.readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8');

/** The patterns of extensions in the conditions of menus. */
const offered = [...manifest.matchAll(/resourceExtname =~ \/(.*?)\/i/g)].map(
  ([, pattern]) => new RegExp(JSON.parse(`"${pattern}"`) as string, 'i'),
);

describe('formats that can be read', () => {
  it.each([
    ['a.txt', 'plainText'],
    ['known/a.b/c.d.TEXT', 'plainText'],
    ['a.Markdown', 'markdown'],
    [String.raw`c:\letters\a.md`, 'markdown'],
    ['a.txt.docx', 'word'],
    ['Minutes.PDF', 'pdf'],
    ['a.txt.doc', 'oldWord'],
    ['a.txt.docs', undefined],
    ['a.txt/letter', undefined],
    ['txt', undefined],
    ['known/.md', undefined],
    ['a.', undefined],
    ['', undefined],
  ])('are recognised by the extension: %s', (name, format) => {
    expect(formatOf(name)).toBe(format);
  });

  it('are all that menus offer', () => {
    expect(offered).toHaveLength(6);
    for (const pattern of offered) {
      expect(readableExtensions.filter((extension) => !pattern.test(extension))).toEqual([]);
      expect(['.docs', '.pdfs', '.xhtml', '.txts', 'xtxt', ''].filter((extension) => pattern.test(extension))).toEqual(
        [],
      );
    }
  });
});
