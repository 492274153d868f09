import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectProblem, runHere, type Outcome, listIndexed } from './support/runCli';
import { english, useScratch } from './support/scratch';
import { makesLinks } from '../../needs';

const scratch = useScratch();

const onIndex = (index: string, ...args: readonly string[]): Promise<Outcome> =>
  runHere(['index', ...args, '--index', index]);

describe('index add', () => {
  it('has the status of a bad document where every file was passed over', async () => {
    scratch.write('short/a/1.txt', 'Too short.');
    const args = ['add', scratch.at('short'), '--authors-from-folders'];
    const all = await onIndex(scratch.at('short.sqlite'), ...args);
    expect(all.code).toBe(3);
    expect(all.stderr).toMatch(/passed over 1\.txt/);
    scratch.write('short/a/2.txt', english(3000));
    expect((await onIndex(scratch.at('short.sqlite'), ...args)).code).toBe(0);
  });

  it.runIf(makesLinks)('follows no link out of the folder it was given, and names it', async () => {
    scratch.write('linked/a/1.txt', english(3000));
    fs.symlinkSync('/etc/passwd', scratch.at('linked/a/passwd.txt'));
    const added = await onIndex(scratch.at('linked.sqlite'), 'add', scratch.at('linked'), '--author', 'A', '--json');
    const { warnings, ...report } = JSON.parse(added.stdout) as { warnings: string[]; added: number };
    expect(report).toMatchObject({ added: 1, documents: 1, problems: [] });
    expect(warnings).toEqual([expect.stringMatching(/passwd\.txt is a link and is left out/)]);
    expect(added.stderr).toMatch(/^Warning: .*passwd\.txt is a link/m);
  });

  it('takes an author for one however the name is encoded, and says which names look alike', async () => {
    const index = scratch.at('named.sqlite');
    const letter = (name: string): string => scratch.write(name, english(2000 + name.length));
    for (const [file, author] of [
      ['1.txt', 'Jos\u00e9'],
      ['22.txt', ' Jose\u0301\u200b'],
      ['333.txt', 'J\u043es\u00e9'],
    ] as const) {
      const { stderr } = await onIndex(index, 'add', letter(file), '--author', author);
      expect(/look the same but count as two.*U\+043E/.test(stderr)).toBe(file === '333.txt');
    }
    const rows = await listIndexed(index);
    expect(rows.map(({ author }) => author)).toEqual(['Jos\u00e9', 'Jos\u00e9', 'J\u043es\u00e9']);
    const asked = await runHere(['verify', scratch.at('1.txt'), '--author', 'Jose\u0301', '--index', index]);
    expect(asked.stderr).not.toMatch(/contains no known texts/);
  });

  it('shows what cannot be seen in a name', async () => {
    const file = scratch.write('hidden.txt', english(3000));
    const author = '\u001b[31mX\u202eY\nZ';
    const index = scratch.at('hidden.sqlite');
    expect((await onIndex(index, 'add', file, '--author', author)).code).toBe(0);
    expect((await listIndexed(index)).map((row) => row.author)).toEqual(['\u001b[31mXY\nZ']);
    const { stdout } = await runHere(['verify', file, '--author', 'Nobody', '--index', index]);
    expect(stdout).not.toContain('\u001b');
  });
});

describe('a case folder', () => {
  const caseFile = (documents: object): string => JSON.stringify({ format: 'idiograph.case/1', documents });
  const labelled = { role: 'known', author: 'Ada', mode: 'written', genre: 'letter' };

  it('labels documents by a case file with a byte order mark, and says which entries name none', async () => {
    const file = scratch.write('marked/known/a/1.txt', english(3000));
    const text = caseFile({ 'known/a/1.txt': labelled, 'known/a/2.txt': labelled, 'Known/A/1.TXT': labelled });
    scratch.write('marked/b.idiograph-case.json', `\ufeff${text}`);
    scratch.write('marked/c.idiograph-case.json', caseFile({}));
    const index = scratch.at('marked.sqlite');
    const added = await onIndex(index, 'add', file, '--case', scratch.at('marked'), '--json');
    expect(added.code, added.stderr).toBe(0);
    const { warnings } = JSON.parse(added.stdout) as { warnings: string[] };
    expect(warnings).toHaveLength(3);
    expect(warnings.join('\n')).toMatch(/c\.idiograph-case.*\n.*2\.txt.*no such file.*\n.*Known\/A\/1\.TXT.*is called/);
    expect(await listIndexed(index)).toMatchObject([{ ...labelled, title: '1.txt' }]);
  });

  it.runIf(makesLinks)(
    'is refused where its case file is in another encoding, or a link is in the place of its index',
    async () => {
      scratch.write('latin/known/a/1.txt', english(3000));
      const named = caseFile({ 'known/a/1.txt': { ...labelled, author: 'José' } });
      scratch.write('latin/x.idiograph-case.json', Buffer.from(named, 'latin1'));
      expectProblem(await runHere(['case', scratch.at('latin')]), 3, 'UnreadableDocument', /idiograph-case/, /UTF-8/);
      scratch.write('linking/known/a/1.txt', english(3000));
      fs.mkdirSync(scratch.at('elsewhere'));
      fs.symlinkSync(scratch.at('elsewhere'), scratch.at('linking', '.idiograph'));
      expectProblem(await runHere(['case', scratch.at('linking')]), 3, 'UnreadableDocument', /\.idiograph/, /link/);
      expect(fs.readdirSync(scratch.at('elsewhere'))).toEqual([]);
    },
  );
});
