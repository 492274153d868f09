import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Collections } from '../../../src/reading/collections';
import { readDocument } from '../../../src/reading/readFile';
import { useScratch } from '../cli/support/scratch';

const scratch = useScratch();
/** Files of the library's package, which publishes them under the MIT licence: mails of Enron in a store, and a copy of an account. */
const samples = path.resolve(import.meta.dirname, '../../../node_modules/pst-extractor/example/testdata');
const enron = path.join(samples, 'enron.pst');
const account = path.join(samples, 'pstextractortest@outlook.com.ost');
/** The place in `enron.pst` of the hash of its password, which is zero: 4 bytes below the property 0x67ff. */
const passwordAt = 22_080;

function listPaths(file: string): readonly string[] {
  return new Collections().listTexts(file).map((text) => text.path);
}

describe('a data file of Outlook', () => {
  it('is a mailbox of its mails, in the order of its folders, with the senders of their headers', () => {
    const listed = new Collections().listTexts(enron);
    expect(listed).toHaveLength(71);
    expect(listed.slice(1, 3)).toMatchObject([
      { path: "dennis.lee@enron.com/0002 New OBA's.eml", sentBy: { name: 'Lee Dennis', messages: 1 } },
      {
        path: 'jreames@br-inc.com/0003 I B Link Capacity for November and December 2001.eml',
        sentBy: { name: 'Reames Julie', messages: 1 },
      },
    ]);
  });

  it('gives the plain text of a mail, names attached files, and leaves out the mail that it answers', async () => {
    const attached = await readDocument(path.join(enron, listPaths(enron)[1]!));
    expect(attached.text).toMatch(/^The attached OBA's have been submitted to the customers for their signature\./);
    expect(attached.reading!.parts).toMatchObject([{ kind: 'attachments', words: 0 }]);
    expect(attached.reading!.parts[0]!.places!.map(({ text }) => text)).toContain('OBA_27602_Citizens.doc');
    const answer = await readDocument(path.join(enron, 'pilar.ramirez@enron.com/0036 RE Good Web.eml'));
    expect(answer.text).toMatch(/^Sorry, I guess you want the web site\./);
    expect(answer.reading!.parts).toEqual([{ kind: 'forwarded', words: 114 }]);
    const again = await readDocument(path.join(enron, 'pilar.ramirez@enron.com/0036 RE Good Web.eml'));
    expect(again.sha256).toBe(answer.sha256);
  });

  it('gives the web page of a mail without a plain text, and says which mail has no text', async () => {
    const paths = listPaths(account);
    expect(paths).toHaveLength(8);
    const { text } = await readDocument(path.join(account, paths[1]!));
    expect(text).toMatch(/^Hi Pst,\n\nWelcome to your new Outlook\.com account\./);
    await expect(readDocument(path.join(account, paths[7]!))).rejects.toMatchObject({ code: 'EmptyDocument' });
  });

  const damaged = 'it is encrypted, damaged or too large';
  it.each([
    ['lost its end', damaged, 0, [200_000]],
    ['lost some pages', damaged, 0, [20_000, 40_000]],
    ['is encrypted', damaged, 2, [513, 514]],
    ['has a password', 'it has a password; remove it in Outlook', 7, [passwordAt, passwordAt + 4]],
    ['has no beginning', 'it is not a mailbox (mbox, PST), or is empty', 0, [0, 4]],
  ] as const)('that %s is refused', async (_, problem, value, [start, end]) => {
    const file = scratch.write('changed.pst', fs.readFileSync(enron).fill(value, start, end));
    await expect(readDocument(file)).rejects.toMatchObject({
      code: 'UnreadableDocument',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('is left soon after the user stops, even where a damaged part of it has no end', () => {
    const bytes = fs.readFileSync(enron).fill(161, 857_258, 857_386);
    const start = performance.now();
    const stop = {
      get stopped() {
        return performance.now() > start + 300;
      },
    };
    const file = scratch.write('endless.pst', bytes);
    expect(() => new Collections().listTexts(file, stop)).toThrow(expect.objectContaining({ code: 'Cancelled' }));
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('is read until the user stops', () => {
    expect(() => new Collections().listTexts(enron, { stopped: true })).toThrow(
      expect.objectContaining({ code: 'Cancelled' }),
    );
  });
});
