import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../src/core/classical/statistics';
import { exitCode } from '../../src/core/errors';
import { DocumentSet } from '../../src/core/evaluation/tasks/documents';
import { sampleByKey } from '../measures/sample';
import { parseVerificationTrials, type VerificationTrial } from '../tasks/verificationTrials';
import { calibrationsFormat, type CalibrationFile } from '../../src/core/verification/calibrationFile';
import { conditionName } from '../../src/core/verification/chooseCalibration';
import { Cohort } from '../../src/core/verification/cohort';
import { lengthBands } from '../../src/core/verification/condition';
import { featureExtractor, encodeWith, type FeatureExtractor } from '../../src/core/verification/features/textFeatures';
import { scoreNames } from '../../src/core/verification/scores';
import { OnnxEncoder } from '../../src/node/encoder/encoder';
import { readPopulation, readStatistics } from '../../src/node/models/verifierFiles';
import { openPopulation, type StoredPopulation } from '../../src/node/population/population';
import { writePopulation } from './writePopulation';
import { CachingEncoder } from '../evaluate/encoding/cachingEncoder';
import { readLines, type HashedFile } from '../../src/cli/lines';
import { stageProgress } from '../evaluate/progress';
import { ProcessIo } from '../../src/cli/terminal/io';
import { countStatistics } from './classicalStatistics';
import { fitAll } from './fitAll';
import { listInManifest } from './listInManifest';
import { calibrateOptions, type CalibrateOptions } from './options';
import { chooseAuthors, describeMembers, populationMeta } from './population';
import { populationCard } from './populationCard';
import { fitFigures } from './conditionFigures';
import { resultTable } from './resultTable';
import { ScoreCache } from './scoreCache';
import { readScoredTrials, type ScoredTrials } from './scoredTrials';
import { scoreTrials, type ScoredLength } from './scoreTrials';
import { parseTrainingTexts } from './trainingTexts';

/** The format of the file of figures. */
const figuresFormat = 'idiograph.results.verification/2';

const io = new ProcessIo();

/** Makes models/classical.json, population.sqlite, population.md and calibrations.json and lists them in the manifest; what is up to date stays. */
async function calibrate(options: CalibrateOptions): Promise<void> {
  const train = readLines(path.join(options.data, 'train.jsonl.gz'));
  const statistics = await makeStatistics(train, options);
  const encoder = new CachingEncoder(await OnnxEncoder.open(options.models, options.threads), options.cache);
  const describer = featureExtractor(encodeWith(encoder), statistics);
  const population = await makePopulation(train, statistics, { encoder, describer, options });
  const { lengths, trainedOn } =
    options.scored === undefined
      ? await scoreDev({ encoder, extractor: describer, population, statistics }, options)
      : readScoredTrials(options.scored);
  const { seed } = options;
  const fits = fitAll(lengths, { trainedOn, seed }, stageProgress(io, 'fitting'));
  const bySource = lengths.every(({ trials }) => trials.every(({ fold }) => fold !== undefined));
  const head: Omit<CalibrationFile, 'format' | 'calibrations'> = {
    encoder: encoder.modelId,
    population: population.meta.id,
    statistics: statistics.trainedOn,
    seed,
    crossFitted: bySource ? 'sources' : 'authors',
  };
  const file: CalibrationFile = { format: calibrationsFormat, ...head, calibrations: fits.map(shortened) };
  writeFileSync(path.join(options.models, 'calibrations.json'), `${JSON.stringify(file)}\n`);
  listInManifest(options.models, { kind: 'calibrations', file: 'calibrations.json' });
  const figures = fitFigures(lengths, fits, seed);
  if (options.figures !== undefined)
    writeFileSync(
      options.figures,
      `${JSON.stringify(shortened({ format: figuresFormat, ...head, trainedOn, ...figures }))}\n`,
    );
  io.stdout(...resultTable(figures));
  encoder.close();
}

interface ScoringParts {
  readonly encoder: CachingEncoder;
  readonly extractor: FeatureExtractor;
  readonly population: StoredPopulation;
  readonly statistics: ClassicalStatistics;
}

