import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { usage } from '../../../src/core/errors';
import { corpusOptions, EvaluateArguments, positive } from '../evaluate/run/arguments';
import { parseOptions, type OptionTable } from '../../../src/cli/options';

/** The folders and numbers of one run. */
export interface CalibrateOptions {
  readonly data: string;
  readonly models: string;
  readonly cache: string;
  /** The folder with what is fitted without each fold. */
  readonly folds: string;
  /** The only fold whose trials are scored, so that several may be at once; nothing is fitted then. */
  readonly fold: number | undefined;
  /** Whether only what is counted is made, which needs no n-grams: statistics, population, habits and the statistics without each fold. */
  readonly counts: boolean;
  /** Whether calibrations are judged alone, and the file that ships stays. */
  readonly judge: boolean;
  /** File that the figures are written to. */
  readonly figures: string | undefined;
  readonly seed: number;
  /** Trials of either class kept in each condition; Infinity: all. */
  readonly limit: number;
}

const { cache, limit, models, seed } = corpusOptions;
const options = {
  data: { kind: 'text', value: 'DIR', help: 'the folder with train.jsonl.gz and dev*.jsonl.gz' },
  folds: { kind: 'text', value: 'DIR', help: 'the folder with the models without each fold (folds in the cache)' },
  fold: { kind: positive, value: 'N', help: 'scores the trials of the N-th fold alone, and fits nothing' },
  counts: { kind: 'flag', help: 'makes statistics, population and habits alone, for which no n-grams are needed' },
  judge: { kind: 'flag', help: 'writes figures alone, and no calibrations' },
  figures: { kind: 'text', value: 'FILE', help: 'writes the figures of every condition as JSON' },
  ...{ cache, limit, models, seed },
} as const satisfies OptionTable;

/** Reads the command line, and makes the folder of the cache. Throws Usage. */
export function calibrateOptions(typed: readonly string[]): CalibrateOptions {
  const parsed = parseOptions(typed, options);
  const [stray] = parsed.positionals;
  if (stray !== undefined) throw usage(`"${stray}" is no option.`);
  const args = new EvaluateArguments(parsed);
  const data = path.resolve(args.required('data'));
  const cache = path.resolve(args.text('cache') ?? path.join(data, 'cache'));
  mkdirSync(cache, { recursive: true });
  const folds = path.resolve(args.text('folds') ?? path.join(cache, 'folds'));
  const fold = args.text('fold') === undefined ? undefined : args.count('fold', 1) - 1;
  const folders = { data, models: args.models, cache, folds, figures: args.text('figures') };
  return {
    ...folders,
    fold,
    counts: args.flag('counts'),
    judge: args.flag('judge'),
    seed: args.seed,
    limit: args.limit,
  };
}
