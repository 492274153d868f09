import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StreamIo } from '../../../src/cli/io';
import { Ngrams } from '../../../src/core/classical/ngrams';
import { createTfidf } from '../classical/textScorer';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../../src/core/classical/features';
import { findExitCode } from '../../../src/core/errors';
import { type Calibration, type CalibrationFile, calibrationsFormat } from '../../../src/core/verification/calibration';
import { type Measure, measures } from '../../../src/core/verification/condition';
import {
  modelFields,
  readListedModel,
  readNgramMetric,
  readPopulation,
  readStatistics,
} from '../../../src/node/models/manifest';
import { baselinesFile } from '../classical/baselineStatistics';
import { stageProgress } from '../evaluate/run/progress';
import { fusions } from '../fitting/fusion';
import { TrialTable } from '../fitting/trialTable';
import { foldCount } from '../sources/sourceFolds';
import { type BalancedTexts, readBalancedTexts } from '../sources/register';
import { type LengthFigures, lengthFigures, lengthTables } from './figures';
import { fitAll } from './fitAll';
import { makeFoldStatistics } from './folds/foldModels';
import { scoreFolds } from './folds/scoreFolds';
import { type CountedText, countHabits, fitHabits } from '../fitting/fitHabits';
import { calibrateOptions, type CalibrateOptions } from './options';
import { countPhrases } from './population/countPhrases';
import { chooseAuthors, describeMembers, populationId } from './population/population';
import { populationCard } from './population/populationCard';
import { writePopulation } from './population/writePopulation';
import { sourceSlope } from './sourceSlope';
import { countStatistics } from './statistics/classicalStatistics';
import { listInManifest } from './statistics/listInManifest';

/** The format of the file of figures. */
const figuresFormat = 'idiograph.results.verification/3';

const io = new StreamIo();

/** Makes models/classical.json, population.json, population.md and calibrations.json and lists them in the manifest; what is up to date stays. */
async function calibrate(options: CalibrateOptions): Promise<void> {
  const { models, folds, fold, seed } = options;
  const train = readBalancedTexts(options.data);
  const statistics = await makeStatistics(train, options);
  await makePopulation(train, statistics, options);
  const counted = makeHabitRates(train, options);
  await makeFoldStatistics(folds, train);
  if (options.counts) return;
  const ngrams = new Ngrams(statistics, (await readNgramMetric(models, statistics)).content);
  const asked = fold === undefined ? Array.from({ length: foldCount }, (_, i) => i) : [fold];
  const { scored, trainedOn } = await scoreFolds(asked, counted, options, io);
  if (fold !== undefined) return;
  const fits: Calibration[] = [];
  const figures: LengthFigures[] = [];
  const slopes: Partial<Record<Measure, number>> = {};
  for (const measure of measures) {
    const trials = scored.flatMap((fold) => fold[measure]);
    const table = new TrialTable(trials, fusions[measure]);
    const slope = sourceSlope(table, trials, seed);
    const own = fitAll(table, { measure, trainedOn, slope, seed }, stageProgress(io, `fitting ${measure}`));
    slopes[measure] = slope;
    fits.push(...own);
    figures.push(...lengthFigures(table, own, { measure, slope }));
  }
  const head: Omit<CalibrationFile, 'format' | 'calibrations'> = {
    ngrams: ngrams.id,
    markers: (await readListedModel(models, 'markers', modelFields)).id,
    statistics: statistics.trainedOn,
    seed,
    crossFitted: 'sources',
  };
  const file: CalibrationFile = { format: calibrationsFormat, ...head, calibrations: fits.map(shortened) };
  if (!options.judge) {
    writeFileSync(path.join(models, 'calibrations.json'), `${JSON.stringify(file)}\n`);
    listInManifest(models, { kind: 'calibrations', file: 'calibrations.json' });
  }
  if (options.figures !== undefined)
    writeFileSync(
      options.figures,
      `${JSON.stringify(shortened({ format: figuresFormat, ...head, trainedOn, slopes, conditions: figures }))}\n`,
    );
  io.stdout(JSON.stringify(slopes), ...lengthTables(figures));
}

/** The statistics of the classical methods; counted again when the training file is another, or the file not the listed one. */
async function makeStatistics(train: BalancedTexts, { models }: CalibrateOptions): Promise<ClassicalStatistics> {
  const kept = await readStatistics(models).catch(() => undefined);
  if (kept?.content.trainedOn === train.sha256 && existsSync(baselinesFile(models))) return kept.content;
  io.stderr('counting the statistics of classical methods');
  const { statistics, baselines } = countStatistics(train.texts, train.sha256);
  writeFileSync(path.join(models, 'classical.json'), `${JSON.stringify(statistics)}\n`);
  writeFileSync(baselinesFile(models), `${JSON.stringify(baselines)}\n`);
  listInManifest(models, { kind: 'statistics', file: 'classical.json' });
  return parseClassicalStatistics(statistics);
}

/** The reference population; described again when the statistics are others, or the file not the listed one. */
async function makePopulation(
  train: BalancedTexts,
  statistics: ClassicalStatistics,
  { models }: CalibrateOptions,
): Promise<void> {
  const kept = await readPopulation(models).catch(() => undefined);
  if (kept?.content.statistics === statistics.trainedOn) return;
  io.stderr('describing the population');
  const candidates = chooseAuthors(train.texts);
  const members = describeMembers(candidates, createTfidf(statistics), io.stop);
  const id = populationId(members);
  writePopulation(path.join(models, 'population.json'), { id, statistics: statistics.trainedOn, members });
  writeFileSync(path.join(models, 'population.md'), populationCard(id, members));
  listInManifest(models, { kind: 'population', file: 'population.json', card: 'population.md' });
}

/** How often the population's authors keep each habit of the catalogue, and which runs of words are common among them. */
function makeHabitRates(train: BalancedTexts, { models }: CalibrateOptions): readonly CountedText[] {
  const chosen = chooseAuthors(train.texts);
  const counted = countHabits(chosen.flatMap(({ texts }) => texts));
  writeFileSync(path.join(models, 'markers.json'), `${JSON.stringify(fitHabits(counted))}\n`);
  listInManifest(models, { kind: 'markers', file: 'markers.json' });
  writeFileSync(path.join(models, 'phrases.bin'), countPhrases(chosen));
  listInManifest(models, { kind: 'phrases', file: 'phrases.bin' });
  return counted;
}

/** Four significant digits are more than the data carry. */
function shortened<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, field: unknown) => (typeof field === 'number' ? Number(field.toPrecision(4)) : field)),
  ) as Value;
}

async function main(): Promise<void> {
  try {
    await calibrate(calibrateOptions(process.argv.slice(2)));
  } catch (error) {
    io.stderr(...(error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'));
    process.exitCode = findExitCode(error);
  }
}

void main();