/** The trials of dev, scored with the models that ship. */
async function scoreDev(parts: ScoringParts, options: CalibrateOptions): Promise<ScoredTrials> {
  const { encoder, extractor, population, statistics } = parts;
  const trialFile = readLines(path.join(options.data, 'dev-verification.jsonl.gz'));
  const { documents, trials } = readTrials(trialFile, options);
  const cohort = new Cohort(population);
  const cache = new ScoreCache(options.cache, [
    encoder.modelId,
    population.meta.id,
    statistics.trainedOn,
    trialFile.sha256,
    String(options.limit),
    String(options.seed),
    ...scoreNames,
  ]);
  const lengths: ScoredLength[] = [];
  for (const words of lengthBands.toReversed()) {
    const progress = (stage: string): ReturnType<typeof stageProgress> => stageProgress(io, stage);
    const run = { documents, trials, describer: extractor, cohort, stop: io.stop, progress };
    lengths.unshift(await cache.get(words, () => scoreTrials(words, run)));
  }
  return { lengths, trainedOn: trialFile.sha256 };
}

/** The statistics of the classical methods; counted again when the training file is another, or the file not the listed one. */
async function makeStatistics(train: HashedFile, { models }: CalibrateOptions): Promise<ClassicalStatistics> {
  const kept = await readStatistics(models).catch(() => undefined);
  if (kept?.content.trainedOn === train.sha256) return kept.content;
  io.stderr('counting the statistics of classical methods');
  const json = countStatistics(parseTrainingTexts(train), train.sha256);
  writeFileSync(path.join(models, 'classical.json'), `${JSON.stringify(json)}\n`);
  listInManifest(models, { kind: 'statistics', file: 'classical.json' });
  return parseClassicalStatistics(json);
}

/** The reference population; described again when encoder or statistics are others, or the file not the listed one. */
async function makePopulation(
  train: HashedFile,
  statistics: ClassicalStatistics,
  run: { readonly encoder: CachingEncoder; readonly describer: FeatureExtractor; readonly options: CalibrateOptions },
): Promise<StoredPopulation> {
  const { encoder, describer, options } = run;
  const file = path.join(options.models, 'population.sqlite');
  const kept = (await readPopulation(options.models).catch(() => undefined))?.content;
  if (kept?.meta.encoder === encoder.modelId && kept.meta.statistics === statistics.trainedOn) return kept;
  const candidates = chooseAuthors(parseTrainingTexts(train));
  const progress = stageProgress(io, 'describing the population');
  const members = await describeMembers(candidates, { encoder, features: describer.features, stop: io.stop, progress });
  const meta = populationMeta(members, encoder, statistics.trainedOn);
  await writePopulation(file, meta, members);
  writeFileSync(path.join(options.models, 'population.md'), populationCard(meta, members, candidates));
  listInManifest(options.models, { kind: 'population', file: 'population.sqlite', card: 'population.md' });
  return openPopulation(file);
}

function readTrials(
  file: HashedFile,
  { data, limit, seed }: CalibrateOptions,
): Pick<DocumentSet, 'documents'> & { trials: ReturnType<typeof parseVerificationTrials> } {
  const set = DocumentSet.parse(readLines(path.join(data, 'dev.jsonl.gz')));
  return { documents: set.documents, trials: keepSome(parseVerificationTrials(file, set), limit, seed) };
}

/** At most `limit` trials of either class in each condition. */
function keepSome(trials: readonly VerificationTrial[], limit: number, seed: number): readonly VerificationTrial[] {
  const groups = new Map<string, VerificationTrial[]>();
  for (const trial of trials) {
    const key = `${conditionName(trial)} ${trial.same}`;
    groups.set(key, [...(groups.get(key) ?? []), trial]);
  }
  const keyOf = ({ a, b }: VerificationTrial): string => `${a.join('+')} ${b.join('+')}`;
  return [...groups.values()].flatMap((group) => sampleByKey(group, keyOf, limit, seed));
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
