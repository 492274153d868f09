import path from 'node:path';
import { parseArgs } from 'node:util';
import { normaliseAuthor } from '../core/casework/caseWarnings';
import type { Mode } from '../core/domain/evidence';
import { nameLanguage } from '../core/text/language';
import { IdiographError, usage } from '../core/errors';
import { type CommandIo, type Output, packageFolder } from './io';

/** A whole number in decimal digits, from `least` to `most`. */
export interface WholeNumber {
  readonly least: number;
  readonly most: number;
}

/** An option: the values that it allows, and its line in the help. */
interface Option {
  /** A flag has no value, a text is not empty, a language is a BCP 47 tag, and a list is of the words to choose from. */
  readonly kind: 'flag' | 'text' | 'language' | WholeNumber | readonly string[];
  /** The placeholder for the value in the help, such as FILE. */
  readonly value?: string;
  /** May be given several times, with several values after it, and with values joined by commas. */
  readonly multiple?: true;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** The parsed words after a command. Every value is one that its option allows. */
export interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly positionals: readonly string[];
}

const modes = ['written', 'spoken', 'unknown'] as const satisfies readonly Mode[];

/** Options of every command with an engine. */
export const commonOptions = {
  index: { kind: 'text', value: 'FILE', help: 'the reference index (default: that of the case)' },
  case: {
    kind: 'text',
    value: 'FOLDER',
    help: 'the case folder or its case file (default: the one around the document or the working folder)',
  },
  models: { kind: 'text', value: 'DIR', help: 'the models folder (default: the one that comes with Idiograph)' },
  json: { kind: 'flag', help: 'prints one JSON object on stdout, also for an error' },
} as const satisfies OptionTable;

/** Options of every command that reads a document. */
export const documentOptions = {
  mode: { kind: modes, help: 'the mode of the document' },
  genre: { kind: 'text', value: 'GENRE', help: 'the genre of the document, such as letter' },
  language: { kind: 'language', value: 'CODE', help: 'the language of the document, such as en' },
  speaker: { kind: 'text', value: 'NAME', help: 'whose words count in a text of several speakers' },
} as const satisfies OptionTable;

/** The question among authors. */
export const amongOption = {
  among: {
    kind: 'text',
    value: 'AUTHOR',
    multiple: true,
    help: 'the writer is one of these authors, or of all with "known"; "anybody" asks about each author alone',
  },
} as const satisfies OptionTable;

/** Options of known documents beside a questioned one. */
export const knownOptions = {
  'known-mode': { kind: modes, help: 'the mode of the known documents' },
  'known-genre': { kind: 'text', value: 'GENRE', help: 'the genre of the known documents' },
} as const satisfies OptionTable;

/** Options of commands that search. */
export const searchOptions = {
  server: {
    kind: 'text',
    value: 'URL',
    help: "an OpenSearch index to search in addition: https://host:9200/index; it receives codes of the questioned text's patches",
  },
  candidates: {
    kind: { least: 1, most: 100 },
    value: 'N',
    help: 'number of candidates with passages and a verification (10)',
  },
} as const satisfies OptionTable;

