import { describe, expect, it } from 'vitest';
import { caseWarningWords } from '../../../src/presentation/words/caveats';
import type { FileTree, FolderEntry } from '../../../src/core/casework/filesBelow';
import { openCase } from '../../../src/core/casework/openCase';

const link = Symbol('link');

/** A folder by the paths of its files. */
function treeOf(files: Readonly<Record<string, string | typeof link>>): FileTree {
  return {
    entries: (folder) => {
      const below = Object.keys(files).flatMap((path) =>
        folder === '' ? [path] : path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
      );
      const names = [...new Set(below.map((path) => path.split('/')[0]!))];
      const kindOf = (name: string): FolderEntry['kind'] => {
        const content = files[folder === '' ? name : `${folder}/${name}`];
        return content === undefined ? 'folder' : content === link ? 'link' : 'file';
      };
      return Promise.resolve(names.reverse().map((name) => ({ name, kind: kindOf(name) })));
    },
    text: (file) => Promise.resolve(String(files[file])),
  };
}

const caseFile = (...paths: readonly string[]): string =>
  JSON.stringify({
    format: 'idiograph.case/1',
    documents: Object.fromEntries(paths.map((path) => [path, { role: 'known', author: 'A', mode: 'written' }])),
  });

async function warningsOf(files: Readonly<Record<string, string | typeof link>>): Promise<readonly string[]> {
  const opened = await openCase(treeOf(files));
  return (await opened.warnings()).map((warning) => caseWarningWords(warning));
}

describe('a case folder', () => {
  it('has the documents of its three folders, labelled by its case file first', async () => {
    const opened = await openCase(
      treeOf({
        'x.idiograph-case.json': caseFile('known/a/1.txt'),
        'known/a/1.txt': '',
        'known/a/2.txt': '',
        'questioned/.hidden': '',
        'questioned/q.txt': '',
        'notes/n.txt': '',
      }),
    );
    expect((await opened.documents()).map(([path, { author, mode }]) => [path, author, mode])).toEqual([
      ['known/a/1.txt', 'A', 'written'],
      ['known/a/2.txt', 'a', 'unknown'],
      ['questioned/q.txt', undefined, 'unknown'],
    ]);
    expect(await opened.warnings()).toEqual([]);
  });

  it('follows no link and names each', async () => {
    const files = { 'known/a/1.txt': '', 'known/a/passwd.txt': link, questioned: link, other: link } as const;
    expect((await (await openCase(treeOf(files))).documents()).map(([path]) => path)).toEqual(['known/a/1.txt']);
    expect(await warningsOf(files)).toEqual([
      'known/a/passwd.txt is a link and is left out: put the file itself into the folder.',
      'questioned is a link and is left out: put the file itself into the folder.',
    ]);
  });

  it('names hidden folders and texts that it leaves out, and nothing that systems hide', async () => {
    const hidden = ['known/..a/1.txt', 'known/.b/1.txt', 'known/c/.1.txt'];
    const files = Object.fromEntries(
      [...hidden, 'known/c/2.txt', 'known/.DS_Store', 'known/c/._2.txt', '.git/x'].map((name) => [name, '']),
    );
    expect((await (await openCase(treeOf(files))).documents()).map(([path]) => path)).toEqual(['known/c/2.txt']);
    expect((await warningsOf(files)).map((said) => said.split(' is hidden')[0])).toEqual([
      'known/..a',
      'known/.b',
      'known/c/.1.txt',
    ]);
  });

  it('names authors whose names look alike but are spelt with other letters', async () => {
    const latin = 'known/Anna/1.txt';
    const cyrillic = 'known/\u0410nn\u0430/1.txt';
    expect(await warningsOf({ [latin]: '', [cyrillic]: '', 'known/Ben/1.txt': '' })).toEqual([
      'The authors "Anna" and "\u0410nn\u0430" look alike and are two: the second is spelt with U+0410, U+0430. Give one person one name.',
    ]);
    expect(await warningsOf({ 'known/Jos\u00e9/1.txt': '', 'known/Jose\u0301 /1.txt': '' })).toEqual([]);
  });

  it('leaves out and names files that cannot be read', async () => {
    const files = {
      'known/a/1.md': '',
      'known/a/2.docx': '',
      'questioned/q': '',
      'questioned/Q.TEXT': '',
      'a.pdf': '',
    };
    const opened = await openCase(treeOf(files));
    expect((await opened.documents()).map(([path]) => path)).toEqual(['known/a/1.md', 'questioned/Q.TEXT']);
    const rest =
      'is left out: its format cannot be read. Readable: .txt, .text, .md, .markdown. Save a copy of it as plain text.';
    expect(await warningsOf(files)).toEqual([`known/a/2.docx ${rest}`, `questioned/q ${rest}`]);
  });

  it('names every entry of its case file that names none of its files', async () => {
    const entries = [
      'known/a/1.txt',
      'known/a/none.txt',
      './known/a/1.txt',
      'Known/A/1.TXT',
      '../up.txt',
      '/etc/passwd',
    ];
    expect(await warningsOf({ 'c.idiograph-case.json': caseFile(...entries), 'known/a/1.txt': '' })).toEqual([
      'c.idiograph-case.json names "known/a/none.txt", but there is no such file; the entry is left out.',
      'c.idiograph-case.json names "./known/a/1.txt", but the file is called "known/a/1.txt"; the entry is left out.',
      'c.idiograph-case.json names "Known/A/1.TXT", but the file is called "known/a/1.txt"; the entry is left out.',
      'c.idiograph-case.json names "../up.txt", which is not inside the case folder; the entry is left out.',
      'c.idiograph-case.json names "/etc/passwd", which is not inside the case folder; the entry is left out.',
    ]);
  });

  it('uses the first of several case files and names the others', async () => {
    const files = {
      'a.idiograph-case.json': caseFile('known/x/1.txt'),
      'b.idiograph-case.json': caseFile(),
      'known/x/1.txt': '',
    };
    expect((await openCase(treeOf(files))).describe('known/x/1.txt')?.author).toBe('A');
    expect((await openCase(treeOf(files), 'b.idiograph-case.json')).describe('known/x/1.txt')?.author).toBe('x');
    expect(await warningsOf(files)).toEqual([
      'b.idiograph-case.json is not read: the folder has another case file, a.idiograph-case.json.',
    ]);
  });
});
