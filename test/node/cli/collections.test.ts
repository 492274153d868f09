import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CaseFolder } from '../../../src/node/casework/caseFolder';
import { Collections } from '../../../src/reading/collections';
import { readDocument } from '../../../src/reading/readFile';
import { runHere, listIndexed } from './support/runCli';
import { expectLinear } from '../../growth';
import { useScratch } from './support/scratch';

const scratch = useScratch();
const mailbox = path.resolve(import.meta.dirname, '../../fixtures/documents/mails.mbox');
const [ann, ben] = ['ann@merrow.example', 'ben@merrow.example'];

function pathsIn(file: string): readonly string[] {
  return new Collections().listTexts(file).map((text) => text.path);
}

describe('a mailbox', () => {
  it('holds one text for each mail, under its sender, with the lines that were marked as they were', async () => {
    const paths = pathsIn(mailbox);
    expect(paths).toEqual([`${ann}/0001 Number 3.eml`, `${ann}/0002 Number 4.eml`, `${ben}/0003 Number 3.eml`]);
    const { text, sha256, reading } = await readDocument(path.join(mailbox, paths[0]!));
    expect(text).toMatch(/^From the Bank: .*\n\nFrom here on I shall write less\.$/s);
    const { bytes } = new Collections().open(path.join(mailbox, paths[0]!));
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(reading!.reader).toContain('postal-mime');
  });

  it('is no text of its own, and says where it can go', async () => {
    await expect(readDocument(mailbox)).rejects.toMatchObject({
      code: 'UnreadableDocument',
      message: expect.stringContaining(
        `is not one text (texts: 3, authors: 2). Name one of them: mails.mbox/${ann}/0001`,
      ) as string,
    });
    const other = scratch.write('other.mbox', 'Not a mailbox.');
    await expect(readDocument(other)).rejects.toMatchObject({
      message: expect.stringContaining('it is not a mailbox') as string,
    });
    await expect(readDocument(path.join(mailbox, ann, '0009 x.eml'))).rejects.toMatchObject({
      message: expect.stringContaining('mails.mbox has no such text') as string,
    });
  });

  it('is added to an index by its senders, and by one author what that author sent', async () => {
    const index = scratch.at('mails.sqlite');
    const added = await runHere(['index', 'add', mailbox, '--index', index, '--json']);
    expect(added.code, added.stderr).toBe(0);
    expect(JSON.parse(added.stdout)).toMatchObject({ added: 3, problems: [] });
    const rows = await listIndexed(index);
    expect(rows.map(({ author }) => author).sort()).toEqual([ann, ann, ben]);
    const refused = await runHere(['index', 'add', mailbox, '--author', 'Ann', '--index', index]);
    expect(refused.code, refused.stderr).toBe(0);
    expect(refused.stderr).toContain('takes ann@merrow.example (2) to be Ann, by the name');
    expect(refused.stderr).toContain('left out: ben@merrow.example (1)');
  });

  it('is many texts of a case: known ones by sender, questioned ones by themselves, each with its own hash', async () => {
    const folder = scratch.at('post');
    for (const role of ['known', 'questioned']) {
      fs.mkdirSync(path.join(folder, role), { recursive: true });
      fs.copyFileSync(mailbox, path.join(folder, role, 'mails.mbox'));
    }
    const opened = await CaseFolder.open(folder);
    expect(opened.filesToIndex.map(({ author }) => author)).toEqual([ann, ann, ben]);
    const questioned = opened.documents.filter(({ facts }) => facts.role === 'questioned');
    expect(questioned).toHaveLength(3);
    opened.recordIntake();
    const { documents } = JSON.parse(fs.readFileSync(opened.file, 'utf8')) as {
      readonly documents: Readonly<Record<string, { readonly sha256?: string }>>;
    };
    expect(new Set(Object.values(documents).map(({ sha256 }) => sha256)).size).toBe(3);
    const again = await CaseFolder.open(folder);
    expect(again.findChangeSinceIntake(questioned[0]!.path)).toBeUndefined();
    expect(await again.findWarnings()).toEqual([]);
    const named = { ...documents, 'questioned/mails.mbox': { role: 'questioned' } };
    fs.writeFileSync(opened.file, JSON.stringify({ format: 'idiograph.case/1', documents: named }));
    expect(await (await CaseFolder.open(folder)).findWarnings()).toMatchObject([
      { code: 'mailboxEntry', values: { found: `questioned/mails.mbox/${ann}/0001 Number 3.eml` } },
    ]);
  });
});