/** Parses a command's arguments. Throws Usage for anything that its options do not allow. */
export function parseOptions(args: readonly string[], table: OptionTable): Parsed {
  const options = Object.entries(table).map(
    ([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string', multiple: true }] as const,
  );
  try {
    // Rewrites "--words 250 500" as "--words 250 --words 500" for the options that may be given several times.
    let name: string | undefined;
    const { values, positionals } = parseArgs({
      args: args.flatMap((word, at) => {
        const isOption = word.startsWith('--');
        if (isOption) name = Object.hasOwn(table, word.slice(2)) && table[word.slice(2)]!.multiple ? word : undefined;
        const further = !isOption && name !== undefined && args[at - 1] !== name;
        return further ? [name!, word] : [word];
      }),
      options: Object.fromEntries(options),
      allowPositionals: true,
    });
    const given = Object.entries(values) as [string, readonly (string | boolean)[]][];
    const read = given.map(([option, all]): readonly [string, Parsed['values'][string]] => {
      const { multiple } = table[option]!;
      if (all.length > 1 && !multiple) throw usage(`--${option} is given twice. Give it once.`);
      const [first] = all;
      if (typeof first === 'boolean') return [option, first];
      const check = (value: string): string => checkValue(`--${option}`, table[option]!, value);
      const texts = multiple ? all.flatMap((value) => String(value).split(',')) : [];
      return [option, multiple ? texts.map(check) : check(first!)];
    });
    return { positionals, values: Object.fromEntries(read) };
  } catch (error) {
    if (error instanceof IdiographError || !(error instanceof Error)) throw error;
    throw usage(error.message.replaceAll('\n', ' '));
  }
}

function checkValue(name: string, { kind }: Option, value: string): string {
  if (typeof kind === 'string') {
    if (value.trim() === '') throw usage(`${name} is empty.`);
    if (kind === 'language' && (!/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(value) || nameLanguage(value) === value))
      throw usage(`${name} must be a language code such as en or en-GB, not "${value}".`);
  } else if ('least' in kind) {
    const number = /^(0|[1-9][0-9]*)$/.test(value) ? Number(value) : NaN;
    const { least, most } = kind;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    if (!(number >= least && number <= most)) throw usage(`${name} must be a whole number ${range}, not "${value}".`);
  } else if (!kind.includes(value)) throw usage(`${name} must be one of ${kind.join(', ')}, not "${value}".`);
  return value;
}

export function readTextOption({ values }: Parsed, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** An author's name, as an index has it. */
export function readAuthorOption(parsed: Parsed, name: string): string | undefined {
  const author = readTextOption(parsed, name);
  return author === undefined ? undefined : normaliseAuthor(author);
}

export function readFlagOption({ values }: Parsed, name: string): boolean {
  return values[name] === true;
}

export function findModelsFolder(parsed: Parsed): string {
  return path.resolve(readTextOption(parsed, 'models') ?? path.join(packageFolder, 'models'));
}

/** A command: the table from which its arguments are checked and its help is written. */
export interface Command<Io extends Output = CommandIo> {
  /** One word, or two for a command of a group, such as "index add". */
  readonly name: string;
  /** The operands as the help prints them. "FILE [KNOWN…]" means one or more. */
  readonly operands: string;
  /** A clause that says what it does. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Returns the exit status. */
  readonly run: (parsed: Parsed, io: Io) => Promise<number>;
}

export type Described = Omit<Command<never>, 'run'>;

/** Parses what follows a command's name. Throws Usage. */
export function parseCommand(args: readonly string[], { name, operands, options }: Described): Parsed {
  const parsed = parseOptions(args, options);
  const { positionals } = parsed;
  const words = operands.split(' --')[0]!.split(' ').filter(Boolean);
  const most = operands.includes('…') ? Infinity : words.length;
  const form = `idiograph ${name} ${operands}`.trim();
  if (positionals.length < words.filter((word) => !word.startsWith('[')).length)
    throw usage(`An argument is missing: ${form}. See "idiograph ${name} --help".`);
  if (positionals.length > most) throw usage(`"${positionals[most]!}" is one argument too many: ${form}.`);
  if (positionals.some((operand) => operand.trim() === '')) throw usage(`A name is empty: ${form}.`);
  return parsed;
}

export function formatCommandHelp({ name, operands, summary, options }: Described): readonly string[] {
  const rows = Object.entries(options).map(([option, { kind, value = '', multiple, help }]): [string, string] => {
    const shown = typeof kind === 'object' && !('least' in kind) && value === '' ? kind.join('|') : value;
    return [`--${option} ${shown}${multiple ? ' …' : ''}`.trim(), help];
  });
  return [
    `idiograph ${name} ${operands} [options]`.replace('  ', ' '),
    '',
    `  ${summary}.`,
    '',
    ...formatColumns(rows),
  ];
}

/** Two columns, indented. */
export function formatColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
