import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readableExtensions } from '../../../src/reading/text/readableFormats';
import { readDocument } from '../../../src/reading/readFile';
import { asOrdinaryUser } from '../ordinaryUser';
import { hasModes, makesLinks } from '../../needs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-documents-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function textOf(name: string, content: string | Uint8Array): Promise<string> {
  return (await readDocument(await fileOf(name, content))).text;
}

describe('readDocument', () => {
  it.each(['a.txt', 'a.text', 'A.TXT', 'a.md', 'a.markdown'])('reads %s', async (name) => {
    expect(await textOf(name, 'Dear Ann,\r\n“yes” – naïve.\n')).toBe('Dear Ann,\r\n“yes” – naïve.\n');
  });

  it('drops a byte order mark', async () => {
    expect(await textOf('bom.txt', Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a');
  });

  it('reads UTF-16 with a byte order mark of either kind', async () => {
    const text = 'naïve 🙂';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(await textOf('little.txt', little)).toBe(text);
    expect(await textOf('big.txt', Buffer.from(little).swap16())).toBe(text);
  });

  it('refuses UTF-8 text in which characters were lost before, as the editor does', async () => {
    await expect(textOf('lost.txt', 'Caf\uFFFD na\uFFFDve')).rejects.toMatchObject({
      code: 'WrongEncoding',
      message: expect.stringContaining('the character at offset 3') as string,
    });
  });

  it('says that UTF-16 text is cut off', async () => {
    const odd = Buffer.from('\ufeffabc', 'utf16le').subarray(0, 7);
    await expect(textOf('odd.txt', odd)).rejects.toMatchObject({
      code: 'UnreadableDocument',
      details: { problem: expect.stringContaining('cut off') as string },
    });
  });

  it('puts blanks in place of what is no prose in Markdown, so that places stay', async () => {
    const text =
      '---\ntitle: x\n---\nOne `two <!-- 2`.\n\n```js\nlet a;\n```\r\nThree <!-- a\nb --> <!-- four.\n~~~\nno\n~~~~\n- [five](http://x.y "So") ![six](<a b>)[1] [x](a(b)) [seven][s]\n\n' +
      '[s]: https://x.y\n  "A title"\n[Ann]: Yes.\n[^1]: A note.\n';
    const { text: read, reading } = await readDocument(await fileOf('m.md', text));
    expect(read).toHaveLength(text.length);
    expect(read.split(/\r?\n/).map((line) => line.trimEnd())).toEqual([
      ...['', '', '', 'One `two <!-- 2`.', '', '', '', '', 'Three', '      <!-- four.', '', '', ''],
      '- [five]                               [1] [x]       [seven]',
      ...['', '', '', '[Ann]: Yes.', '', ''],
    ]);
    expect(reading!.parts.map(({ kind, words, places }) => [kind, words, places!.length])).toEqual([
      ['headers', 4, 1],
      ['code', 7, 2],
      ['comments', 4, 1],
      ['navigation', 10, 5],
      ['pictures', 1, 1],
      ['notes', 3, 1],
    ]);
    for (const { places } of reading!.parts)
      for (const { at, text: left } of places!) expect(text.startsWith(left, at)).toBe(true);
  });

  it('leaves TOML before Markdown out', async () => {
    expect((await textOf('t.md', '+++\ntitle = "x"\n+++\nOne.\n')).trim()).toBe('One.');
    expect(await textOf('t.md', '+++\nOne.\n---\n')).toBe('+++\nOne.\n---\n');
  });

  it.each([
    ['fences that are never closed', (i: number) => `${'`'.repeat(3 + (i % 5))}x${i}`],
    ['ever longer fences', (i: number) => `${'~'.repeat(3 + (i % 100))} x`],
    ['comments that are never closed', () => '<!-- [a]( [b]: x'],
    ['fences that are closed at once', (i: number) => (i % 2 === 0 ? '```js' : '```')],
  ])('reads 120,000 lines of %s', async (_, line) => {
    const text = Array.from({ length: 120_000 }, (_line, i) => line(i)).join('\n');
    expect((await textOf('many.md', `Kept.\n${text}\nKept too.`)).startsWith('Kept.\n')).toBe(true);
  });

  it('ends when it is stopped while it reads Markdown', async () => {
    const file = await fileOf('stopped.md', 'One.\n'.repeat(100_000));
    await expect(readDocument(file, { stopped: true })).rejects.toMatchObject({ code: 'Cancelled' });
  });

  it('reads a line of a million back-ticks with one more behind', async () => {
    const line = `${'`'.repeat(1e6)} and \``;
    expect(await textOf('ticks.md', line)).toBe(line);
  });

  it('closes a fence with one as long, or longer', async () => {
    const text = '````\nno\n```\nno\n`````\nOne.\n~~~\nno\n```\n~~~\nTwo.';
    expect((await textOf('longer.md', text)).split(/\s+/)).toEqual(['', 'One.', 'Two.']);
  });

  it.each([
    ['bars around', (...cells: readonly string[]) => `| ${cells.join(' | ')} |`],
    ['bars between', (...cells: readonly string[]) => cells.join(' | ')],
  ])('leaves short cells of Markdown out, with their bars: %s', async (_, row) => {
    const long = 'What I said of it in June, and say of it today, is this.';
    const table = [row('Plot', 'Rent'), row('---', ':---:'), row('Seven', 'Forty'), row('Eight', long)].join('\n');
    const { text, reading } = await readDocument(await fileOf('table.md', `One.\n\n${table}\n\nThis | that.\n`));
    expect(text.split(/\s*\n\s*/)).toEqual(['One.', long, 'This | that.', '']);
    expect(reading!.parts).toMatchObject([{ kind: 'cells', words: 7 }]);
  });

  it('keeps the cells of Markdown where there is nothing else', async () => {
    expect(await textOf('cells.md', '| Plot | Rent |\n|---|---|\n| Seven | Forty |\n')).toContain('Seven');
  });

  it('reads a line of dashes between bars below a line without any', async () => {
    expect(await textOf('bars.md', 'One.\n|---|\nTwo.\n')).toBe('One.\n|---|\nTwo.\n');
  });

  it('leaves the words in place of pictures out of Markdown', async () => {
    const { text, reading } = await readDocument(
      await fileOf('note.md', 'Before ![a crane in rain](crane.jpg) and ![an icon][i] after.'),
    );
    expect(text.replace(/ +/g, ' ')).toBe('Before and after.');
    expect(reading?.parts.find(({ kind }) => kind === 'pictures')?.words).toBe(6);
  });

  it('leaves footnotes and their marks out of Markdown', async () => {
    const source = 'Before[^1] and[^b] [one](#1).\n\n[^1]: A note.\n    Its end.\n\n    More.\nAfter.\n[^b]: The last.';
    const { text, reading } = await readDocument(await fileOf('notes.md', source));
    expect(text.split(/\s*\n\s*/)).toEqual(['Before     and     [one]    .', 'After.', expect.stringMatching(/^ *$/)]);
    expect(text).toHaveLength(source.length);
    expect(reading?.parts.find(({ kind }) => kind === 'notes')?.words).toBe(11); // with the marks
  });

  it('keeps Markdown with front matter or a fence that is never closed', async () => {
    expect(await textOf('open.md', '---\nOne.\n')).toBe('---\nOne.\n');
    expect(await textOf('fence.md', 'One.\n```\nTwo.\n')).toBe('One.\n```\nTwo.\n');
  });

  it.each(['', ' \n\t\r\n'])('calls %j empty', async (text) => {
    await expect(textOf('empty.txt', text)).rejects.toMatchObject({ code: 'EmptyDocument' });
  });

  it.each(['a.exe', 'a', 'a.wpd'])('names the formats it reads instead of %s', async (name) => {
    await expect(textOf(name, 'text')).rejects.toMatchObject({
      code: 'UnsupportedFormat',
      details: { name, readable: readableExtensions.join(', ') },
    });
  });

  it('names the byte that is not UTF-8 and the likely reason', async () => {
    const latin = Buffer.concat([Buffer.from('naïve, '), Buffer.from([0xe9, 0x74, 0xe9]), Buffer.from(' – end')]);
    await expect(textOf('latin.txt', latin)).rejects.toMatchObject({
      code: 'WrongEncoding',
      message: expect.stringMatching(
        /offset 8 is not UTF-8.*Windows-1252.*save a copy as UTF-8.*Do not change the file itself/,
      ) as string,
    });
  });

  it('says so when text ends inside a character', async () => {
    const cut = Buffer.from('é').subarray(0, 1);
    await expect(textOf('cut.txt', cut)).rejects.toThrow('offset 0 is not UTF-8');
  });

  it.each([
    ['NUL bytes', Buffer.from('MZ\0\0\0abc')],
    ['control characters', 'a\x01\x02\x03b'],
    ['bytes of any value', Uint8Array.from({ length: 2048 }, (_, i) => 1 + ((i * 7919) % 255))],
  ])('calls %s binary', async (_, content) => {
    await expect(textOf('binary.txt', content)).rejects.toMatchObject({
      code: 'UnreadableDocument',
      details: { problem: expect.stringContaining('not text (binary)') as string },
    });
  });

  it('takes a text of ten million bytes and no more', async () => {
    const text = 'words and '.repeat(1_000_000);
    expect(await textOf('large.txt', text)).toHaveLength(10_000_000);
    await expect(textOf('larger.txt', `${text}x`)).rejects.toMatchObject({
      code: 'DocumentTooLarge',
      details: { megabytes: '10.1', limit: 10 },
    });
  });

  it('says what is wrong with a path', async () => {
    await mkdir(path.join(folder, 'folder.txt'));
    if (makesLinks) await symlink('loop.txt', path.join(folder, 'loop.txt'));
    const problem = async (name: string): Promise<unknown> =>
      readDocument(path.join(folder, name)).catch((error: unknown) => error);
    expect(await problem('folder.txt')).toMatchObject({ details: { problem: 'it is a folder' } });
    expect(await problem('gone.txt')).toMatchObject({ code: 'UnreadableDocument', details: { name: 'gone.txt' } });
    if (makesLinks)
      expect(await problem('loop.txt')).toMatchObject({ details: { problem: 'its links go round in a circle' } });
  });

  it.runIf(makesLinks && existsSync('/dev/zero'))('refuses a device, which may have no end', async () => {
    await symlink('/dev/zero', path.join(folder, 'zero.txt'));
    await expect(readDocument(path.join(folder, 'zero.txt'))).rejects.toThrow('not a regular file');
  });

  it.each(['letter.txt', 'letter.md'])('refuses rich text with the name %s', async (name) => {
    const file = await fileOf(name, '{\\rtf1\\ansi I write to say that the gate is open.\\par}');
    await expect(readDocument(file)).rejects.toThrow('it is of another kind than its name says');
  });

  it.runIf(hasModes)('says that permission is denied', async () => {
    const file = await fileOf('secret.txt', 'text');
    await chmod(file, 0o000);
    await expect(asOrdinaryUser(() => readDocument(file))).rejects.toMatchObject({
      code: 'UnreadableDocument',
      details: { problem: 'permission is denied' },
    });
  });
});
