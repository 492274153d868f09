import { cancelled, exitCode } from '../core/errors';
import { ProcessIo, type CommandIo } from './terminal/io';
import { packageVersion } from './packageVersion';
import { type Commands, runCommand, tellProblem } from './run';
import { stopOnSignals } from './terminal/signals';

/**
 * Runs one of the commands on the process's own streams and sets its exit status.
 *
 * @param atOnce  signals end the process at once, in place of stopping its command
 */
export async function runProgram(
  commands: Commands<CommandIo>,
  words: readonly string[],
  atOnce = false,
): Promise<void> {
  const io = new ProcessIo();
  const signalled = atOnce ? undefined : stopOnSignals(io.stop, () => tellProblem(cancelled(), words, io));
  const status = await run(commands, words, io);
  const broken = await io.flushed();
  if (broken === 'reader gone') process.exitCode = 0;
  else if (broken) {
    io.stderr(`${broken.code}: ${broken.message}`);
    process.exitCode = exitCode(broken);
  } else process.exitCode = (status === exitCode(cancelled()) ? signalled?.() : undefined) ?? status;
}

function run(commands: Commands<CommandIo>, words: readonly string[], io: CommandIo): Promise<number> {
  if (words.length !== 1 || words[0] !== '--version') return runCommand(commands, words, io);
  io.stdout(packageVersion());
  return Promise.resolve(0);
}
