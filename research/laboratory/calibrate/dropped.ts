import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StreamIo } from '../../../src/cli/io';
import type { OptionTable } from '../../../src/cli/options';
import { visitGrams, visitWordGrams } from '../../../src/core/classical/features';
import { readStatistics } from '../../../src/node/models/manifest';
import { lowerWords } from '../classical/tokens';
import { corpusOptions, type EvaluateArguments } from '../evaluate/run/arguments';
import { permittedTexts, readBalancedTexts, trainingFiles } from '../sources/register';
import { DocumentSet } from '../tasks/documents';
import { readLines } from '../tasks/lines';
import { phrasesIn } from './population/countPhrases';
import { runProgram } from './runProgram';

const options = {
  data: { kind: 'text', value: 'DIR', help: 'the folder with the files' },
  models: corpusOptions.models,
} as const satisfies OptionTable;

const io = new StreamIo();

/** Files with texts that fits may not read, beside those that they read in part. */
const otherFiles = ['dev', 'train-modes', 'train-extra', 'transfer'];

/**
 * What the shipped files have of texts that no fit may read: n-grams of classical.json (which ngrams.bin and population.json go by) and runs
 * of phrases.bin that no permitted text has, and the words of left-out texts alone that are among the n-grams. Fails where there are any.
 */
async function search(args: EvaluateArguments): Promise<void> {
  const data = args.required('data');
  const statistics = (await readStatistics(args.models)).content;
  const unseen = new Set(statistics.features.hashes);
  const runs = readRuns(args.models);
  for (const { text } of readBalancedTexts(data).texts) {
    if (unseen.size > 0) visitGrams(text, (hash) => unseen.delete(hash));
    if (runs.size > 0) for (const hash of phrasesIn(text)) runs.delete(hash);
  }
  const words = readLeftOutWords(data);
  const shipped = new Set(statistics.features.hashes);
  const found = [...words].filter((word) => hasHash(word, shipped));
  io.stdout(
    `n-grams in no permitted text: ${unseen.size} of ${shipped.size}`,
    `runs of words in no permitted text: ${runs.size}`,
    `words of left-out texts alone: ${words.size}, of which the n-grams have ${found.length}: ${found.join(' ')}`,
  );
  if (unseen.size + runs.size > 0) process.exitCode = 1;
}

/** The hashes of the runs of words that phrases.bin counts. */
function readRuns(models: string): Set<number> {
  const bytes = Uint8Array.from(readFileSync(path.join(models, 'phrases.bin')));
  const numbers = new Uint32Array(bytes.buffer);
  return new Set(numbers.filter((_, i) => i % 2 === 1));
}

/** Shorter words have the hashes of runs of characters that differ from them in the first. */
const leastLetters = 5;

/** The words of texts that no fit may read, without those of texts that one may read. */
function readLeftOutWords(data: string): ReadonlySet<string> {
  const kept = new Set<string>();
  const leftOut = new Set<string>();
  for (const name of [...trainingFiles, ...otherFiles.map((each) => `${each}.jsonl.gz`)]) {
    const { documents } = DocumentSet.parse(readLines(path.join(data, name)));
    const permitted = new Set(permittedTexts(documents, name));
    for (const document of documents)
      for (const word of lowerWords(document.text)) (permitted.has(document) ? kept : leftOut).add(word);
  }
  return new Set([...leftOut].filter((word) => word.length >= leastLetters && !kept.has(word)));
}

function hasHash(word: string, hashes: ReadonlySet<number>): boolean {
  const found: number[] = [];
  visitWordGrams(word, (hash) => found.push(hash));
  return found.length === 1 && hashes.has(found[0]!);
}

void runProgram(options, io, search);
