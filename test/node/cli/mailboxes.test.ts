import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CaseFolder } from '../../../src/node/casework/caseFolder';
import { mailsOf } from '../../../src/node/documents/mailbox';
import { readDocument } from '../../../src/node/documents/readDocument';
import { runHere } from './support/runCli';
import { useScratch } from './support/scratch';

const scratch = useScratch();
const mailbox = path.resolve(import.meta.dirname, '../../fixtures/documents/mails.mbox');
const [ann, ben] = ['ann@merrow.example', 'ben@merrow.example'];

describe('a mailbox', () => {
  it('holds one text for each mail, under its sender, with the lines that were marked as they were', async () => {
    const paths = mailsOf(mailbox).map((mail) => mail.path);
    expect(paths).toEqual([`${ann}/0001 Number 3.eml`, `${ann}/0002 Number 4.eml`, `${ben}/0003 Number 3.eml`]);
    const { text, sha256, reading } = await readDocument(path.join(mailbox, paths[0]!));
    expect(text).toMatch(/^From the Bank: .*\n\nFrom here on I shall write less\.$/s);
    expect(sha256).toBe(createHash('sha256').update(mailsOf(mailbox)[0]!.bytes).digest('hex'));
    expect(reading!.reader).toContain('postal-mime');
  });

  it('is no text of its own, and says where it can go', async () => {
    await expect(readDocument(mailbox)).rejects.toMatchObject({
      code: 'UnreadableDocument',
      message: expect.stringContaining('it holds 3 mails, each a text of its own') as string,
    });
    const other = scratch.write('other.mbox', 'Not a mailbox.');
    await expect(readDocument(other)).rejects.toMatchObject({
      message: expect.stringContaining('it is not a mailbox') as string,
    });
    await expect(readDocument(path.join(mailbox, ann, '0009 x.eml'))).rejects.toMatchObject({
      message: expect.stringContaining('no such mail any more') as string,
    });
  });

  it('is added to an index by its senders, and by one author only where one wrote all of it', async () => {
    const index = scratch.at('mails.sqlite');
    const added = await runHere(['index', 'add', mailbox, '--index', index, '--json']);
    expect(added.code, added.stderr).toBe(0);
    expect(JSON.parse(added.stdout)).toMatchObject({ added: 3, problems: [] });
    const { rows } = JSON.parse((await runHere(['index', 'list', '--index', index, '--json'])).stdout) as {
      readonly rows: readonly { readonly author: string; readonly title: string }[];
    };
    expect(rows.map(({ author }) => author).sort()).toEqual([ann, ann, ben]);
    const refused = await runHere(['index', 'add', mailbox, '--author', 'Ann', '--index', index]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('holds mails of 2 senders');
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
    expect(again.changedSinceIntake(questioned[0]!.path)).toBeUndefined();
    expect(await again.warnings()).toEqual([]);
    const named = { ...documents, 'questioned/mails.mbox': { role: 'questioned' } };
    fs.writeFileSync(opened.file, JSON.stringify({ format: 'idiograph.case/1', documents: named }));
    expect(await (await CaseFolder.open(folder)).warnings()).toMatchObject([
      { kind: 'mailboxEntry', entry: 'questioned/mails.mbox', found: `questioned/mails.mbox/${ann}/0001 Number 3.eml` },
    ]);
  });
});
