import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run as runWords } from './sampleDocuments';

const run = (...words: readonly string[]): ReturnType<typeof runWords> => runWords(words);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-answers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, lines: readonly unknown[]): string {
  const full = path.join(folder, name);
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n') + '\n';
  writeFileSync(full, name.endsWith('.gz') ? gzipSync(text) : text);
  return full;
}

// Ten trials: 3 found, 1 false alarm, 2 rightly refused, 2 missed, 2 open; counts as in the unit test of the metrics.
const truth = [
  ...['s1', 's2', 's3', 's4', 's5', 's6'].map((id) => ({ id, same: true, authors: ['x', 'x'] })),
  ...['d1', 'd2', 'd3', 'd4'].map((id) => ({ id, same: false, authors: ['x', 'y'] })),
];
const values = { s1: 0.9, s2: 0.8, s3: 0.6, s4: 0.4, s5: 0.2, d1: 0.7, d2: 0.3, d3: 0.1, d4: 0.5 };
const answers = Object.entries(values).map(([id, value]) => ({ id, value }));

describe('evaluate answers', () => {
  it('scores values as the shared task does and counts what is missing', async () => {
    const { status, stdout, stderr } = await run(
      'answers',
      '--truth',
      fileOf('truth.jsonl.gz', truth),
      '--answers',
      fileOf('answers.jsonl', answers),
      '--json',
    );
    expect([status, stderr]).toEqual([0, '']);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual([
      'format', 'seed', 'data', 'trials', 'missing', 'auc', 'cAt1', 'f05u', 'f1', 'brier', 'overall',
      'eer', 'cllr', 'cllrMin', 'cllrCal', 'interval',
    ]); // oxfmt-ignore
    expect(result).toMatchObject({
      format: 'idiograph.evaluate.answers/1',
      seed: 1,
      trials: 10,
      missing: 1,
      cllr: null,
      cllrMin: null,
      cllrCal: null,
    });
    // pairs won by hand: .9 and .8 beat four, .6 beats three, .5 two and a tie, .4 two, .2 one = 16.5 of 24
    expect(result['auc']).toBeCloseTo(16.5 / 24, 12);
    expect(result['cAt1']).toBeCloseTo(0.6, 12);
    expect(result['f05u']).toBeCloseTo(3.75 / 5.75, 12);
    expect(result['f1']).toBeCloseTo(6 / 9, 12);
    // squares: .01 .04 .16 .36 .64 .25 .49 .09 .01 .25 = 2.30
    expect(result['brier']).toBeCloseTo(0.77, 12);
    expect(result['overall']).toBeCloseTo((16.5 / 24 + 0.6 + 3.75 / 5.75 + 6 / 9 + 0.77) / 5, 12);
    const interval = result['interval'] as Record<string, [number, number]>;
    expect(Object.keys(interval)).toEqual(
      expect.arrayContaining(['auc', 'cAt1', 'f05u', 'f1', 'brier', 'overall', 'eer']),
    );
    expect(interval['cAt1']![0]).toBeLessThan(0.6);
    expect(interval['cAt1']![1]).toBeGreaterThan(0.6);
  });

  it('measures the cost of ratios and writes an infinite one as a string', async () => {
    const ratios = [
      { id: 's1', llr: 1 },
      { id: 's2', llr: '-Infinity' },
      { id: 'd1', llr: -1 },
      { id: 'd2', llr: null },
    ];
    const few = truth.filter(({ id }) => ['s1', 's2', 'd1', 'd2'].includes(id));
    const { stdout } = await run(
      'answers',
      '--truth',
      fileOf('few.jsonl', few),
      '--answers',
      fileOf('ratios.jsonl', ratios),
      '--json',
    );
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(result).toMatchObject({ trials: 4, missing: 0, cllr: 'Infinity', cllrCal: 'Infinity' });
    // ascending: same, different, different, same; the first three pool to LR ½, the last is free: ¼ log2 3 + ½ log2 1.5
    expect(result['cllrMin']).toBeCloseTo((Math.log2(3) / 2 + Math.log2(1.5)) / 2, 12);
    expect(result['auc']).toBe(0.5);
  });

  it('prints a table for people', async () => {
    const { stdout } = await run(
      'answers',
      '--truth',
      fileOf('t.jsonl', truth),
      '--answers',
      fileOf('a.jsonl', answers),
    );
    expect(stdout).toContain('10 trials, 1 without an answer');
    expect(stdout).toMatch(/cAt1 +0\.600 \[0\.\d{3}, [01]\.\d{3}\]/u);
    expect(stdout).toMatch(/cllr +–/u);
  });

  it.each([
    ['a broken line', ['{"id": "s1", "value": 0.5}', '{"id": "s2"'], 'bad.jsonl:2: the line is not JSON'],
    ['a value above 1', ['{"id": "s1", "value": 1.01}'], 'bad.jsonl:1: "value" must be'],
    ['an unknown id', ['', '{"id": "zz", "value": 0.5}'], 'bad.jsonl:2: the truth has no trial with the id "zz"'],
    ['an id twice', ['{"id": "s1", "value": 0.5}', '{"id": "s1", "value": 0.5}'], 'bad.jsonl:2: the id "s1"'],
  ])('exits 2 and names the line for %s', async (_, lines, message) => {
    const { status, stdout, stderr } = await run(
      'answers',
      '--truth',
      fileOf('t.jsonl', truth),
      '--answers',
      fileOf('bad.jsonl', lines),
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('exits 2 for a line that is not UTF-8, a missing file, a cut gzip file, and wrong options', async () => {
    const bytes = path.join(folder, 'latin1.jsonl');
    writeFileSync(
      bytes,
      Buffer.concat([Buffer.from('{"id": "s1", "value": 0.5}\n{"id": "'), Buffer.from([0xe9]), Buffer.from('"}\n')]),
    );
    const cut = path.join(folder, 'cut.jsonl.gz');
    writeFileSync(cut, gzipSync('{"id": "s1", "same": true}\n').subarray(0, 20));
    const good = fileOf('t.jsonl', truth);
    const outcomes = [
      [await run('answers', '--truth', good, '--answers', bytes), 'latin1.jsonl:2: the line is not UTF-8'],
      [
        await run('answers', '--truth', good, '--answers', path.join(folder, 'none.jsonl')),
        'none.jsonl cannot be read',
      ],
      [await run('answers', '--truth', cut, '--answers', good), 'not a sound gzip file'],
      [await run('answers', '--truth', good), '--answers is missing'],
      [await run('answers', '--turth', good), '--turth'],
      [await run('answers', '--truth', good, '--answers', good, '--seed', 'one'), '--seed must be'],
      [await run('guesses'), 'not "guesses"'],
      [await run(), 'idiograph evaluate <command>'],
    ] as const;
    for (const [{ status, stderr }, message] of outcomes) {
      expect(stderr).toContain(message);
      expect(status).toBe(2);
    }
  });

  it('reads files with a byte order mark and Windows line ends', async () => {
    const marked = path.join(folder, 'marked.jsonl');
    writeFileSync(marked, `\ufeff${truth.map((line) => JSON.stringify(line)).join('\r\n')}\r\n`);
    const { status, stderr } = await run('answers', '--truth', marked, '--answers', fileOf('a.jsonl', answers));
    expect([status, stderr]).toEqual([0, '']);
  });
});
