import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/evaluation/bootstrap';
import type { SecondTrial } from '../../../laboratory/measures/secondOpinions';
import { linesFile, run, textBy, type Writer } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-second-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In each of two sources nine writers, each with three texts. */
const documents = ['shelf', 'box'].flatMap((source) =>
  Array.from({ length: 9 }, (_, i) => i).flatMap((writer) =>
    [0, 1, 2].map((turn) => ({
      ...{ id: `${source} ${writer}-${turn}`, author: `${source} ${writer}`, genre: 'essay', mode: 'written', source },
      ...{
        title: `${writer} ${turn}`,
        text: textBy((['ada', 'ben', 'cyd'] as const)[writer % 3] as Writer, turn, 600),
      },
    })),
  ),
);

interface Result {
  readonly format: string;
  readonly rows: readonly {
    readonly of: string;
    readonly trials: number;
    readonly same: number;
    readonly measures: Readonly<Record<string, number>>;
  }[];
  readonly sides: object;
  readonly fit: Readonly<Record<'offset' | 'fromKnown' | 'fromQuestioned' | 'lower' | 'upper', number>>;
}

describe('evaluate second', () => {
  it('asks for texts by an author of a case and by nobody in it, each once, and keeps the scores', async () => {
    const file = path.join(folder, 'scores.jsonl');
    const args = ['--documents', linesFile(folder, 'documents.jsonl', documents), '--authors', '6', '--words', '150'];
    const made = await run(['second', ...args, '--cases', '3', '--scores', file, '--json']);
    expect(made.status, made.stderr).toBe(0);
    const { format, rows } = JSON.parse(made.stdout) as Result;
    expect(format).toBe('idiograph.evaluate.second/1');
    const trials = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SecondTrial);
    expect(rows[0]).toMatchObject({ of: 'all', trials: trials.length });
    expect(trials.some(({ same }) => same) && trials.some(({ same }) => !same)).toBe(true);
    expect(trials.every(({ authors: [a, b], same }) => (a === b) === same)).toBe(true);
    expect(made.stderr).toContain('CPU seconds a trial');
    const again = JSON.parse((await run(['second', '--from', file, '--json'])).stdout) as Result;
    expect(again.rows).toEqual(rows);
  });

  it('fits LambdaG on other sources, and says what it adds to the ratio and where they disagree', async () => {
    const random = createRandom(5);
    const noise = (): number => random() + random() + random() - 1.5;
    const trials = ['shelf', 'box', 'desk'].flatMap((source) =>
      Array.from({ length: 80 }, (_, i): SecondTrial => {
        const same = i % 2 === 0;
        const [ratio, grammar] = [same ? 0.6 : -0.6, same ? 1 : -1];
        const logOdds = ratio + noise();
        const authors = [`${source} ${i}`, same ? `${source} ${i}` : `${source} other ${i}`] as const;
        const texts = { source, mode: 'written', words: 250, authors, same } as const;
        return { ...texts, llr: logOdds, logOdds, fromKnown: grammar + 2 * noise(), fromQuestioned: 0 };
      }),
    );
    const outcome = await run(['second', '--from', linesFile(folder, 'trials.jsonl', trials), '--json']);
    const { rows, fit, sides } = JSON.parse(outcome.stdout) as Result;
    const { measures } = rows[0]!;
    expect(measures['cllr.joined']).toBeLessThan(measures['cllr.refitted']!); // the noise of either is its own
    expect(measures['gain']).toBeCloseTo(measures['cllr.refitted']! - measures['cllr.joined']!, 12);
    expect(measures['auc.joined']).toBeGreaterThan(measures['auc.ratio']!);
    expect(fit.fromKnown).toBeGreaterThan(0);
    expect(fit.fromQuestioned).toBeCloseTo(0, 9);
    expect(fit.lower).toBeLessThan(0);
    expect(fit.upper).toBeGreaterThan(0);
    const counts = Object.values(sides as Record<string, Record<string, number>>).flatMap((row) => Object.values(row));
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(trials.length);
  });
});
