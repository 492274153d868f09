import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { IdiographError, usage } from '../../core/errors';
import { packageFolder } from '../options';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** Options that every command takes. */
export const commonOptions = {
  models: { type: 'string' },
  json: { type: 'boolean' },
  seed: { type: 'string' },
  limit: { type: 'string' },
  'max-words': { type: 'string' },
  cache: { type: 'string' },
  threads: { type: 'string' },
  method: { type: 'string', multiple: true },
  documents: { type: 'string' },
} as const satisfies OptionsConfig;

/** What was typed after a command of `evaluate`, read by option. Every error is Usage. */
export class EvaluateArguments {
  readonly json: boolean;
  readonly seed: number;
  /** Tasks kept of each kind; Infinity: all. */
  readonly limit: number;
  readonly threads: number;

  private constructor(private readonly values: Readonly<Record<string, unknown>>) {
    this.json = values['json'] === true;
    this.seed = this.count('seed', 1, 0);
    this.limit = this.count('limit', Infinity);
    this.threads = this.count('threads', 1);
  }

  static parse(args: readonly string[], options: OptionsConfig): EvaluateArguments {
    try {
      return new EvaluateArguments(parseArgs({ args: repeated(args, options), options, strict: true }).values);
    } catch (error) {
      if (error instanceof IdiographError) throw error;
      throw usage(error instanceof Error ? error.message : String(error));
    }
  }

  /** The text after an option that must be there. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw usage(`--${name} is missing.`);
    return value;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** The texts of an option that may be given several times, each also a list with commas. */
  list(name: string): readonly string[] | undefined {
    const value = this.values[name] as readonly string[] | undefined;
    return value?.flatMap((one) => one.split(',')).filter((one) => one !== '');
  }

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  /** A whole number of at least `least`. */
  count(name: string, fallback: number, least = 1): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    return parseCount(name, text, least);
  }

  counts(name: string): readonly number[] | undefined {
    return this.list(name)?.map((text) => parseCount(name, text, 1));
  }

  /** The methods asked for, in the order of `known` and without repeats; all of `known` when none was named. */
  methods<Method extends string>(known: readonly Method[]): readonly Method[] {
    const asked = this.list('method');
    if (asked === undefined) return known;
    const unknown = asked.find((name) => !known.some((method) => method === name));
    if (unknown !== undefined) throw usage(`There is no method "${unknown}" here. Methods: ${known.join(', ')}.`);
    return known.filter((method) => asked.includes(method));
  }

  get models(): string {
    return path.resolve(this.text('models') ?? path.join(packageFolder, 'models'));
  }
}

/** Writes "--words 250 500" as "--words 250 --words 500" for the options that may be given several times. */
function repeated(args: readonly string[], options: OptionsConfig): string[] {
  let name: string | undefined;
  return args.flatMap((word, at) => {
    const isOption = word.startsWith('--');
    if (isOption) name = options[word.slice(2)]?.multiple === true ? word : undefined;
    const further = !isOption && name !== undefined && args[at - 1] !== name;
    return further ? [name!, word] : [word];
  });
}

function parseCount(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < least) {
    throw usage(`--${name} must be a whole number of at least ${least}, not "${text}".`);
  }
  return value;
}
