import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { usage } from '../../src/core/errors';
import { corpusOptions, EvaluateArguments } from '../evaluate/arguments';
import { parseOptions, type OptionTable } from '../../src/cli/options';

/** The folders and numbers of one run. */
export interface CalibrateOptions {
  readonly data: string;
  readonly models: string;
  readonly cache: string;
  readonly seed: number;
  readonly threads: number;
  /** Trials of either class kept in each condition; Infinity: all. */
  readonly limit: number;
}

const { cache, limit, models, seed, threads } = corpusOptions;
const options = {
  data: { kind: 'text', value: 'DIR', help: 'the folder with train.jsonl.gz and dev*.jsonl.gz' },
  ...{ cache, limit, models, seed, threads },
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
  return { data, models: args.models, cache, seed: args.seed, threads: args.threads, limit: args.limit };
}
