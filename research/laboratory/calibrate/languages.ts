import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { StreamIo } from '../../../src/cli/io';
import type { OptionTable } from '../../../src/cli/options';
import { type CalibrationFile, calibrationsFormat } from '../../../src/core/verification/calibration';
import { corpusOptions, type EvaluateArguments } from '../evaluate/run/arguments';
import { fitCalibration } from '../fitting/fitCalibration';
import { languageScores, slopeElsewhere } from '../fitting/fusion';
import { everyKind, type ScoredTrial, TrialTable } from '../fitting/trialTable';
import { scoreTrials } from '../languages/languageTrials';
import { buildCollection, groupWorks } from '../languages/languageWorks';
import { permittedTexts } from '../sources/register';
import { DocumentSet, type LabelledDocument } from '../tasks/documents';
import { readLines } from '../tasks/lines';
import { listInManifest } from './statistics/listInManifest';
import { runProgram } from './runProgram';

/** Questioned and known lengths that are fitted; between them coefficients change smoothly. */
const lengths = { questioned: [100, 250, 1000], known: [1000, 4000, 8000] } as const;
/** Stretches of a work at each length. */
const stretches = 1;
const options = {
  data: { kind: 'text', value: 'DIR', help: 'the folder that has the folder languages/' },
  languages: { kind: 'text', value: 'CODE', multiple: true, help: 'their files in its folder languages/ (de, es)' },
  ...{ models: corpusOptions.models, seed: corpusOptions.seed },
} as const satisfies OptionTable;

const io = new StreamIo();

/** Makes models/languages.json: one calibration of scores that know nothing of a language, fitted on collections in several. */
async function calibrate(args: EvaluateArguments): Promise<void> {
  const { seed, models } = args;
  const data = args.required('data');
  const hash = createHash('sha256');
  const trials: ScoredTrial[] = [];
  for (const [name, documents] of readLanguages(data, args.list('languages') ?? ['de', 'es'])) {
    const collection = await buildCollection(documents, name, io.stop);
    const scored = scoreTrials(collection, groupWorks(documents), lengths, { each: stretches, seed, stop: io.stop });
    io.stderr(`${name}: ${collection.authors} authors, ${scored.length} trials`);
    trials.push(...scored);
  }
  hash.update(JSON.stringify(trials));
  const trainedOn = hash.digest('hex');
  const table = new TrialTable(trials, languageScores);
  const task = {
    verifier: 'general',
    kind: everyKind,
    measure: 'collection',
    slope: slopeElsewhere,
    seed,
    trainedOn,
  } as const;
  const fitted = fitCalibration(table, { ...task, common: table.common() });
  const file: CalibrationFile = {
    ...{ format: calibrationsFormat, ngrams: 'collection', markers: 'none', statistics: 'collection' },
    ...{ seed, crossFitted: 'authors', calibrations: [shorten(fitted)] },
  };
  writeFileSync(path.join(models, 'languages.json'), `${JSON.stringify(file)}\n`);
  listInManifest(models, { kind: 'languages', file: 'languages.json', card: 'languages.md' });
  for (const { words, knownWords, cllr, cllrUpper, lower, upper } of fitted.judgements)
    io.stdout([words, knownWords, ...[cllr, cllrUpper, lower, upper].map((value) => value.toFixed(3))].join(' '));
}

function readLanguages(
  data: string,
  names: readonly string[],
): readonly (readonly [string, readonly LabelledDocument[]])[] {
  return names.map((name) => [
    name,
    permittedTexts(
      DocumentSet.parse(readLines(path.join(data, 'languages', `${name}.jsonl.gz`))).documents,
      `languages/${name}.jsonl.gz`,
    ),
  ]);
}

/** Four significant digits are more than the data carry. */
function shorten<Value>(value: Value): Value {
  const round = (_: string, field: unknown): unknown =>
    typeof field === 'number' ? Number(field.toPrecision(4)) : field;
  return JSON.parse(JSON.stringify(value, round)) as Value;
}

void runProgram(options, io, calibrate);
