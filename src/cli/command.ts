import { usage } from '../core/errors';
import type { Output } from './terminal/io';
import { parseOptions, type OptionTable, type Parsed } from './options';

/** A command: the table from which its arguments are checked and its help is written. */
export interface Command<Io extends Output> {
  /** One word, or two for a command of a group, such as "index add". */
  readonly name: string;
  /** What stands for its operands in the help, such as "PATH…". */
  readonly operands: string;
  /** How many operands it takes. */
  readonly least: number;
  readonly most: number;
  /** A clause that says what it does. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Returns the exit status. */
  readonly run: (parsed: Parsed, io: Io) => Promise<number>;
}

/** What is said of a command. */
export type Described = Omit<Command<never>, 'run'>;

/** Parses what follows a command's name. Throws Usage. */
export function parseCommand(args: readonly string[], command: Described): Parsed {
  const parsed = parseOptions(args, command.options);
  const { length } = parsed.positionals;
  const form = `idiograph ${command.name} ${command.operands}`.trim();
  if (length < command.least) throw usage(`Something is missing: ${form}. See "idiograph ${command.name} --help".`);
  if (length > command.most) throw usage(`"${parsed.positionals[command.most]!}" is too much: ${form}.`);
  if (parsed.positionals.some((operand) => operand.trim() === '')) throw usage(`A name is empty: ${form}.`);
  return parsed;
}

/** The help of one command, line by line. */
export function commandHelp({ name, operands, summary, options }: Described): readonly string[] {
  const rows = Object.entries(options).map(([option, { kind, value = '', multiple, help }]): [string, string] => {
    const shown = typeof kind === 'object' && !('least' in kind) && value === '' ? kind.join('|') : value;
    return [`--${option} ${shown}${multiple ? ' …' : ''}`.trim(), help];
  });
  return [`idiograph ${name} ${operands} [options]`.replace('  ', ' '), '', `  ${summary}.`, '', ...columns(rows)];
}

/** Two columns, indented. */
export function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
