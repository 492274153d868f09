import { cancelled, exitCode } from '../core/errors';
import { commands } from './commands';
import { ProcessIo, type CommandIo } from './io';
import { packageVersion } from './packageVersion';
import { runCommand, tellProblem } from './run';
import { stopOnSignals } from './signals';

async function main(words: readonly string[]): Promise<void> {
  const io = new ProcessIo();
  // Signals end `evaluate` at once: nothing of it can be harmed, and its loops let no signal through.
  const signalled =
    words[0] === 'evaluate' ? undefined : stopOnSignals(io.stop, () => tellProblem(cancelled(), words, io));
  const status = await run(words, io);
  const broken = await io.flushed();
  if (broken === 'reader gone') process.exitCode = 0;
  else if (broken) {
    io.stderr(`${broken.code}: ${broken.message}`);
    process.exitCode = exitCode(broken);
  } else process.exitCode = (status === exitCode(cancelled()) ? signalled?.() : undefined) ?? status;
}

function run(words: readonly string[], io: ProcessIo): Promise<number> {
  if (words.length !== 1 || words[0] !== '--version') return runCommand<CommandIo>(commands, words, io);
  io.stdout(packageVersion());
  return Promise.resolve(0);
}

void main(process.argv.slice(2));
