import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ngrams, tfidf } from '../../../src/core/classical/ngrams';
import { populationMembers } from '../../../src/core/cohort/profiles';
import { readNgramMetric } from '../../../src/node/models/verifierFiles';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../../src/core/classical/statistics';
import { exitCode } from '../../../src/core/errors';
import { calibrationsFormat, type CalibrationFile } from '../../../src/core/verification/calibrationFile';
import { lengthBands } from '../../../src/core/verification/condition';
import { encodeWith } from '../../../src/core/verification/textFeatures';
import { scoreNames } from '../../../src/core/verification/scores';
import { OnnxEncoder } from '../../../src/node/encoder/encoder';
import { readPopulation, readStatistics } from '../../../src/node/models/verifierFiles';
import { openPopulation, type StoredPopulation } from '../../../src/node/population/population';
import { writePopulation } from './population/writePopulation';
import { baselinesFile } from '../classical/baselineStatistics';
import { CachingEncoder } from '../evaluate/encoding/cachingEncoder';
import { readLines, type HashedFile } from '../tasks/lines';
import { stageProgress } from '../evaluate/run/progress';
import { ProcessIo } from '../../../src/cli/terminal/io';
import { countStatistics } from './statistics/classicalStatistics';
import { fitAll, type FitOptions } from './fitAll';
import { listInManifest } from './statistics/listInManifest';
import { calibrateOptions, type CalibrateOptions } from './options';
import { chooseAuthors, describeMembers, populationMeta } from './population/population';
import { populationCard } from './population/populationCard';
import { fitFigures } from './conditionFigures';
import { resultTable } from './resultTable';
import { reportedLengths, sourceFigures, sourceTable } from './sourceFigures';
import { ScoreCache } from './trials/scoreCache';
import { makeFoldStatistics } from './folds/foldModels';
import { scoreFold, type FoldRun } from './folds/foldScores';
import { sourceSlopes } from './sourceSlope';
import { foldSides, sampledSides, sidesAcrossGenres } from './folds/foldSides';
import { foldCount } from '../sources/sourceFolds';
import type { ScoredLength } from './trials/trials';
import { scoreList } from './trials/trialSets';
import { unseenTexts } from '../sources/unseenTexts';
import { parseTrainingTexts } from './statistics/trainingTexts';

/** The format of the file of figures. */
const figuresFormat = 'idiograph.results.verification/2';

const io = new ProcessIo();

/** Makes models/classical.json, population.sqlite, population.md and calibrations.json and lists them in the manifest; what is up to date stays. */
async function calibrate(options: CalibrateOptions): Promise<void> {
  const { models, folds, seed } = options;
  const train = readLines(path.join(options.data, 'train.jsonl.gz'));
  const statistics = await makeStatistics(train, options);
  const ngrams = new Ngrams(statistics, (await readNgramMetric(models, statistics)).content);
  const encoder = new CachingEncoder(await OnnxEncoder.open(models, options.threads), options.cache);
  const population = await makePopulation(train, statistics, { encoder, options });
  makeFoldStatistics(folds, () => parseTrainingTexts(train), train.sha256);
  const encode = encodeWith(encoder);
  const cache = new ScoreCache(options.cache, [encoder.modelId, ...scoreNames, String(seed)]);
  const describing = { stop: io.stop, progress: (stage: string) => stageProgress(io, stage) };
  const unseen = await scoreFolds({ ...describing, encode, models: folds, cache, seed }, options);
  if (options.fold !== undefined) return;
  const members = populationMembers(population, ngrams);
  const extractor = { encode, features: ngrams };
  const lists = { ...options, ...describing, cache, extractor, ngrams: ngrams.id, population: () => members };
  const dev = await scoreList('dev', reportedLengths, lists);
  const transfer = await scoreList('transfer', reportedLengths, lists);
  const trainedOn = hashOf(unseen);
  const collection = fitted(unseen, { measured: 'collection', trainedOn, seed });
  const alone = fitted(unseen, { measured: 'alone', trainedOn, seed });
  const { fits } = collection;
  const head: Omit<CalibrationFile, 'format' | 'calibrations'> = {
    encoder: encoder.modelId,
    ngrams: ngrams.id,
    population: population.meta.id,
    statistics: statistics.trainedOn,
    seed,
    crossFitted: 'sources',
  };
  const file: CalibrationFile = {
    format: calibrationsFormat,
    ...head,
    calibrations: [...fits, ...alone.fits].map(shortened),
  };
  writeFileSync(path.join(models, 'calibrations.json'), `${JSON.stringify(file)}\n`);
  listInManifest(models, { kind: 'calibrations', file: 'calibrations.json' });
  const figures = {
    ...collection.figures,
    alone: alone.figures.conditions,
    sources: sourceFigures(
      [
        { set: 'out of source', lengths: unseen },
        { set: 'dev', lengths: dev },
        { set: 'transfer', lengths: transfer, fits },
      ],
      seed,
    ),
  };
  if (options.figures !== undefined)
    writeFileSync(
      options.figures,
      `${JSON.stringify(shortened({ format: figuresFormat, ...head, trainedOn, ...figures }))}\n`,
    );
  io.stdout(...resultTable(figures), ...sourceTable(figures.sources));
  encoder.close();
}

