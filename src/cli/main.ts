import { exitCode, IdiographError, usage } from '../core/errors';
import { attributeCommand } from './commands/attribute';
import { caseCommand } from './commands/case';
import { compareCommand } from './commands/compare';
import { indexCommand } from './commands/index';
import { reportCommand } from './commands/report';
import { verifyCommand } from './commands/verify';
import { runEvaluate } from './evaluate/main';
import { processIo, type CommandIo } from './io';

const help = `idiograph <command> [--case FILE] [--index FILE] [--models DIR] [--json]

  index add PATH… --author A        adds files of known authorship (or --authors-from-folders, --documents D.jsonl)
  index remove ID… | list | check   changes or describes the reference index
  index repair | compact            encodes damaged documents again; gives back the room of removed ones
  case FOLDER                       builds a case's index and reviews its questioned documents
  case FOLDER --pin                 writes into its case file which index and model files it is examined with
  attribute FILE [--candidates 10]  ranks the known authors, shows passages, verifies the first ones
  verify FILE --author A            the strength of evidence for one author of the index
  verify FILE KNOWN…                … or against the given texts of one author
  compare A B                       two texts as wholes, by sections and by chunks
  report FILE --out R.html          a review as one HTML file
  evaluate TASK …                   triplets, ranking, attribution, verification, answers (see evaluate --help)

A document takes --mode written|spoken, --genre, --language, and known files --known-mode, --known-genre.
Exit status: 0 done, 1 unexpected, 2 usage, 3 document, 4 model or index, 130 stopped.
`;

type Command = (args: readonly string[], io: CommandIo) => Promise<number>;

/** A command that has no other outcome than done. */
function done(command: (args: readonly string[], io: CommandIo) => Promise<void>): Command {
  return async (args, io) => {
    await command(args, io);
    return 0;
  };
}

const showHelp: Command = (_args, io) => {
  io.stdout(help);
  return Promise.resolve(0);
};

const commands: Readonly<Record<string, Command>> = {
  index: done(indexCommand),
  case: done(caseCommand),
  attribute: done(attributeCommand),
  verify: done(verifyCommand),
  compare: done(compareCommand),
  report: done(reportCommand),
  evaluate: runEvaluate,
  help: showHelp,
  '--help': showHelp,
  '-h': showHelp,
};

/** Runs one command and returns the exit status. */
async function run([name = '', ...rest]: readonly string[], io: CommandIo): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usage(name === '' ? help : `There is no command "${name}". Run "idiograph help".`);
  return command(rest, io);
}

async function main(): Promise<void> {
  const io = processIo();
  try {
    process.exitCode = await run(process.argv.slice(2), io);
  } catch (error) {
    if (error instanceof IdiographError) io.stderr(`${error.code}: ${error.message}\n`);
    else io.stderr(`Unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = exitCode(error);
  }
}

void main();
