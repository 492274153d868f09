import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, root, runHere, listIndexed } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';
import { isAll } from '../../needs';

const scratch = useScratch();

/** A case of two authors, one of whom has a file that is no Word file, a second copy of a text and a picture. */
function makeCase(): string {
  const [first, second] = fs.readdirSync(known).sort() as [string, string];
  for (const author of [first, second])
    fs.cpSync(path.join(known, author), scratch.at('case', 'known', author), { recursive: true });
  const own = scratch.at('case', 'known', first);
  fs.copyFileSync(path.join(own, fs.readdirSync(own).sort()[0]!), path.join(own, 'zz-again.txt'));
  fs.writeFileSync(path.join(own, 'broken.docx'), 'This is no Word file.');
  fs.writeFileSync(path.join(own, 'photo.png'), 'PNG');
  fs.mkdirSync(scratch.at('case', 'questioned'));
  fs.copyFileSync(questioned, scratch.at('case', 'questioned', 'letter.txt'));
  fs.writeFileSync(scratch.at('case', 'questioned', 'empty.txt'), '');
  return scratch.at('case');
}

describe('a file of a case that takes no part', () => {
  const folder = makeCase();
  const [author] = fs.readdirSync(known).sort();

  it('is in the JSON of the case with author, role and reason, and in the log once', async () => {
    for (let i = 0; i < 2; i++) {
      const { stdout } = await runHere(['case', folder, '--json']);
      const [first] = jsonLines(stdout) as [{ readonly unread: readonly { readonly file: string }[] }];
      const byName = new Map(first.unread.map((each) => [path.basename(each.file), each]));
      expect(byName.get('broken.docx')).toMatchObject({ role: 'known', author, code: 'UnreadableDocument' });
      expect(byName.get('photo.png')).toMatchObject({ role: 'known', author, code: 'otherFormat' });
      expect(byName.get('zz-again.txt')).toMatchObject({ code: 'copy' });
      expect(byName.size).toBe(3);
    }
    const { stdout } = await runHere(['case', folder, '--log']);
    expect(stdout.match(/broken\.docx was not read \(UnreadableDocument\)/g)).toHaveLength(1);
    expect(stdout.match(/empty\.txt was not read \(EmptyDocument\)/g)).toHaveLength(1);
  });

  it.each(['attribute', 'verify'])('is in the answer of %s, as a warning', async (command) => {
    const asked = [
      path.join(folder, 'questioned', 'letter.txt'),
      ...(command === 'verify' ? ['--author', author!] : []),
    ];
    const { stdout, stderr } = await runHere([command, ...asked, '--json']);
    const { warnings } = JSON.parse(stdout) as { readonly warnings: readonly string[] };
    for (const file of ['broken.docx', 'photo.png', 'zz-again.txt']) {
      expect(warnings.filter((each) => each.includes(file))).toHaveLength(1);
      expect(stderr).toContain(file);
    }
  });

  it.runIf(isAll)('is in a report and its JSON, with what is warned of the files', async () => {
    const letter = path.join(folder, 'questioned', 'letter.txt');
    fs.writeFileSync(path.join(folder, 'case.idiograph-case.json'), '{"format":"idiograph.case/1","documents":{}}');
    await runHere(['text', letter, '--not-author', '0-12']); // which records the exhibits
    fs.appendFileSync(letter, '\nOne more line.\n');
    const out = scratch.at('r.html');
    const { code, stderr } = await runHere(['report', letter, '--out', out, '--candidates', '1']);
    expect(code, stderr).toBe(0);
    const html = fs.readFileSync(out, 'utf8');
    expect(html.match(/broken\.docx cannot be read/g)).toHaveLength(1);
    expect(html.match(/photo\.png is left out/g)).toHaveLength(1);
    expect(html).toMatch(/letter\.txt is not the file that the case recorded/);
    expect(html).toContain('marked by hand as not the author’s');
    const facts = JSON.parse(fs.readFileSync(scratch.at('r.json'), 'utf8')) as object;
    expect(facts).toMatchObject({
      unread: expect.arrayContaining([expect.objectContaining({ code: 'UnreadableDocument', author })]) as unknown,
      warnings: expect.arrayContaining([expect.stringContaining('is not the file that the case recorded')]) as unknown,
      questioned: { byHand: [{ start: 0, end: 12, isAuthors: false }] },
    });
  });
});

