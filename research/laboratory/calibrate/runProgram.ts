import type { StreamIo } from '../../../src/cli/io';
import { parseOptions, type OptionTable } from '../../../src/cli/options';
import { findExitCode } from '../../../src/core/errors';
import { EvaluateArguments } from '../evaluate/run/arguments';

/** Runs a program with the arguments of its process. An error is printed with its stack, and sets the exit status. */
export async function runProgram(
  options: OptionTable,
  io: StreamIo,
  work: (args: EvaluateArguments) => void | Promise<void>,
): Promise<void> {
  try {
    await work(new EvaluateArguments(parseOptions(process.argv.slice(2), options)));
  } catch (error) {
    io.stderr(...(error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'));
    process.exitCode = findExitCode(error);
  }
}
