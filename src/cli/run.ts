import { exitCode, IdiographError, usage } from '../core/errors';
import { columns, commandHelp, parseCommand, type Command } from './command';
import type { Output } from './terminal/io';

/** The commands of a program, which its help is written from. */
export type Commands<Io extends Output> = readonly Command<Io>[];

/** Runs the command that the words name and returns the exit status; a problem is told and has its status. */
export async function runCommand<Io extends Output>(
  commands: Commands<Io>,
  words: readonly string[],
  io: Io,
): Promise<number> {
  try {
    return await dispatched(commands, words, io);
  } catch (error) {
    return tellProblem(error, words, io);
  }
}

/** Says what went wrong: in words on stderr, and with --json as one object on stdout. Returns the exit status. */
export function tellProblem(error: unknown, words: readonly string[], io: Output): number {
  const problem = error instanceof Error ? error : new Error(String(error));
  const [code, details] = problem instanceof IdiographError ? [problem.code, problem.details] : ['Unexpected', {}];
  io.stderr(`${code}: ${problem.message}`);
  if (code === 'Unexpected') io.stderr(...(problem.stack ?? '').split('\n').slice(1));
  if (wantsJson(words))
    io.stdout(JSON.stringify({ format: 'idiograph.error/1', code, message: problem.message, details }));
  return exitCode(error);
}

function dispatched<Io extends Output>(commands: Commands<Io>, words: readonly string[], io: Io): Promise<number> {
  const [first = '', second = '', ...rest] = words;
  if (first === 'help') return helped(commands, [second, ...rest], io);
  if (isHelp(first)) return helped(commands, [], io);
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  if (!command) {
    if (isHelp(second) || second === 'help') return helped(commands, [first], io);
    throw unknownCommand(commands, first, second);
  }
  const args = words.slice(command.name.split(' ').length);
  if (asksForHelp(args)) return helped(commands, [command.name], io);
  return command.run(parseCommand(args, command), io);
}

/** The help of one command, of a group, or of all. */
function helped<Io extends Output>(commands: Commands<Io>, words: readonly string[], io: Io): Promise<number> {
  const name = words.join(' ').trim();
  const command = commands.find((one) => one.name === name);
  const group = name === '' ? commands : groupOf(commands, name);
  if (!command && group.length === 0) throw unknownCommand(commands, words[0] ?? '', words[1] ?? '');
  io.stdout(...(command ? commandHelp(command) : listOf(group, name)));
  return Promise.resolve(0);
}

function listOf<Io extends Output>(commands: Commands<Io>, group: string): readonly string[] {
  const rows = commands.map(({ name, operands, summary }) => [`${name} ${operands}`.trim(), summary] as const);
  return [
    `idiograph ${group === '' ? '' : `${group} `}<command> …`,
    '',
    ...columns(rows),
    '',
    'The options of a command: idiograph <command> --help. The version: idiograph --version.',
    'Exit status: 0 done, 1 unexpected, 2 usage, 3 document, 4 model or index, 129, 130 or 143 stopped by a signal.',
  ];
}

function groupOf<Io extends Output>(commands: Commands<Io>, group: string): Commands<Io> {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

function unknownCommand<Io extends Output>(commands: Commands<Io>, first: string, second: string): IdiographError {
  if (first === '') return usage('Name a command: idiograph <command> …. Run "idiograph help".');
  const names = groupOf(commands, first).map(({ name }) => name.slice(first.length + 1));
  if (names.length === 0) return usage(`There is no command "${first}". Run "idiograph help".`);
  const choice = `${names.slice(0, -1).join(', ')} or ${names.at(-1)!}`;
  if (second === '') return usage(`Name a command: idiograph ${first} <command>, which is ${choice}.`);
  return usage(`"idiograph ${first}" takes ${choice}, not "${second}".`);
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function asksForHelp(args: readonly string[]): boolean {
  return beforeOperands(args).some(isHelp);
}

function wantsJson(words: readonly string[]): boolean {
  return beforeOperands(words).includes('--json');
}

/** The words before "--", after which everything is an operand. */
function beforeOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}
