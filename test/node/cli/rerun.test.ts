import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAll, hasModes } from '../../needs';
import { asOrdinaryUser } from '../ordinaryUser';
import { expectProblem, fingerprint, runHere } from './support/runCli';
import { known, questioned } from './support/scratch';
import { removeFolder } from '../../removeFolder';

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-rerun-'));
const folder = path.join(base, 'mill');
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  for (const author of ['author-a', 'author-d'])
    fs.cpSync(path.join(known, author), at(`known/${author}`), { recursive: true });
  fs.mkdirSync(at('questioned'));
  fs.copyFileSync(questioned, at('questioned/letter.txt'));
  fs.mkdirSync(at('questioned/another')); // with another text of the same name, which comes first
  fs.copyFileSync(path.join(questioned, '../blog-visitor-plan.txt'), at('questioned/another/letter.txt'));
  for (const [name, ...asked] of [['search'], ['named', '--author', 'author-a']]) {
    const { code, stderr } = await runHere([
      'report',
      at('questioned/letter.txt'),
      '--out',
      at(`${name!}.html`),
      ...asked,
    ]);
    expect(code, stderr).toBe(0);
  }
});
afterAll(() => removeFolder(base));

interface Rerun {
  readonly changed: readonly { readonly what: string }[];
  readonly differences: readonly object[];
  readonly compared: number;
}

async function again(report: string): Promise<Rerun & { readonly code: number | null }> {
  const { code, stdout } = await runHere(['report', '--rerun', at(report), '--json']);
  return { ...(JSON.parse(stdout) as Rerun), code };
}

