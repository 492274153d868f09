import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verificationMethods } from '../../../laboratory/evaluate/methods/trialMethods';
import { linesFile, run, textBy } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-verification-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Row = Readonly<Record<string, unknown>> & {
  readonly pan: Readonly<Record<string, number | null>>;
  readonly interval: object;
};
interface Result {
  readonly format: string;
  readonly calibration: string;
  readonly models: Readonly<Record<string, string>>;
  readonly data: object;
  readonly methods: Readonly<Record<string, readonly Row[]>>;
}

const writers = ['ada', 'ben', 'cyd'] as const;
const documents = writers.flatMap((author) =>
  [0, 1, 2].map((turn) => ({
    id: `${author}-${turn}`,
    author,
    genre: turn === 2 ? 'letter' : 'essay',
    mode: 'written',
    source: author === 'cyd' ? 'box' : 'shelf',
    text: textBy(author, turn, 300),
  })),
);
const trial = (a: string, b: string, more: object = {}): object => ({
  a,
  b,
  same: a.slice(0, 3) === b.slice(0, 3),
  modes: 'written-written',
  genres: 'essay|essay',
  genre_relation: 'same',
  words: 100,
  knownWords: 250,
  ...more,
});
const trials = [
  trial('ada-0', 'ada-1'),
  trial('ben-0', 'ben-1'),
  trial('cyd-0', 'cyd-1'),
  trial('ada-0', 'ben-1'),
  trial('ben-0', 'cyd-1'),
  trial('cyd-0', 'ada-1'),
  trial('ada-0', 'ada-2', { genre_relation: 'cross' }),
  trial('ada-0', 'ben-2', { genre_relation: 'cross' }),
  trial('ada-0', 'ada-1', { words: 50 }),
  trial('ada-0', 'ben-1', { words: 50 }),
];

async function evaluate(lines: readonly object[], ...more: readonly string[]): Promise<Result> {
  const files = [
    '--documents',
    linesFile(folder, 'documents.jsonl', documents),
    '--trials',
    linesFile(folder, 'trials.jsonl.gz', lines),
  ];
  const outcome = await run(['verification', ...files, '--json', ...more]);
  expect(outcome.status, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout) as Result;
}

