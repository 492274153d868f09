import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/domain/evidence';
import { jsonLines, runHere } from './support/runCli';
import { copyPlainCase, known, questioned } from './support/scratch';
import { removeFolder } from '../../removeFolder';
import { isAll } from '../../needs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-kept-'));
const letter = path.join(folder, 'questioned', 'letter.txt');
const results = path.join(folder, '.idiograph', 'index-results');

function kept(): readonly string[] {
  return fs.readdirSync(results).filter((name) => name.endsWith('.json.gz'));
}

async function reviewed(of = folder): Promise<readonly object[]> {
  const { stdout } = await runHere(['case', of, '--json']);
  return jsonLines(stdout).slice(1) as readonly object[];
}

beforeAll(() => {
  copyPlainCase(folder);
});
afterAll(() => removeFolder(folder));

describe('the results of a case', () => {
  it('are kept beside its index, and are the same when they are asked for again', async () => {
    const first = await reviewed();
    const [name] = kept();
    const { mtimeMs } = fs.statSync(path.join(results, name!));
    expect(await reviewed()).toEqual(first);
    expect(kept()).toEqual([name]);
    expect(fs.statSync(path.join(results, name!)).mtimeMs, 'not reviewed anew').toBe(mtimeMs);
  });

  it('are made again where one was damaged', async () => {
    const [name] = kept();
    const file = path.join(results, name!);
    const whole = gunzipSync(fs.readFileSync(file)).toString();
    const before = await reviewed();
    const change = (_: string, sign: string, digit: string): string => `"score":${sign}${(Number(digit) + 1) % 10}`;
    const changed = whole.replace(/"score":(-?)(\d)/, change);
    expect(changed).not.toBe(whole);
    fs.writeFileSync(file, gzipSync(changed));
    expect(await reviewed()).toEqual(before);
  });

  it('are made again, and named, where somebody wrote another ratio with a hash of its own', async () => {
    const [name] = kept();
    const file = path.join(results, name!);
    const before = await reviewed();
    const { result } = JSON.parse(gunzipSync(fs.readFileSync(file)).toString()) as { result: { evidence: Evidence } };
    const { evidence } = result;
    const [first] = evidence.candidates;
    const forged = { ...first, author: 'author-e', score: 40, verification: { ...first!.verification, llr: 5.3 } };
    const text = JSON.stringify({ ...result, evidence: { ...evidence, candidates: [forged] } });
    const hash = createHash('sha256').update(text).digest('hex');
    for (const key of ['sha256', 'code']) {
      fs.writeFileSync(file, gzipSync(`{"${key}":"${hash}","result":${text}}\n`));
      const { stdout, stderr } = await runHere(['case', folder, '--json']);
      expect(jsonLines(stdout).slice(1)).toEqual(before);
      expect(stderr).toContain(`Idiograph did not use the saved result ${file}: `);
    }
  });

  it('are in the report with all earlier questions, in their order', async () => {
    const out = path.join(folder, 'r.html');
    await runHere(['verify', letter, '--author', 'author-d']);
    const { stderr, code } = await runHere(['report', letter, '--author', 'author-d', '--out', out]);
    expect(code, stderr).toBe(0);
    const html = fs.readFileSync(out, 'utf8');
    expect(html).toMatch(
      /in the order of asking<\/h2>\s*<ol><li>[^<]*A search: which of the 5 known authors[^<]*<\/li>\s*<li>[^<]*author-d/,
    );
    expect(html).toContain('This question came after a search of 5 authors.');
    const { asked } = JSON.parse(fs.readFileSync(path.join(folder, 'r.json'), 'utf8')) as {
      asked: { asked: object }[];
    };
    expect(asked.map((each) => each.asked)).toEqual([
      { kind: 'search', authors: 5 },
      { kind: 'author', author: 'author-d' },
    ]);
  });

  it.runIf(isAll)('are others for another text', async () => {
    const [before] = await reviewed();
    fs.appendFileSync(letter, '\nOne sentence more, and nothing else.\n');
    const [after] = await reviewed();
    expect(after).not.toEqual(before);
    expect(kept()).toHaveLength(2);
  });

  it('are not written beside an index that was named', async () => {
    const lines = (): number =>
      fs.readFileSync(path.join(folder, '.idiograph', 'log.jsonl'), 'utf8').split('\n').length;
    const before = lines();
    const copy = path.join(folder, 'mine.sqlite');
    fs.copyFileSync(path.join(folder, '.idiograph', 'index.sqlite'), copy);
    await runHere(['attribute', letter, '--index', copy]);
    expect([lines(), fs.existsSync(path.join(folder, 'mine-results'))]).toEqual([before, false]);
  });
});

describe.runIf(isAll)('the results of a case with more authors than have passages', () => {
  const many = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-many-'));
  beforeAll(() => {
    const texts = fs.readdirSync(known, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
    for (const text of texts.slice(0, 12))
      fs.cpSync(path.join(known, text), path.join(many, 'known', text.replace(/\W/g, '-'), 'text.txt'));
    fs.cpSync(questioned, path.join(many, 'questioned', 'letter.txt'));
  });
  afterAll(() => removeFolder(many));

  it('are not searched for again', async () => {
    const log = (): string => fs.readFileSync(path.join(many, '.idiograph', 'log.jsonl'), 'utf8');
    const first = await reviewed(many);
    expect(first).toMatchObject([{ evidence: { candidates: { length: 12 } } }]);
    const before = log();
    expect(await reviewed(many)).toEqual(first);
    expect(log()).toBe(before);
  });
});
