import { bootstrapIntervals, publishedBootstrap, type Measures } from '../../../src/core/evaluation/scoreGroups';
import { joinAnswers, type AnsweredTrial } from '../tasks/answers';
import {
  measureRatios,
  measureScores,
  measureValues,
  type Measure,
} from '../measures/verification/verificationMeasures';
import type { OptionTable } from '../../../src/cli/options';
import { resultOptions, type EvaluateArguments } from './run/arguments';
import { readLines } from '../tasks/lines';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';

export const answersOptions = {
  truth: { kind: 'text', value: 'T.jsonl', help: 'lines of { id, same }' },
  answers: {
    kind: 'text',
    value: 'A.jsonl',
    help: 'lines of { id, value }, from 0 to 1 with 0.5 for no answer, or of { id, llr }, log10, "Infinity", "-Infinity" or null',
  },
  ...resultOptions,
} as const satisfies OptionTable;

/** `evaluate answers`: figures of an answers file, of ours or anyone's, without a model. */
export function evaluateAnswers(args: EvaluateArguments, io: EvaluateIo): void {
  const files = { truth: readLines(args.required('truth')), answers: readLines(args.required('answers')) };
  const { trials, missing } = joinAnswers(files.truth, files.answers);
  const measure = answerMeasure(trials);
  const interval = bootstrapIntervals(
    trials.map((_, trial) => [String(trial)]),
    measure,
    { ...publishedBootstrap, seed: args.seed },
  );
  const { format, seed, data } = headOf('answers', args, {}, files);
  const measures = measure();
  if (args.json) {
    io.stdout(toJson({ format, seed, data, trials: trials.length, missing, ...measures, interval }));
    return;
  }
  io.stdout(`${trials.length} trials, ${missing} without an answer; 95 % intervals over trials, seed ${seed}`, '');
  const rows = Object.entries(measures).map(([name, value]) => [name, figure(value, interval[name])]);
  io.stdout(...table(['metric', 'value [95 % interval]'], rows));
}

/** AUC and EER from ratios where there are some, else from values. */
function answerMeasure(trials: readonly AnsweredTrial[]): Measure<Measures> {
  const same = trials.map((trial) => trial.same);
  const values = trials.map((trial) => trial.value);
  const ratios = trials.flatMap(({ llr }) => (llr === undefined ? [] : [llr]));
  const scores = ratios.length === trials.length ? ratios : values;
  const pan = measureValues(values, same, scores);
  const ordered = measureScores(scores, same);
  const cost = scores === ratios ? measureRatios(ratios, same) : () => ({ cllr: null, cllrMin: null, cllrCal: null });
  return (weights) => ({ ...pan(weights), eer: ordered(weights).eer, ...cost(weights) });
}