describe('a bundle of a case', () => {
  const packed = (name: string): Readonly<Record<string, Uint8Array>> =>
    unzipSync(fs.readFileSync(path.join(base, name)));

  it('has equal bytes for an equal case, and all that is needed to examine it again', async () => {
    const copy = path.join(base, 'copy', 'mill');
    fs.cpSync(folder, copy, { recursive: true });
    const first = await runHere(['bundle', folder, '--out', path.join(base, 'a.zip'), '--texts']);
    expect(first.code, first.stderr).toBe(0);
    await runHere(['bundle', copy, '--out', path.join(base, 'b.zip'), '--texts']);
    expect(fingerprint(path.join(base, 'b.zip'))).toBe(fingerprint(path.join(base, 'a.zip')));
    const theirs = path.join(base, 'theirs');
    for (const [name, bytes] of Object.entries(packed('a.zip'))) {
      fs.mkdirSync(path.dirname(path.join(theirs, name)), { recursive: true });
      fs.writeFileSync(path.join(theirs, name), bytes);
    }
    const sums = fs.readFileSync(path.join(theirs, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(sums.length).toBeGreaterThan(10);
    for (const [sha256, name] of sums.map((line) => line.split('  ')))
      expect(fingerprint(path.join(theirs, name!)), name).toBe(sha256);
    const { code, stdout, stderr } = await runHere([
      ...['report', '--rerun', path.join(theirs, 'reports', 'search.json'), '--case', theirs],
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^The findings are the same\. [\d]+ values were compared\.$/m);
    expect((await runHere(['case', theirs, '--log'])).code).toBe(0);
  });

  it('has no text of the case unless it is asked for', async () => {
    await runHere(['bundle', folder, '--out', path.join(base, 'c.zip')]);
    expect(Object.keys(packed('c.zip')).sort()).toEqual([
      ...['.idiograph/log-head.json', '.idiograph/log.jsonl', 'SHA256SUMS', 'bundle.json'],
      ...['reports/named.html', 'reports/named.json', 'reports/search.html', 'reports/search.json'],
    ]);
  });

  it.runIf(hasModes && isAll)(
    'holds a mailbox once, as the file that it is, and names a text that cannot be read',
    async () => {
      const post = path.join(base, 'post');
      const mails = path.resolve(import.meta.dirname, '../../fixtures/documents/mails.mbox');
      fs.cpSync(mails, path.join(post, 'known', 'mails.mbox'));
      fs.cpSync(questioned, path.join(post, 'questioned', 'letter.txt'));
      for (const place of [base, post]) fs.chmodSync(place, 0o777);
      fs.writeFileSync(path.join(post, 'questioned', 'closed.txt'), 'closed', { mode: 0o000 });
      const { code, stderr } = await asOrdinaryUser(() =>
        runHere(['bundle', post, '--out', path.join(base, 'post.zip'), '--texts']),
      );
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('questioned/closed.txt is not in the bundle: it is missing, cannot be read');
      const bytes = packed('post.zip');
      const [mailbox, letter] = [fingerprint(mails), fingerprint(questioned)];
      expect(Buffer.from(bytes['SHA256SUMS']!).toString()).toBe(
        `${mailbox}  known/mails.mbox\n${letter}  questioned/letter.txt\n`,
      );
      expect(Buffer.from(bytes['known/mails.mbox']!)).toEqual(fs.readFileSync(mails));
    },
  );

  it.runIf(isAll)('holds reports of one name from two folders, each with its data', async () => {
    const twice = path.join(base, 'twice', 'mill');
    fs.cpSync(folder, twice, { recursive: true });
    fs.mkdirSync(path.join(twice, 'later'));
    const out = path.join(twice, 'later', 'search.html');
    const { code, stderr } = await runHere(['report', path.join(twice, 'questioned/letter.txt'), '--out', out]);
    expect(code, stderr).toBe(0);
    await runHere(['bundle', twice, '--out', path.join(base, 'twice.zip')]);
    const files = packed('twice.zip');
    expect(
      Object.keys(files)
        .filter((name) => name.startsWith('reports/search'))
        .sort(),
    ).toEqual([
      ...['reports/search (2).html', 'reports/search (2).json', 'reports/search.html', 'reports/search.json'],
    ]);
    expect(Buffer.from(files['reports/search (2).html']!)).toEqual(fs.readFileSync(out));
  });

  it('names a report that is gone or changed, and data that are another file, and leaves them out', async () => {
    const changed = path.join(base, 'changed', 'mill');
    fs.cpSync(folder, changed, { recursive: true });
    fs.appendFileSync(path.join(changed, 'search.html'), ' ');
    fs.writeFileSync(path.join(changed, 'named.json'), '{}');
    const { stderr } = await runHere(['bundle', changed, '--out', path.join(base, 'changed.zip')]);
    expect(stderr).toContain('search.html is not in the bundle: it is ');
    expect(stderr).toContain('named.json is not in the bundle: it is ');
    const reports = Object.keys(packed('changed.zip')).filter((name) => name.startsWith('reports/'));
    expect(reports).toEqual(['reports/named.html']);
  });

  it('takes the place of no other file', async () => {
    const letter = at('questioned/letter.txt');
    expectProblem(await runHere(['bundle', folder, '--out', letter, '--force']), 3, 'UnwritableFile');
  });
});

describe('a report that is made again', () => {
  it.each(['search.json', 'named.json'])('has the same numbers for the same inputs: %s', async (report) => {
    const { code, changed, differences, compared } = await again(report);
    expect({ code, changed, differences }).toEqual({ code: 0, changed: [], differences: [] });
    expect(compared).toBeGreaterThan(100);
  });

  it('names the one text with a changed word, and what differs by it', async () => {
    fs.writeFileSync(at('questioned/letter.txt'), fs.readFileSync(questioned, 'utf8').replace('roof', 'tower'));
    const { code, changed, differences } = await again('search.json');
    fs.copyFileSync(questioned, at('questioned/letter.txt'));
    expect(code).toBe(3);
    expect(changed.map(({ what }) => what)).toEqual(['Questioned: letter.txt']);
    expect(differences.length).toBeGreaterThan(0);
  });

  it.runIf(isAll)('names a known text that came into the index, the index, and another version', async () => {
    const report = fs.readFileSync(at('search.json'), 'utf8');
    fs.writeFileSync(at('search.json'), report.replace(/"version":"[^"]+"/, '"version":"0.0.1"'));
    fs.copyFileSync(
      path.join(known, 'author-b', fs.readdirSync(path.join(known, 'author-b'))[0]!),
      at('known/author-a/new.txt'),
    );
    const { code, changed } = await again('search.json');
    expect(code).toBe(3);
    expect(changed.map(({ what }) => what)).toEqual([
      'Reference index',
      'Other settings: scanned',
      'Program',
      'Known text: author-a, new.txt',
    ]);
  });

  it('is made of nothing but a report', async () => {
    expectProblem(await runHere(['report', '--rerun', questioned]), 3, 'UnreadableDocument', /JSON/);
  });
});
