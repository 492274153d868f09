import os from 'node:os';
import { cancelled, findExitCode, IdiographError, usage } from '../core/errors';
import { formatColumns, type Command, formatCommandHelp, type Described, parseCommand } from './options';
import { type CommandIo, type Output, readPackageVersion, StreamIo } from './io';

/** The commands of a program. Its help is generated from them. */
export type Commands<Io extends Output> = readonly Command<Io>[];

/**
 * Runs one of the commands on the process's own streams and sets its exit status.
 * @param atOnce  a signal ends the process at once instead of stopping its command
 */
export async function runProgram(
  commands: Commands<CommandIo>,
  words: readonly string[],
  atOnce = false,
): Promise<void> {
  const io = new StreamIo();
  /** The exit status that shells give for the signal. Undefined if there was none. */
  let signalled: number | undefined;
  // A signal stops a command in good order. A second one ends the process at once by that signal, and so does a command that does not end
  // within a second. Closing the engine during an inference would abort the process, and the files on the disk survive a kill.
  for (const signal of atOnce ? [] : signals)
    process.on(signal, () => {
      if (signalled !== undefined) leaveBy(signal);
      signalled = 128 + os.constants.signals[signal];
      io.stop.raise();
      setTimeout(() => {
        tellProblem(cancelled(), words, io); // the command itself no longer can
        leaveBy(signal);
      }, patience).unref();
    });
  const status = await runCommand<CommandIo>(commands, words, io);
  const broken = await io.flush();
  if (broken === 'reader gone') process.exitCode = 0;
  else if (broken) {
    io.stderr(`${broken.code}: ${broken.message}`);
    process.exitCode = findExitCode(broken);
  } else process.exitCode = (status === findExitCode(cancelled()) ? signalled : undefined) ?? status;
}

/** Runs the command that the words name and returns the exit status. A problem is printed and determines the status. */
export async function runCommand<Io extends Output>(
  commands: Commands<Io>,
  words: readonly string[],
  io: Io,
): Promise<number> {
  try {
    if (words.join(' ') === '--version') return print(io, [readPackageVersion()]);
    const named = words[0] === 'help' ? words.slice(1) : words;
    const command = commands.find(({ name }) => `${named.join(' ')} `.startsWith(`${name} `));
    const asksForHelp = named !== words || takeBeforeOperands(words).some(isHelp) || (!command && words[1] === 'help');
    if (asksForHelp) return print(io, command ? formatCommandHelp(command) : listOf(commands, named));
    if (!command) throw createUnknownCommandError(commands, named);
    return await command.run(parseCommand(words.slice(command.name.split(' ').length), command), io);
  } catch (error) {
    return tellProblem(error, words, io);
  }
}

/** Prints a problem: in words on stderr, and with --json as one object on stdout. Returns the exit status. */
function tellProblem(error: unknown, words: readonly string[], io: Output): number {
  const problem = error instanceof Error ? error : new Error(String(error));
  const [code, details] = problem instanceof IdiographError ? [problem.code, problem.details] : ['Unexpected', {}];
  io.stderr(`${code}: ${problem.message}`);
  if (code === 'Unexpected') io.stderr(...(problem.stack ?? '').split('\n').slice(1));
  if (takeBeforeOperands(words).includes('--json'))
    io.stdout(JSON.stringify({ format: 'idiograph.error/1', code, message: problem.message, details }));
  return findExitCode(error);
}

function print(io: Output, lines: readonly string[]): number {
  io.stdout(...lines);
  return 0;
}

/** The commands of the group that the words name, or all of them. Throws Usage where there is no such group. */
function listOf(commands: readonly Described[], words: readonly string[]): readonly string[] {
  const [group = '', further] = words.filter((word) => !isHelp(word) && word !== 'help');
  const members = group === '' ? commands : groupOf(commands, group);
  if (members.length === 0 || further !== undefined) throw createUnknownCommandError(commands, words);
  const rows = members.map(({ name, operands, summary }) => [`${name} ${operands}`.trim(), summary] as const);
  return [
    `idiograph ${group === '' ? '' : `${group} `}<command> …`,
    '',
    ...formatColumns(rows),
    '',
    'The options of a command: idiograph <command> --help. The version: idiograph --version.',
    'Exit status: 0 done, 1 unexpected, 2 usage, 3 document, 4 model or index, 5 server, 129, 130 or 143 stopped by a signal.',
  ];
}

function groupOf(commands: readonly Described[], group: string): readonly Described[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

function createUnknownCommandError(
  commands: readonly Described[],
  [first = '', second = '']: readonly string[],
): IdiographError {
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

/** The words before "--", after which everything is an operand. */
function takeBeforeOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

/** The time for a command to stop in good order, in milliseconds. */
const patience = 1000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function leaveBy(signal: NodeJS.Signals): void {
  for (const name of signals) process.removeAllListeners(name);
  // A process on Windows cannot end itself by a signal. It would exit with 1.
  if (process.platform === 'win32') process.exit(128 + os.constants.signals[signal]);
  process.kill(process.pid, signal);
}
