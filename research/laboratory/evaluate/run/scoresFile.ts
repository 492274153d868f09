import { appendFileSync, writeFileSync } from 'node:fs';
import type { OptionTable } from '../../../../src/cli/options';
import { readLines } from '../../tasks/lines';
import { corpusOptions, type EvaluateArguments, resultOptions } from './arguments';
import { headOf, toJson, type Head } from './output';

/** Options of a command that keeps the scores of its trials, so that figures can be made of them again. */
export const scoresOptions = {
  from: {
    kind: 'text',
    value: 'IN.jsonl',
    multiple: true,
    help: 'reads trials that --scores wrote, in place of scoring',
  },
  scores: { kind: 'text', value: 'OUT.jsonl', help: 'writes each trial with its scores' },
} as const satisfies OptionTable;

/** The last options of a command that deals cases of documents and keeps the scores of their trials. */
export const scoredCaseOptions = {
  ...scoresOptions,
  documents: corpusOptions.documents,
  models: corpusOptions.models,
  ...resultOptions,
} as const satisfies OptionTable;

/** Trials with their scores, and the first fields of the result. */
interface ScoredTrials<Trial> {
  readonly trials: readonly Trial[];
  readonly head: Head;
}

/**
 * Trials of the files that --from names; else those that are scored now, which --scores writes as they come.
 *
 * @param score  yields trials, and gives the first fields of the result
 */
export async function readOrScore<Trial>(
  command: string,
  args: EvaluateArguments,
  score: () => Generator<Trial, Head> | AsyncGenerator<Trial, Head>,
): Promise<ScoredTrials<Trial>> {
  const from = args.list('from');
  if (from) {
    const files = from.map(readLines);
    const lines = files.flatMap((file) => file.lines.filter((line) => line !== ''));
    const hashed = Object.fromEntries(files.map((file, i) => [`scores${i}`, file]));
    return { trials: lines.map((line) => JSON.parse(line) as Trial), head: headOf(command, args, {}, hashed) };
  }
  const file = args.text('scores');
  if (file !== undefined) writeFileSync(file, '');
  const trials: Trial[] = [];
  const scoring = score();
  for (;;) {
    const next = await scoring.next();
    if (next.done) return { trials, head: next.value };
    trials.push(next.value);
    if (file !== undefined) appendFileSync(file, `${toJson(next.value)}\n`);
  }
}
