import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/domain/evidence';
import { readEvidence, runHere } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';
import { removeFolder } from '../../removeFolder';
import { isAll } from '../../needs';

const scratch = useScratch();
const fixtures = path.resolve(import.meta.dirname, '../../fixtures/documents');
const fixture = (name: string): string => path.join(fixtures, name);
const hashOf = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** By how much findings may differ from those of the plain text: a PDF has line breaks of its own. */
const kinds = [
  ['docx', 0],
  ['odt', 0],
  ['rtf', 0],
  ['html', 0],
  ['pdf', 0.01],
] as const;

async function evidenceOn(file: string): Promise<Evidence> {
  const produced = ['--mode', 'written', '--genre', 'letter'];
  const { code, stdout, stderr } = await runHere(['attribute', file, '--index', scratch.index, ...produced, '--json']);
  expect(code, stderr).toBe(0);
  return readEvidence(stdout);
}

describe('reviews of one letter in six kinds of files', () => {
  let plain: Evidence;
  beforeAll(async () => {
    plain = await evidenceOn(scratch.write('letter.txt', fs.readFileSync(questioned))); // outside the case of the sample, as the others are
  });

  it.each(isAll ? kinds : kinds.slice(0, 1))('%s gives the findings of its plain text', async (kind, difference) => {
    const { candidates, document } = await evidenceOn(fixture(`letter.${kind}`));
    const [first] = candidates;
    const [expected] = plain.candidates;
    expect(first!.author).toBe(expected!.author);
    expect(Math.abs(first!.verification!.llr! - expected!.verification!.llr!)).toBeLessThanOrEqual(difference);
    expect(Math.abs(first!.score - expected!.score)).toBeLessThanOrEqual(difference);
    expect(document.reading).toBeDefined();
  });
});

describe('a case of Word files, PDFs and mails', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-kinds-'));
  const caseFile = path.join(folder, 'kinds.idiograph-case.json');
  beforeAll(() => {
    for (const author of ['author-a', 'author-d'])
      fs.cpSync(path.join(known, author), path.join(folder, 'known', author), { recursive: true });
    fs.mkdirSync(path.join(folder, 'questioned'));
    for (const kind of ['docx', 'pdf', 'eml'])
      fs.copyFileSync(fixture(`letter.${kind}`), path.join(folder, 'questioned', `letter.${kind}`));
    fs.copyFileSync(fixture('locked.pdf'), path.join(folder, 'questioned', 'locked.pdf'));
    fs.copyFileSync(fixture('tracked.odt'), path.join(folder, 'known', 'author-a', 'tracked.odt'));
    fs.writeFileSync(caseFile, '{ "format": "idiograph.case/1", "documents": {} }');
  });
  afterAll(() => removeFolder(folder));

  it('is reviewed, names what cannot be read, and records files, readers and texts in the case file', async () => {
    const { code, stdout, stderr } = await runHere(['case', folder]);
    expect(stdout).toMatch(/letter\.docx · .*letter\.eml · .*letter\.pdf · .*locked\.pdf: .*protected by a password/s);
    expect(stdout).toContain('11 new'); // five texts by either author, and one more
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('Not reviewed: locked.pdf.');
    expect(code).toBe(3);
    const { documents } = JSON.parse(fs.readFileSync(caseFile, 'utf8')) as {
      readonly documents: Readonly<Record<string, object>>;
    };
    expect(documents['questioned/letter.docx']).toEqual({
      role: 'questioned',
      sha256: hashOf(fixture('letter.docx')),
      reader: 'htmlparser2 12.0.0',
      textSha256: createHash('sha256').update(fs.readFileSync(questioned, 'utf8').trim()).digest('hex'),
    });
    expect(documents['questioned/letter.pdf']).toMatchObject({ reader: 'unpdf 1.8.1 (PDF.js)' });
    expect(documents['questioned/locked.pdf']).toEqual({ role: 'questioned', sha256: hashOf(fixture('locked.pdf')) });
  });

  it('has a report with the reader, what it left out, both hashes and the page of each passage', async () => {
    const page = path.join(folder, 'report.html');
    const asked = ['report', path.join(folder, 'questioned', 'letter.pdf'), '--out', page];
    expect((await runHere(asked)).code).toBe(0);
    const html = fs.readFileSync(page, 'utf8');
    expect(html).toContain(`SHA-256 of the file ${hashOf(fixture('letter.pdf'))}`);
    expect(html).toContain('unpdf 1.8.1 (PDF.js) extracted the text from the file.');
    expect(html).toMatch(/Left out: .*footnotes and endnotes \(words: 11\)/);
    expect(html).toMatch(/SHA-256 of the text [0-9a-f]{64}/);
    expect(html).toMatch(
      /tracked\.odt · author-a: \d+ of \d+ words are the author’s\. Left out: deletions \(words: \d+\)/,
    );
    expect(html).toMatch(/Questioned, page [123], paragraph \d/);
    const { questioned: about, known: texts } = JSON.parse(fs.readFileSync(page.replace('.html', '.json'), 'utf8')) as {
      readonly questioned: object;
      readonly known: readonly object[];
    };
    const partsOfTracked = { leftOut: [{ kind: 'deletions' }, { kind: 'comments' }, { kind: 'hidden' }] };
    expect(texts.filter((each) => 'shares' in each)).toMatchObject([{ title: 'tracked.odt', shares: partsOfTracked }]);
    expect(about).toMatchObject({ reading: { reader: 'unpdf 1.8.1 (PDF.js)' } });
  });
});
