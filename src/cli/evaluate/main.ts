import { exitCode, IdiographError, usage } from '../../core/errors';
import { evaluateAnswers } from './answers';
import { evaluateAttribution } from './attribution';
import { attributionMethods } from './attributionMethods';
import type { EvaluateIo } from './output';
import { shippedParts, type EvaluateParts } from './parts';
import { evaluateRanking, rankingMethods } from './ranking';
import { verificationMethods } from './trialMethods';
import { evaluateTriplets, tripletMethods } from './triplets';
import { evaluateVerification } from './verification';

type Command = (args: readonly string[], io: EvaluateIo, parts: EvaluateParts) => Promise<void> | void;

const commands: Readonly<Record<string, Command>> = {
  triplets: evaluateTriplets,
  ranking: evaluateRanking,
  attribution: evaluateAttribution,
  verification: evaluateVerification,
  answers: evaluateAnswers,
};

const help = `idiograph evaluate <command> [options]

  triplets       --documents D --tasks T [--task NAME …]
  ranking        --documents D --tasks T [--task NAME …]
  attribution    --documents D [--closed]
  verification   --documents D --trials V [--words W …] [--conditions C …] [--scores OUT.jsonl] [--cross-fit]
  answers        --truth T --answers A

Files are JSON Lines, plain or gzipped. All commands but answers take --models DIR, --method NAME (repeatable; all without
it), --limit N (tasks of each kind, a seeded sample), --max-words N (of each document), --cache DIR (encoded windows, so
that a second run is quick), --threads N; all take --json and --seed 1.

  triplets       ${tripletMethods.join(', ')}
  ranking        ${rankingMethods.join(', ')}
  attribution    ${attributionMethods.join(', ')}
  verification   ${verificationMethods.join(', ')}
`;

/** `idiograph evaluate …`: runs one command and returns the exit status; problems go to stderr as one sentence. */
export async function runEvaluate(
  args: readonly string[],
  io: EvaluateIo,
  parts: EvaluateParts = shippedParts,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'help' || name === '--help' || name === '-h') {
    io.stdout(help);
    return 0;
  }
  try {
    const command = commands[name ?? ''];
    if (command === undefined) throw usage(name === undefined ? help : `There is no "evaluate ${name}".\n\n${help}`);
    await command(rest, io, parts);
    return 0;
  } catch (error) {
    io.stderr(`${error instanceof IdiographError ? error.message : describeBug(error)}\n`);
    return exitCode(error);
  }
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
