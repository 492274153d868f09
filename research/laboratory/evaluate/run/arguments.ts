import { usage } from '../../../../src/core/errors';
import {
  findModelsFolder,
  readTextOption,
  type OptionTable,
  type Parsed,
  type WholeNumber,
} from '../../../../src/cli/options';

const most = Number.MAX_SAFE_INTEGER;
/** A whole number of one or more. */
export const positive: WholeNumber = { least: 1, most };

/** Options of every command of `evaluate`. */
export const resultOptions = {
  seed: { kind: { least: 0, most }, value: 'N', help: 'of samples and intervals (1)' },
  json: { kind: 'flag', help: 'one JSON object on stdout, also for an error' },
} as const satisfies OptionTable;

/** Options of every command of `evaluate` that reads documents. */
export const corpusOptions = {
  documents: {
    kind: 'text',
    value: 'D.jsonl',
    help: 'lines of { id, author, text, genre?, mode?, title?, source?, role?, problem? }; files may be gzipped',
  },
  limit: { kind: positive, value: 'N', help: 'tasks of each kind, a seeded sample (all)' },
  'max-words': { kind: positive, value: 'N', help: 'words of each document (all)' },
  models: { kind: 'text', value: 'DIR', help: 'the models folder' },
  cache: {
    kind: 'text',
    value: 'DIR',
    help: 'keeps encoded windows, some 300 MB per million words, so that a second run is quick',
  },
  threads: { kind: { least: 1, most: 1024 }, value: 'N', help: 'threads of the model (1)' },
  ...resultOptions,
} as const satisfies OptionTable;

/** Options of a command that scores the tasks of a file, of such lines, by methods. */
export function taskOptions(lines: string, methods: readonly string[]) {
  return {
    tasks: { kind: 'text', value: 'T.jsonl', help: `lines of ${lines}` },
    task: { kind: 'text', value: 'NAME', multiple: true, help: 'tasks of these names (all)' },
    method: { kind: methods, value: 'NAME', multiple: true, help: `of ${methods.join(', ')} (all)` },
    ...corpusOptions,
  } as const satisfies OptionTable;
}

/** What was typed after a command of `evaluate`, read by option. Every error is Usage. */
export class EvaluateArguments {
  readonly json: boolean;
  readonly seed: number;
  /** Tasks kept of each kind; Infinity: all. */
  readonly limit: number;
  readonly threads: number;

  constructor(private readonly parsed: Parsed) {
    this.json = this.flag('json');
    this.seed = this.count('seed', 1);
    this.limit = this.count('limit', Infinity);
    this.threads = this.count('threads', 1);
  }

  /** The text after an option that must be there. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw usage(`--${name} is missing.`);
    return value;
  }

  text(name: string): string | undefined {
    return readTextOption(this.parsed, name);
  }

  /** The values of an option that may be given several times. */
  list(name: string): readonly string[] | undefined {
    return this.parsed.values[name] as readonly string[] | undefined;
  }

  flag(name: string): boolean {
    return this.parsed.values[name] === true;
  }

  count(name: string, fallback: number): number {
    const text = this.text(name);
    return text === undefined ? fallback : Number(text);
  }

  counts(name: string): readonly number[] | undefined {
    return this.list(name)?.map(Number);
  }

  /** The methods asked for, in the order of `known` and without repeats; all of `known` when none was named. Throws Usage. */
  methods<Method extends string>(known: readonly Method[]): readonly Method[] {
    const asked = this.list('method');
    const other = asked?.find((name) => !known.some((method) => method === name));
    if (other !== undefined) throw usage(`--method ${other}: it is one of ${known.join(', ')} here.`);
    return asked === undefined ? known : known.filter((method) => asked.includes(method));
  }

  get models(): string {
    return findModelsFolder(this.parsed);
  }
}