describe('evaluate verification', () => {
  it('gives the shipped verifier a row for each condition, length and source, and for all', async () => {
    const result = await evaluate(trials, '--method', 'fused');
    expect(result).toMatchObject({ format: 'idiograph.evaluate.verification/1', calibration: 'shipped' });
    expect(result.models).toEqual({ encoder: 'hashing@000000000000', population: 'strangers' });
    expect(Object.keys(result.data)).toEqual(['documents', 'trials']);
    const rows = result.methods['fused']!;
    expect(
      rows.map(({ modes, genre_relation, words, knownWords, sources, trials: n, uncalibrated }) => [
        modes,
        genre_relation,
        words,
        knownWords,
        sources,
        n,
        uncalibrated,
      ]),
    ).toEqual([
      ['written-written', 'same', 100, 250, 'all', 6, 0],
      ['written-written', 'same', 100, 250, 'one', 4, 0],
      ['written-written', 'cross', 100, 250, 'all', 2, 2],
      ['written-written', 'cross', 100, 250, 'one', 2, 2],
      ['written-written', 'same', 50, 250, 'all', 2, 2],
      ['written-written', 'same', 50, 250, 'one', 2, 2],
      [null, null, 50, null, 'all', 2, 2],
      [null, null, 100, null, 'all', 8, 2],
      [null, null, null, null, 'all', 10, 4],
    ]);
    expect(Object.keys(rows[0]!)).toEqual([
      'modes', 'genre_relation', 'words', 'knownWords', 'sources', 'trials', 'uncalibrated', 'answeredShare', 'errorsAnswered', 'errorsAt1',
      'auc', 'eer', 'cllr', 'cllrMin', 'cllrCal', 'pan', 'interval',
    ]); // oxfmt-ignore
    // same-author trials are at the upper bound, the others below the threshold: all answered, all right
    expect(rows[0]).toMatchObject({ answeredShare: 1, errorsAnswered: 0, errorsAt1: 0, auc: 1, eer: 0, cllrMin: 0 });
    expect(rows[0]!.pan).toMatchObject({ auc: 1, cAt1: 1, f05u: 1, f1: 1 });
    expect(rows[0]!['cllr']).toBeLessThan(0.5);
    expect(rows[0]!.interval).toMatchObject({ auc: [1, 1], 'pan.cAt1': [1, 1] });
    // without a calibration nothing is answered and nothing is said
    expect(rows[4]).toMatchObject({ answeredShare: 0, errorsAnswered: null, errorsAt1: null, cllr: 1 });
    expect(rows[4]!.pan).toMatchObject({ auc: 0.5, cAt1: 0, f1: 0 });
  });

  it('scores the same trials by every method', async () => {
    const { methods } = await evaluate(trials);
    expect(Object.keys(methods)).toEqual([...verificationMethods]);
    for (const method of ['late-interaction', 'document-vector', 'tfidf', 'char4']) {
      expect([method, methods[method]![0]!['auc'], methods[method]![0]!['uncalibrated']]).toEqual([method, 1, 6]);
    }
  });

  it('keeps to the lengths and conditions asked for', async () => {
    const { methods } = await evaluate(
      trials,
      '--method',
      'char4',
      '--words',
      '50',
      '100',
      '--conditions',
      'written-written/cross',
    );
    expect(methods['char4']!.map(({ trials: n }) => n)).toEqual([2, 2, 2, 2]);
    const limited = await evaluate(trials, '--method', 'char4', '--limit', '1');
    expect(limited.methods['char4']!.at(-1)!['trials']).toBe(3);
  });

  it('writes the scores of every trial', async () => {
    const file = path.join(folder, 'scores.jsonl');
    await evaluate(trials, '--method', 'fused', '--scores', file);
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(trials.length);
    expect(lines[0]).toMatchObject({
      a: 'ada-0',
      b: 'ada-1',
      same: true,
      llr: 1.5,
      answer: true,
      verifier: 'written',
      calibrationId: 'sample calibration',
    });
    expect(lines[0]!['value']).toBeCloseTo(1 / (1 + 10 ** -1.5), 12);
    expect(lines[0]!['score']).toBeGreaterThan(1.5); // unbounded log-odds
    expect(lines[8]).toMatchObject({ llr: 0, value: 0.5, answer: null, calibrationId: null });
  });

  it('joins further documents before it cuts', async () => {
    const short = documents.map((document) => ({ ...document, genre: 'essay', text: textBy(document.author, 0, 130) }));
    const files = [
      '--documents',
      linesFile(folder, 'short.jsonl', short),
      '--trials',
      linesFile(folder, 'joined.jsonl', [trial('ada-0', 'ada-1', { b_more: ['ada-2'] }), trial('ada-0', 'ben-0')]),
    ];
    const file = path.join(folder, 'joined scores.jsonl');
    const outcome = await run(['verification', ...files, '--method', 'fused', '--scores', file]);
    expect(outcome.status, outcome.stderr).toBe(0);
    const ids = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Record<string, unknown>)['calibrationId']);
    expect(ids).toEqual(['sample calibration', null]); // 250 known words are enough, 130 are not
  });

  it('cross-fits on the trials given, each by authors that are not its own', async () => {
    // 40 authors of invented words: two texts each, alike within an author
    const names = Array.from({ length: 40 }, (_, i) => `${'bdfgklmn'[i % 8]}${'aeiou'[Math.floor(i / 8)]}`.repeat(2));
    const textOf = (name: string, turn: number): string =>
      Array.from({ length: 110 }, (_, i) => `${name}x${(i * (turn + 1)) % 11}${i % 8 === 7 ? '.' : ''}`).join(' ');
    const many = names.flatMap((author) =>
      [0, 1].map((turn) => ({
        id: `${author}-${turn}`,
        author,
        genre: 'essay',
        mode: 'written',
        text: textOf(author, turn),
      })),
    );
    const pairs = names.flatMap((name, i) => [
      { ...trial(`${name}-0`, `${name}-1`), same: true },
      { ...trial(`${name}-0`, `${names[(i + 7) % 40]!}-1`), same: false },
    ]);
    const files = [
      '--documents',
      linesFile(folder, 'many.jsonl', many),
      '--trials',
      linesFile(folder, 'pairs.jsonl', pairs),
    ];
    const outcome = await run([
      'verification',
      ...files,
      '--method',
      'fused',
      'late-interaction',
      '--cross-fit',
      '--json',
    ]);
    expect(outcome.status, outcome.stderr).toBe(0);
    const { calibration, methods } = JSON.parse(outcome.stdout) as Result;
    expect(calibration).toBe('cross-fitted');
    for (const method of ['fused', 'late-interaction']) {
      const row = methods[method]![0]!;
      expect([method, row['trials'], row['uncalibrated'], row['auc']]).toEqual([method, 80, 0, 1]);
      expect(row['cllr']).toBeLessThan(0.5);
      expect(row['answeredShare']).toBeGreaterThan(0.9);
      expect(row['errorsAnswered']).toBe(0);
    }
  });

  it('prints a table for people', async () => {
    const files = [
      '--documents',
      linesFile(folder, 'documents.jsonl', documents),
      '--trials',
      linesFile(folder, 'trials.jsonl', trials),
    ];
    const { stdout } = await run(['verification', ...files, '--method', 'fused']);
    expect(stdout).toMatch(/fused +written-written +same +100 +250 +6 +0 +1\.000 \[1\.000, 1\.000\] +0\.000/u);
  });

  it.each([
    ['an unknown document', [trial('ada-0', 'zed-0')], [], 'trials.jsonl:1: there is no document with the id "zed-0"'],
    ['a wrong label', [trial('ada-0', 'ada-1', { same: 'yes' })], [], 'trials.jsonl:1: "same" must be true or false'],
    ['a condition that is not there', trials, ['--conditions', 'spoken-spoken'], '--conditions "spoken-spoken"'],
    ['a length that is not there', trials, ['--words', '700'], 'no trials of the words'],
    ['a length that is none', trials, ['--words', 'many'], '--words must be a whole number'],
    ['a method of a later version', trials, ['--method', 'backend'], 'not "backend"'],
  ])('exits 2 for %s', async (_, lines, more, message) => {
    const files = [
      '--documents',
      linesFile(folder, 'documents.jsonl', documents),
      '--trials',
      linesFile(folder, 'trials.jsonl', lines),
    ];
    const outcome = await run(['verification', ...files, ...more]);
    expect([outcome.status, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toContain(message);
  });
});
