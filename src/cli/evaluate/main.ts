import { exitCode, IdiographError, usage } from '../../core/errors';
import { evaluateAnswers } from './answers';
import type { EvaluateIo } from './output';

type Command = (args: readonly string[], io: EvaluateIo) => Promise<void> | void;

const commands: Readonly<Record<string, Command>> = {
  answers: evaluateAnswers,
};

const help = `idiograph evaluate <command> [options]

  answers        --truth T --answers A

Options: --json, --seed 1
`;

/** `idiograph evaluate …`: runs one command and returns the exit status; problems go to stderr as one sentence. */
export async function runEvaluate(args: readonly string[], io: EvaluateIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'help' || name === '--help' || name === '-h') {
    io.stdout(help);
    return 0;
  }
  try {
    const command = commands[name ?? ''];
    if (command === undefined) throw usage(name === undefined ? help : `There is no "evaluate ${name}".\n\n${help}`);
    await command(rest, io);
    return 0;
  } catch (error) {
    io.stderr(`${error instanceof IdiographError ? error.message : describeBug(error)}\n`);
    return exitCode(error);
  }
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