describe('a known text with a file that is gone', () => {
  it('leaves the index with the next command, and counts again when its file is back', async () => {
    const folder = scratch.at('gone');
    fs.cpSync(scratch.at('case'), folder, { recursive: true });
    const letter = path.join(folder, 'questioned', 'letter.txt');
    const [author] = fs.readdirSync(known).sort() as [string];
    const file = path.join(folder, 'known', author, fs.readdirSync(path.join(known, author)).sort()[1]!);
    const listKnown = async (): Promise<string> => {
      const { stdout, stderr } = await runHere(['concordance', 'the', '--case', folder]);
      expect(stderr).toContain('empty.txt contains no text'); // and does not end the command
      return stdout.split('\n').find((line) => line.startsWith(`${author}: `))!;
    };
    const before = await listKnown();
    const text = fs.readFileSync(file);
    fs.rmSync(file);
    const { stdout } = await runHere(['case', folder, '--brief']);
    expect(stdout).toMatch(/\(0 new, 1 removed, because their files are gone\)/);
    expect(await listKnown()).not.toBe(before);
    fs.writeFileSync(file, text);
    expect(await listKnown()).toBe(before);
    expect((await runHere(['attribute', letter, '--candidates', '1'])).code).toBe(0);
  });
});

describe('a case with a file of each format, whole and cut off', () => {
  const fixtures = path.join(root, 'test', 'fixtures', 'documents');
  const passedInSilence = ['Thumbs.db', 'desktop.ini', '~$letter.docx', '.DS_Store', '._letter.txt'];

  function makeFormats(): string {
    const folder = scratch.at('formats');
    const [first, second] = ['Ann', 'Bea'].map((author) => path.join(folder, 'known', author)) as [string, string];
    for (const each of [first, second, path.join(folder, 'questioned')]) fs.mkdirSync(each, { recursive: true });
    for (const file of fs.readdirSync(fixtures).filter((each) => /^(?:letter|mails|locked)\./.test(each))) {
      const bytes = fs.readFileSync(path.join(fixtures, file));
      fs.writeFileSync(path.join(first, file), bytes);
      fs.writeFileSync(path.join(second, `cut-${file}`), bytes.subarray(0, bytes.length / 2));
      fs.writeFileSync(path.join(folder, 'questioned', `cut-${file}`), bytes.subarray(0, bytes.length / 3));
    }
    for (const file of [
      'empty.txt',
      'empty.docx',
      'empty.mbox',
      'odd.csv',
      'odd.json',
      'odd.msg',
      'no-format',
      'a.xlsx',
    ])
      fs.writeFileSync(path.join(second, file), file.startsWith('empty') ? '' : 'odd');
    const quoted = fs.readFileSync(questioned, 'utf8').replace(/^/gm, '> ');
    fs.writeFileSync(path.join(second, 'quoted.txt'), quoted);
    fs.writeFileSync(path.join(second, 'short.txt'), 'Three words only.');
    fs.copyFileSync(questioned, path.join(second, 'own.txt'));
    for (const file of passedInSilence) fs.writeFileSync(path.join(first, file), 'x');
    return folder;
  }

  it.runIf(isAll)('tells of each known file that it is in the index, or why it is not', async () => {
    const folder = makeFormats();
    const { stdout, stderr, code } = await runHere(['case', folder, '--json']);
    expect(code, stderr).toBe(3); // since questioned files cannot be read
    const [first, ...others] = jsonLines(stdout) as [
      { readonly unread: readonly { readonly file: string; readonly code: string }[] },
      ...{ readonly file: string }[],
    ];
    const rows = await listIndexed(path.join(folder, '.idiograph', 'index.sqlite'));
    const places = [...rows.map(({ source }) => source!), ...first.unread.map((each) => each.file)];
    const parts = new Set(places.flatMap((place) => place.split('/'))); // a mail of a mailbox has the mailbox as its folder
    const unread = new Map(first.unread.map((each) => [path.basename(each.file), each.code]));
    const all = ['Ann', 'Bea'].flatMap((author) => fs.readdirSync(path.join(folder, 'known', author)));
    expect(all.filter((file) => !parts.has(file) && !passedInSilence.includes(file))).toEqual([]);
    expect(passedInSilence.filter((file) => parts.has(file))).toEqual([]);
    expect(unread.get('quoted.txt')).toBe('TooShort');
    expect([...unread.values()]).not.toContain('notIndexed');
    const questionedFiles = fs.readdirSync(path.join(folder, 'questioned'));
    const reviewed = others.map(({ file }) => file.split('/')[0]!);
    expect(reviewed.sort()).toEqual(questionedFiles.sort());
    const log = (await runHere(['case', folder, '--log'])).stdout;
    expect([...unread.keys()].filter((file) => !log.includes(file))).toEqual([]);
  });
});
