import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonLines, runCli, runHere } from './support/runCli';
import { known, questioned } from './support/scratch';
import { isAll, answersSignals } from '../../needs';
import { removeFolder } from '../../removeFolder';

describe('a case of which some documents cannot be reviewed', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-'));
  const write = (name: string, content: string | Uint8Array): void => {
    fs.mkdirSync(path.join(folder, 'questioned'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'questioned', name), content);
  };

  beforeAll(() => {
    fs.cpSync(path.join(known, 'author-a'), path.join(folder, 'known', 'author-a'), { recursive: true });
    write('a-short.txt', 'Too few words.');
    write('b-letter.txt', fs.readFileSync(questioned));
    write('c-binary.txt', Uint8Array.of(0, 1, 2, 3));
    write('d-letter.txt', fs.readFileSync(questioned));
  });
  afterAll(() => removeFolder(folder));

  it('reviews the others, names them at the end and has the status of the first', async () => {
    const { code, stdout, stderr } = await runHere(['case', folder]);
    expect(stdout).toMatch(/a-short\.txt: The document has 3 words.*b-letter\.txt · .*author-a.*c-binary\.txt: /is);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('Not reviewed: a-short.txt, c-binary.txt.');
    expect(code).toBe(3);
  });

  it('says once what holds for all of them', async () => {
    const { stdout } = await runHere(['case', folder]);
    expect(stdout.match(/-letter\.txt · /g)).toHaveLength(2);
    for (const once of [/Population: /g]) expect(stdout.match(once)).toHaveLength(1);
  });

  it('prints three lines for each text with --brief, and records the mode and genre that are given', async () => {
    const { stdout, stderr } = await runHere(['case', folder, '--brief', '--mode', 'written', '--genre', 'letter']);
    const letter = stdout.split('\n\n').find((text) => text.startsWith('b-letter.txt · '))!;
    const [, found, rest] = letter.split('\n');
    expect(found).toBe('  First candidate: author-a, no ratio.');
    expect(stdout).not.toContain('not validated and locked');
    expect(stderr.match(/not validated and locked yet/g)).toHaveLength(1);
    expect(rest).toBe(`  all of it: idiograph attribute ${path.join(folder, 'questioned', 'b-letter.txt')}`);
    expect((await runHere(['case', folder])).stdout).toContain('b-letter.txt · 497 words · written, letter');
  });

  it('does so with --json, too', async () => {
    const { code, stdout, stderr } = await runHere(['case', folder, '--json']);
    const [index, ...reviews] = jsonLines(stdout) as readonly { format: string; file: string; code?: string }[];
    expect(index).toMatchObject({ format: 'idiograph.case-review/1', texts: 4, index: { documents: 5 } });
    expect(reviews.map((review) => [review.file, review.code])).toEqual([
      ['a-short.txt', 'TooShort'],
      ['b-letter.txt', undefined],
      ['c-binary.txt', 'UnreadableDocument'],
      ['d-letter.txt', undefined],
    ]);
    expect(stderr).toContain('Not reviewed: a-short.txt, c-binary.txt.');
    expect(code).toBe(3);
  });
});

describe.runIf(answersSignals && isAll)('a case after a stopped run', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-stopped-'));
  const results = path.join(folder, '.idiograph', 'index-results');
  beforeAll(() => {
    fs.cpSync(path.join(known, 'author-a'), path.join(folder, 'known', 'author-a'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'questioned'));
    for (const name of ['a', 'b', 'c']) fs.copyFileSync(questioned, path.join(folder, 'questioned', `${name}.txt`));
  });
  afterAll(() => removeFolder(folder));

  it('says each text as it comes, and goes on where it was', async () => {
    const stopped = await runCli(['case', folder, '--json'], {
      interruptOn: (stderr) => (stderr.includes('reviewing 3 of 3') ? 'SIGINT' : undefined),
    });
    expect(stopped.code).toBe(130);
    const files = (lines: readonly unknown[]): readonly unknown[] =>
      lines.flatMap((line) => (line as { readonly file?: string }).file ?? []);
    const before = jsonLines(stopped.stdout);
    expect(files(before)).toEqual(['a.txt', 'b.txt']);
    const kept = fs.readdirSync(results);
    expect(kept).toHaveLength(2);
    const times = kept.map((name) => fs.statSync(path.join(results, name)).mtimeMs);
    const { code, stdout } = await runHere(['case', folder, '--json']);
    expect([code, files(jsonLines(stdout))]).toEqual([0, ['a.txt', 'b.txt', 'c.txt']]);
    expect(jsonLines(stdout).slice(1, 3)).toEqual(before.slice(1, 3));
    expect(
      kept.map((name) => fs.statSync(path.join(results, name)).mtimeMs),
      'not reviewed anew',
    ).toEqual(times);
  });
});
