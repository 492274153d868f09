import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributionMethods } from '../../../laboratory/evaluate/methods/attributionMethods';
import { linesFile, run, textBy, type Writer } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-attribution-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly problem: string;
  readonly questioned: string;
  readonly author: string;
  readonly predicted: string | null;
  readonly ranking: readonly string[];
  readonly llr: number | null;
  readonly correct: boolean;
}
interface Result {
  readonly format: string;
  readonly methods: Readonly<
    Record<
      string,
      {
        readonly rows: readonly Row[];
        readonly accuracy: number;
        readonly accuracyAnswered: number | null;
        readonly meanOfProblems: number;
        readonly interval: object;
      }
    >
  >;
}

const text = (id: string, author: Writer, turn: number, more: object): object => ({
  id,
  author,
  genre: 'essay',
  mode: 'written',
  title: id,
  text: textBy(author, turn, 300),
  ...more,
});
const knownIn = (problem: string, author: Writer): object[] =>
  [0, 1].map((turn) => text(`${problem} ${author} ${turn}`, author, turn, { role: 'known', problem }));

/** Problem "two": ada and ben are known; the questioned are by ada, by ben, by cyd who is not known, and too short by ada. */
const problems = [
  ...knownIn('two', 'ada'),
  ...knownIn('two', 'ben'),
  text('q-ada', 'ada', 2, { role: 'questioned', problem: 'two' }),
  text('q-ben', 'ben', 2, { role: 'questioned', problem: 'two' }),
  text('q-cyd', 'cyd', 2, { role: 'questioned', problem: 'two' }),
  text('q-short', 'ada', 3, { role: 'questioned', problem: 'two', text: textBy('ada', 3, 40) }),
  ...knownIn('one', 'cyd'),
  text('q-other', 'cyd', 4, { role: 'questioned', problem: 'one' }),
  text('unused', 'ada', 5, {}),
];

async function evaluate(lines: readonly object[], ...more: readonly string[]): Promise<Result> {
  const outcome = await run([
    'attribution',
    '--documents',
    linesFile(folder, 'problems.jsonl', lines),
    '--json',
    ...more,
  ]);
  expect(outcome.status, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout) as Result;
}

describe('evaluate attribution', () => {
  it('names an author, none of them, or gives no answer, as a review does', async () => {
    const { format, methods } = await evaluate(problems, '--method', 'pipeline');
    expect(format).toBe('idiograph.evaluate.attribution/1');
    const { rows, accuracy, accuracyAnswered, meanOfProblems, interval } = methods['pipeline']!;
    expect(rows.map(({ questioned, author, predicted, correct }) => [questioned, author, predicted, correct])).toEqual([
      ['q-ada', 'ada', 'ada', true],
      ['q-ben', 'ben', 'ben', true],
      ['q-cyd', 'cyd', 'none', true],
      ['q-short', 'ada', null, false],
      ['q-other', 'cyd', 'cyd', true],
    ]);
    expect(rows[0]).toMatchObject({ problem: 'two', ranking: ['ada', 'ben'], llr: 1.5 });
    expect(rows[2]!.llr).toBeLessThan(-0.2);
    expect([accuracy, accuracyAnswered, meanOfProblems]).toEqual([0.8, 1, 0.875]); // 4 of 5, 4 of 4, (3/4 + 1) / 2
    expect(Object.keys(interval)).toEqual(['accuracy', 'accuracyAnswered', 'meanOfProblems']);
  });

  it('always names the first of the ranking when the set is closed', async () => {
    const { methods } = await evaluate(problems, '--method', 'pipeline', '--closed');
    expect(methods['pipeline']!.rows.map(({ predicted }) => predicted)).toEqual([
      'ada',
      'ben',
      expect.any(String),
      'ada',
      'cyd',
    ]);
    expect(methods['pipeline']!.accuracy).toBe(0.8);
  });

  it('ranks by every second opinion, which has no ratio and never abstains', async () => {
    const { methods } = await evaluate(problems);
    expect(Object.keys(methods)).toEqual([...attributionMethods]);
    for (const method of ['char4', 'tfidf', 'cosdelta']) {
      const rows = methods[method]!.rows;
      expect(rows.slice(0, 2).map(({ predicted, llr }) => [method, predicted, llr])).toEqual([
        [method, 'ada', null],
        [method, 'ben', null],
      ]);
      expect(rows[2]!.correct).toBe(false);
    }
  });

  it('keeps to a sample of the questioned documents of each problem', async () => {
    const { methods } = await evaluate(problems, '--method', 'char4', '--limit', '2');
    expect(methods['char4']!.rows.map(({ problem }) => problem)).toEqual(['two', 'two', 'one']);
  });

  it.each([
    ['no roles', [text('a', 'ada', 0, {})], 'no document has the role'],
    [
      'no known texts',
      [text('a', 'ada', 0, { role: 'questioned', problem: 'p' })],
      'no document of the problem "p" has the role "known"',
    ],
    [
      'a wrong role',
      [text('a', 'ada', 0, { role: 'guilty' })],
      'problems.jsonl:1: "role" must be one of known, questioned',
    ],
  ])('exits 2 for %s', async (_, lines, message) => {
    const outcome = await run(['attribution', '--documents', linesFile(folder, 'problems.jsonl', lines)]);
    expect([outcome.status, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toContain(message);
  });
});
