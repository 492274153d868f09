import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { runHere } from './support/runCli';
import { questioned, useScratch } from './support/scratch';

const scratch = useScratch();
const text = fs.readFileSync(questioned, 'utf8');
const hash = createHash('sha256').update(text).digest('hex');
const page = scratch.at('report.html');
const data = scratch.at('report.json');

interface Data {
  readonly caseName: string;
  readonly known: readonly { readonly author: string; readonly sha256: string }[];
  readonly questions: readonly { readonly kind: string; readonly author?: string }[];
}

async function reported(...more: readonly string[]): Promise<{ readonly html: string; readonly facts: Data }> {
  const asked = ['report', questioned, '--index', scratch.index, '--out', page, '--force', ...more];
  const { code, stderr } = await runHere(asked);
  expect(code, stderr).toBe(0);
  return { html: fs.readFileSync(page, 'utf8'), facts: JSON.parse(fs.readFileSync(data, 'utf8')) as Data };
}

describe('idiograph report', () => {
  it('writes a page and its facts, with every text of the sample by its SHA-256', async () => {
    const { html, facts } = await reported();
    expect(facts.caseName).toBe('sample');
    expect(facts.known).toHaveLength(25);
    for (const { sha256 } of facts.known) expect(html).toContain(sha256);
    expect(html).toContain(hash);
    expect(html).toMatch(/<dt>Date<\/dt><dd>\d{1,2} [A-Z]\w+ \d{4}, \d\d:\d\d \(UTC[+-]\d\d:\d\d\)<\/dd>/);
    expect(html).toContain('<h2>1. author-d</h2>');
    expect(html.match(/<h2>\d\. /g)).toHaveLength(1);
  });

  it('gives the SHA-256 of the bytes of the file in question, byte order mark and line ends included', async () => {
    const bytes = Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`);
    const file = scratch.write('marked.txt', bytes);
    const args = ['report', file, '--index', scratch.index, '--out', page, '--force', '--candidates', '1'];
    expect((await runHere(args)).code).toBe(0);
    const ofFile = createHash('sha256').update(bytes).digest('hex');
    expect(fs.readFileSync(page, 'utf8')).toContain(`SHA-256 of the file ${ofFile}`);
    expect(fs.readFileSync(page, 'utf8').match(/SHA-256 of the text [0-9a-f]{64}/g)).toHaveLength(25);
    const { questioned } = JSON.parse(fs.readFileSync(data, 'utf8')) as { questioned: object };
    expect(questioned).toMatchObject({ sha256: ofFile, hashed: 'file' });
  });

  it('reports on the candidate that was chosen, and signs for the examiner', async () => {
    const { html } = await reported('--choose', 'author-b', '--examiner', 'E. Xaminer');
    expect(html).toMatch(/<h2>[2-5]\. author-b/);
    expect(html).toContain('Signature: E. Xaminer');
  });

  it('writes the same page as a Word document, and replaces no other Word document', async () => {
    const word = scratch.at('word.docx');
    const asked = ['report', questioned, '--index', scratch.index, '--author', 'author-d', '--out', word];
    const { code, stderr } = await runHere([
      ...asked,
      '--instruction',
      'Compare <both> texts.',
      '--without-conclusion',
    ]);
    expect(code, stderr).toBe(0);
    const xml = new TextDecoder().decode(unzipSync(fs.readFileSync(word))['word/document.xml']);
    for (const said of ['Materials received', 'Compare &lt;both&gt; texts.', 'Findings: author-d'])
      expect(xml).toContain(said);
    expect(xml).not.toContain('times more likely');
    expect(fs.existsSync(scratch.at('word.json'))).toBe(true);
    expect((await runHere([...asked, '--force'])).code).toBe(0);
    fs.writeFileSync(word, zipSync({ 'word/document.xml': new TextEncoder().encode('<w/>') }));
    const refused = await runHere([...asked, '--force']);
    expect(refused.stderr).toContain('was not written by this command');
  });

  it('asks about one named author and searches nothing', async () => {
    const { html, facts } = await reported('--author', 'author-d');
    expect(facts.questions).toMatchObject([{ kind: 'author', author: 'author-d' }]);
    expect(new Set(facts.known.map(({ author }) => author))).toEqual(new Set(['author-d']));
    expect(html).toContain('A named author: did author-d write');
    expect(html).not.toContain('A search: which of the');
  });

  it('refuses a name that is neither a page nor a Word document', async () => {
    const { code, stderr } = await runHere(['report', questioned, '--out', scratch.at('r.pdf')]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('.html or .docx') as unknown });
    expect(fs.existsSync(scratch.at('r.pdf'))).toBe(false);
  });

  it('refuses a candidate that is none', async () => {
    const { code, stderr } = await runHere([
      'report',
      questioned,
      '--index',
      scratch.index,
      '--out',
      page,
      '--force',
      '--choose',
      'Nobody',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('Nobody is not among the candidates');
  });

  it('replaces nothing of its name that it has not written', async () => {
    fs.writeFileSync(scratch.at('other.json'), '{"notes": 1}');
    const { code } = await runHere([
      'report',
      questioned,
      '--index',
      scratch.index,
      '--out',
      scratch.at('other.html'),
      '--force',
    ]);
    expect(code).toBe(3);
    expect(fs.existsSync(scratch.at('other.html'))).toBe(false);
  });
});
