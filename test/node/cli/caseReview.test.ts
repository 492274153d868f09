import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './support/runCli';
import { known, questioned } from './support/scratch';

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
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('reviews the others, names them at the end and has the status of the first', async () => {
    const { code, stdout, stderr } = await runCli(['case', folder]);
    expect(stdout).toMatch(/a-short\.txt: The document has 3 words.*b-letter\.txt · .*author-a.*c-binary\.txt: /is);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('Not reviewed: a-short.txt, c-binary.txt.');
    expect(code).toBe(3);
  });

  it('says once what holds for all of them', async () => {
    const { stdout } = await runCli(['case', folder]);
    expect(stdout.match(/-letter\.txt · /g)).toHaveLength(2);
    for (const once of [/Hypotheses: /g, /Verifier: /g, /Population: /g]) expect(stdout.match(once)).toHaveLength(1);
  });

  it('does so with --json, too', async () => {
    const { code, stdout, stderr } = await runCli(['case', folder, '--json']);
    const { reviews } = JSON.parse(stdout) as { readonly reviews: readonly { file: string; code?: string }[] };
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
