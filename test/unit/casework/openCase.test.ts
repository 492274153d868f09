import { describe, expect, it } from 'vitest';
import { describeNotice } from '../../../src/presentation/words/notices';
import type { FolderEntry } from '../../../src/reading/text/collectedPaths';
import { parseCaseFile } from '../../../src/core/casework/caseFile';
import { findCaseFiles, describeByPath, openCase, checkEntries } from '../../../src/core/casework/openCase';

const link = Symbol('link');
type Files = Readonly<Record<string, string | typeof link>>;

/** What lies in a folder, by the paths of its files, in no order. */
function entriesOf(files: Files): readonly FolderEntry[] {
  const folders = Object.keys(files).flatMap((path) =>
    path.split('/').flatMap((_, i, parts) => (i === 0 ? [] : [parts.slice(0, i).join('/')])),
  );
  return [
    ...Object.entries(files).map(([path, text]) => ({ path, kind: text === link ? 'link' : 'file' }) as const),
    ...[...new Set(folders)].map((path) => ({ path, kind: 'folder' }) as const),
  ].reverse();
}

function opened(files: Files, given?: string) {
  const entries = entriesOf(files);
  const file = given ?? findCaseFiles(entries)[0]?.path;
  return openCase(entries, file, file === undefined ? undefined : parseCaseFile(String(files[file]), file));
}

const caseFile = (...paths: readonly string[]): string =>
  JSON.stringify({
    format: 'idiograph.case/1',
    documents: Object.fromEntries(paths.map((path) => [path, { role: 'known', author: 'Cara', mode: 'written' }])),
  });

function warningsOf(files: Files): readonly string[] {
  const found = opened(files);
  return [...found.warnings, ...checkEntries(found, entriesOf(files))].map((warning) => describeNotice(warning));
}

describe('a case folder', () => {
  it('has the documents of its three folders, labelled by its case file first', () => {
    const found = opened({
      'x.idiograph-case.json': caseFile('known/a/1.txt'),
      'known/a/1.txt': '',
      'known/a/2.txt': '',
      'questioned/.hidden': '',
      'questioned/q.txt': '',
      'notes/n.txt': '',
    });
    expect([...found.documents].map(([path, { author, mode }]) => [path, author, mode])).toEqual([
      ['known/a/1.txt', 'Cara', 'written'],
      ['known/a/2.txt', 'a', 'unknown'],
      ['questioned/q.txt', undefined, 'unknown'],
    ]);
    expect(found.warnings).toEqual([]);
  });

  it('follows no link and names each', () => {
    const files = { 'known/a/1.txt': '', 'known/a/passwd.txt': link, questioned: link, other: link } as const;
    expect([...opened(files).documents.keys()]).toEqual(['known/a/1.txt']);
    expect(warningsOf(files)).toEqual([
      'known/a/passwd.txt is a link and is left out. Put the file itself into the folder.',
      'questioned is a link and is left out. Put the file itself into the folder.',
    ]);
  });

  it('names hidden folders and texts that it leaves out, and nothing that systems hide', () => {
    const hidden = ['known/..a/1.txt', 'known/.b/1.txt', 'known/c/.1.txt'];
    const files = Object.fromEntries(
      [...hidden, 'known/c/2.txt', 'known/.DS_Store', 'known/c/._2.txt', '.git/x'].map((name) => [name, '']),
    );
    expect([...opened(files).documents.keys()]).toEqual(['known/c/2.txt']);
    expect(warningsOf(files).map((said) => said.split(' is left out')[0])).toEqual([
      'known/..a',
      'known/.b',
      'known/c/.1.txt',
    ]);
  });

  it('names authors with names that look the same but have other letters', () => {
    const latin = 'known/Anna/1.txt';
    const cyrillic = 'known/\u0410nn\u0430/1.txt';
    expect(warningsOf({ [latin]: '', [cyrillic]: '', 'known/Ben/1.txt': '' })).toEqual([
      'The authors "Anna" and "\u0410nn\u0430" look the same but count as two, because the second is spelt with U+0410, U+0430. Give one person one name.',
    ]);
    expect(warningsOf({ 'known/Jos\u00e9/1.txt': '', 'known/Jose\u0301 /1.txt': '' })).toEqual([]);
    const [capitals, wide] = warningsOf({
      'known/Iris/1.txt': '',
      'known/IRIS/1.txt': '',
      'known/\uff29ris/1.txt': '',
    });
    expect(capitals).toContain('The authors "IRIS" and "Iris" look');
    expect(wide).toContain('"\uff29ris" look');
  });

  it('leaves out and names files that cannot be read', () => {
    const files = {
      'known/a/1.md': '',
      'known/a/2.wpd': '',
      'questioned/q': '',
      'questioned/Q.TEXT': '',
      'a.html': '',
    };
    expect([...opened(files).documents.keys()]).toEqual(['known/a/1.md', 'questioned/Q.TEXT']);
    const rest = 'is left out, because Idiograph cannot read its format. Save a copy of it as plain text.';
    expect(warningsOf(files)).toEqual([`known/a/2.wpd ${rest}`, `questioned/q ${rest}`]);
  });

  it('names texts beside its folders, but no notes, pages and data', () => {
    const beside = ['misplaced.txt', 'letter.docx', 'README.txt', 'notes.md', 'report.html', 'report.json', '.x.txt'];
    const files = Object.fromEntries([...beside, 'known/a/1.txt', 'questioned/q.txt'].map((name) => [name, '']));
    expect(warningsOf(files)).toEqual([
      'Idiograph does not read letter.docx, misplaced.txt, because no folder "known", "questioned" or "population" contains it. If it is an exhibit, move it there.',
    ]);
  });

  it('names every entry of its case file that names none of its files', () => {
    const entries = [
      'known/a/1.txt',
      'known/a/none.txt',
      './known/a/1.txt',
      'Known/A/1.TXT',
      '../up.txt',
      '/etc/passwd',
    ];
    expect(warningsOf({ 'c.idiograph-case.json': caseFile(...entries), 'known/a/1.txt': '' })).toEqual([
      'c.idiograph-case.json names "known/a/none.txt", but there is no such file. Correct the name.',
      'c.idiograph-case.json names "./known/a/1.txt", but the file is called "known/a/1.txt". The entry is left out. Correct the name.',
      'c.idiograph-case.json names "Known/A/1.TXT", but the file is called "known/a/1.txt". The entry is left out. Correct the name.',
      'c.idiograph-case.json names "../up.txt", which is not inside the case folder. The entry is left out. Put the file into the case folder.',
      'c.idiograph-case.json names "/etc/passwd", which is not inside the case folder. The entry is left out. Put the file into the case folder.',
    ]);
  });

  it('uses the first of several case files and names the others', () => {
    const files = {
      'a.idiograph-case.json': caseFile('known/x/1.txt'),
      'b.idiograph-case.json': caseFile(),
      'known/x/1.txt': '',
    };
    expect(describeByPath(opened(files).read, 'known/x/1.txt')?.author).toBe('Cara');
    expect(describeByPath(opened(files, 'b.idiograph-case.json').read, 'known/x/1.txt')?.author).toBe('x');
    expect(warningsOf(files)).toEqual([
      'b.idiograph-case.json is not read, because the folder has another case file, a.idiograph-case.json.',
    ]);
  });
});