/** All fits with their figures. */
function fitted(unseen: readonly ScoredLength[], { measured, trainedOn, seed }: Omit<FitOptions, 'slopes'>) {
  const slopes = sourceSlopes(unseen, measured, seed);
  const fits = fitAll(unseen, { measured, trainedOn, slopes, seed }, stageProgress(io, 'fitting'));
  return { fits, figures: fitFigures(unseen, fits, { measured, slopes, seed }) };
}

/** The trials of every fold, or of the one asked for, by length. */
async function scoreFolds(
  run: Omit<FoldRun, 'sides' | 'seen'>,
  { data, fold, seed }: CalibrateOptions,
): Promise<readonly ScoredLength[]> {
  const { documents, seen, dev } = unseenTexts(data, path.join('research', 'training', 'splits'));
  const sides = sampledSides(foldSides(documents, seed), dev, seed);
  const further = sidesAcrossGenres(foldSides(seen, seed));
  const scored: ScoredLength[] = [];
  for (const one of fold === undefined ? Array.from({ length: foldCount }, (_, i) => i) : [fold]) {
    scored.push(...(await scoreFold(one, lengthBands, { ...run, sides, seen: further })));
  }
  return lengthBands.map((words) => ({
    words,
    trials: scored.filter((length) => length.words === words).flatMap(({ trials }) => trials),
  }));
}

/** The statistics of the classical methods; counted again when the training file is another, or the file not the listed one. */
async function makeStatistics(train: HashedFile, { models }: CalibrateOptions): Promise<ClassicalStatistics> {
  const kept = await readStatistics(models).catch(() => undefined);
  if (kept?.content.trainedOn === train.sha256 && existsSync(baselinesFile(models))) return kept.content;
  io.stderr('counting the statistics of classical methods');
  const { statistics, baselines } = countStatistics(parseTrainingTexts(train), train.sha256);
  writeFileSync(path.join(models, 'classical.json'), `${JSON.stringify(statistics)}\n`);
  writeFileSync(baselinesFile(models), `${JSON.stringify(baselines)}\n`);
  listInManifest(models, { kind: 'statistics', file: 'classical.json' });
  return parseClassicalStatistics(statistics);
}

/** The reference population; described again when encoder or statistics are others, or the file not the listed one. */
async function makePopulation(
  train: HashedFile,
  statistics: ClassicalStatistics,
  run: { readonly encoder: CachingEncoder; readonly options: CalibrateOptions },
): Promise<StoredPopulation> {
  const { encoder, options } = run;
  const file = path.join(options.models, 'population.sqlite');
  const kept = (await readPopulation(options.models).catch(() => undefined))?.content;
  if (kept?.meta.encoder === encoder.modelId && kept.meta.statistics === statistics.trainedOn) return kept;
  const candidates = chooseAuthors(parseTrainingTexts(train));
  const progress = stageProgress(io, 'describing the population');
  const members = await describeMembers(candidates, { encoder, features: tfidf(statistics), stop: io.stop, progress });
  const meta = populationMeta(members, encoder, statistics.trainedOn);
  await writePopulation(file, meta, members);
  writeFileSync(path.join(options.models, 'population.md'), populationCard(meta, members, candidates));
  listInManifest(options.models, { kind: 'population', file: 'population.sqlite', card: 'population.md' });
  return openPopulation(file);
}

/** Of the trials and their scores. */
function hashOf(lengths: readonly ScoredLength[]): string {
  return createHash('sha256').update(JSON.stringify(lengths)).digest('hex');
}

/** Six significant digits are more than the data carry. */
function shortened<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, field: unknown) => (typeof field === 'number' ? Number(field.toPrecision(6)) : field)),
  ) as Value;
}

async function main(): Promise<void> {
  try {
    await calibrate(calibrateOptions(process.argv.slice(2)));
  } catch (error) {
    io.stderr(...(error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'));
    process.exitCode = exitCode(error);
  }
}

void main();