describe('senders of a mailbox in the folder of an author', () => {
  it('are written into the case file, and others are refused', async () => {
    const folder = scratch.at('senders');
    for (const part of ['known/Cy', 'questioned']) fs.mkdirSync(path.join(folder, part), { recursive: true });
    fs.copyFileSync(mailbox, path.join(folder, 'known/Cy/mails.mbox'));
    expect((await CaseFolder.open(folder)).filesToIndex).toEqual([]);
    const set = (given: string): ReturnType<typeof runHere> => runHere(['case', folder, '--senders', given]);
    expect((await set('known/Cy/mails.mbox=dee@merrow.example')).stderr).toContain(`its senders: ${ann}, ${ben}`);
    expect((await set('known/Dee/mails.mbox=x')).stderr).toContain('This case has known/Cy/mails.mbox');
    const said = await set(`known/Cy/mails.mbox=${ben}`);
    expect(said.code, said.stderr).toBe(0);
    const again = await CaseFolder.open(folder);
    expect(again.filesToIndex.map(({ author }) => author)).toEqual(['Cy']);
    expect(again.mailboxes[0]).toMatchObject({ by: 'said', taken: [{ author: ben }] });
  });
});

describe('where a mail begins in a mailbox', () => {
  const headers = 'From: Ann <ann@merrow.example>\nSubject: One';
  const box = (line: string, between = '\n\n'): string =>
    `From a@x Mon May  3 10:00:00 2021\n${headers}\n\nWords.${between}${line}\n${headers}\n\nMore words.\n`;

  it.each([
    'From ann@merrow.example Mon May  3 10:00:00 2021',
    'From - Mon May 03 10:00:00 2021',
    'From MAILER-DAEMON Mon May  3 10:00:00 2021',
    'From ann at merrow.example  Mon May  3 10:00:00 2021',
    'From 1699000000000000000@xxx Mon May 03 10:00:00 +0000 2021',
    'From ann Mon May  3 10:00:00 GMT 2021',
    'From ann@merrow.example Mon May  3 10:00 2021',
    'From "ann"@merrow.example Mon, 3 May 2021 10:00:00 +0000',
  ])('%s', (line) => {
    expect(pathsIn(scratch.write('a.mbox', box(line)))).toHaveLength(2);
    expect(pathsIn(scratch.write('b.mbox', box(line, '\r\n\r\n')))).toHaveLength(2);
    expect(pathsIn(scratch.write('c.mbox', box(line, '\n')))).toHaveLength(1);
  });

  it.each([
    'From what I hear the county will not pay.',
    'From Monday May was cold.',
    'From what Bob wrote I copy the head:',
    'From the bank Mon May  3 10:00:00 2021',
  ])('not at %s', (line) => {
    expect(pathsIn(scratch.write('d.mbox', box(line)))).toHaveLength(1);
  });

  it.each([
    ['"Ann <ann@merrow.example>" <mallory@evil.example>', 'mallory@evil.example'],
    ['Ann <ann@merrow.example> <mallory@evil.example>', 'mallory@evil.example'],
    ['=?utf-8?b?QW5u?= ann@merrow.example', 'ann@merrow.example'],
    ['=?utf-8?q?Ann_=3Cann=40merrow.example=3E?= <mallory@evil.example>', 'mallory@evil.example'],
    ['Ann.Able@Merrow.example (Ann)', 'ann.able@merrow.example'],
    ['=?utf-8?b?QW5u?=', 'ann'],
    ['', 'unknown sender'],
    ['<>', 'unknown sender'],
    ['../..', 'unknown sender'],
  ])('%j is from %s', async (from, sender) => {
    const text = `From a@x Mon May  3 10:00:00 2021\nFrom: ${from}\nSubject: One\n\nWords that can be read.\n`;
    const file = scratch.write('e.mbox', text);
    expect(pathsIn(file)).toEqual([`${sender}/0001 One.eml`]);
    expect((await readDocument(`${file}/${sender}/0001 One.eml`)).text).toBe('Words that can be read.');
  });

  it('is found in time that grows as the mails do, and each is read from its place', async () => {
    const mail = 'From a@x Mon May  3 10:00:00 2021\nFrom: ann@x\nSubject: One\n\nWords.\nFrom here on more.\n\n';
    const list = (mails: number): void => {
      const file = scratch.write(`${mails}.mbox`, mail.repeat(mails));
      const collections = new Collections();
      const texts = collections.listTexts(file);
      expect(texts).toHaveLength(mails);
      for (const { path: below } of texts.slice(-100)) collections.open(path.join(file, below));
    };
    await expectLinear(list, 500);
  });
});
