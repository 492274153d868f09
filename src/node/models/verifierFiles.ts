import type { NgramMetric } from '../../core/classical/ngrams';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../core/classical/statistics';
import { modelCorrupt } from '../../core/errors';
import { type PhraseRates, readPhraseRates } from '../../core/classical/phraseRates';
import { MarkerRates } from '../../core/markers/markerRates';
import { count, text } from '../../core/basics/shape';
import { type CalibrationFile, parseCalibrations } from '../../core/verification/calibration';
import { parsePopulation, type StoredPopulation } from '../population/population';
import { saidBy } from '../systemError';
import { fromFloat16Blob, fromFloat32Blob } from '../sqlite/database/blobs';
import { type LoadedQuestionCalibration, parseQuestionCalibration } from '../../core/verification/question';
import { type LoadedSearchCalibration, parseSearchCalibration } from '../../core/verification/firstOfSearch';
import { readListedModel, modelFields, formatModelId, parseJson, readChecked, type Verified } from './manifest';

/**
 * Reads the statistics, the population and the calibrations of a models folder. A ratio that was calibrated on other n-grams or other
 * statistics would mean nothing, so files that do not fit together are refused.
 * @throws ModelMissing, ModelCorrupt
 */
export async function readVerifierFiles(folder: string) {
  const statistics = await readStatistics(folder);
  const calibrations = await readCalibrations(folder);
  const population = await readPopulation(folder);
  const { trainedOn } = statistics.content;
  requireSame(population.file, { ...population.content }, { statistics: trainedOn });
  requireSame(calibrations.file, { ...calibrations.content }, {
    ngrams: (await readListedModel(folder, 'ngrams', modelFields)).id,
    markers: (await readListedModel(folder, 'markers', modelFields)).id,
    statistics: trainedOn,
  });
  return { statistics, population, calibrations };
}

/** Reads the statistics of the classical methods. @throws ModelMissing, ModelCorrupt */
export function readStatistics(folder: string): Promise<Verified<ClassicalStatistics>> {
  return readJson(folder, 'statistics', parseClassicalStatistics);
}

/** Reads the calibrations for English, or those for languages without a trained model. @throws ModelMissing, ModelCorrupt */
export function readCalibrations(
  folder: string,
  kind: 'calibrations' | 'languages' = 'calibrations',
): Promise<Verified<CalibrationFile>> {
  return readJson(folder, kind, parseCalibrations);
}

/** Reads the calibration of the first of a search. @throws ModelMissing, ModelCorrupt */
export async function readSearchCalibration(
  folder: string,
): Promise<LoadedSearchCalibration & Verified<LoadedSearchCalibration['content']>> {
  const read = await readJson(folder, 'search', parseSearchCalibration);
  return { ...read, id: formatModelId('search', read.sha256) };
}

/** Reads the calibration of questions among authors. @throws ModelMissing, ModelCorrupt */
export async function readQuestionCalibration(
  folder: string,
): Promise<LoadedQuestionCalibration & Verified<LoadedQuestionCalibration['content']>> {
  const read = await readJson(folder, 'question', parseQuestionCalibration);
  return { ...read, id: formatModelId('question', read.sha256) };
}

/** Reads how many authors of the population use common runs of words. @throws ModelMissing, ModelCorrupt */
export async function readPhrases(folder: string): Promise<Verified<PhraseRates>> {
  const entry = await readListedModel(folder, 'phrases', modelFields);
  return { ...entry, content: readPhraseRates(await readChecked(folder, entry, entry.bytes)) };
}

/** Reads the rates of each marker in the population. @throws ModelMissing, ModelCorrupt */
export function readMarkerRates(folder: string): Promise<Verified<MarkerRates>> {
  return readJson(folder, 'markers', (value) => MarkerRates.parse(value));
}

/** Reads the bundled reference population. @throws ModelMissing, ModelCorrupt */
export function readPopulation(folder: string): Promise<Verified<StoredPopulation>> {
  return readJson(folder, 'population', parsePopulation);
}

/** `statistics`: `trainedOn` of the classical statistics with the weighted vocabulary; `rank`: number of directions. */
const ngramFields = { ...modelFields, statistics: text, rank: count };

/**
 * Reads the n-gram metric of a models folder: float16 weights [features], float32 scales [rank], int8 directions [features][rank],
 * little-endian. A metric for another vocabulary is refused.
 * @throws ModelMissing, ModelCorrupt
 */
export async function readNgramMetric(folder: string, statistics: ClassicalStatistics): Promise<Verified<NgramMetric>> {
  const entry = await readListedModel(folder, 'ngrams', ngramFields);
  if (entry.statistics !== statistics.trainedOn) {
    throw modelCorrupt(entry.file, `it was made with statistics ${entry.statistics}, not ${statistics.trainedOn}`);
  }
  const content = await readChecked(folder, entry, entry.bytes);
  const features = statistics.features.hashes.length;
  const [scales, directions] = [2 * features, 2 * features + 4 * entry.rank];
  if (content.length !== directions + features * entry.rank) {
    throw modelCorrupt(entry.file, `it does not contain ${entry.rank} directions of ${features} features`);
  }
  const metric = {
    id: entry.id,
    weights: fromFloat16Blob(content.subarray(0, scales)),
    scales: fromFloat32Blob(content.subarray(scales, directions)),
    directions: new Int8Array(content.subarray(directions)),
  };
  return { ...entry, content: metric };
}

async function readJson<T>(folder: string, kind: string, parse: (json: unknown) => T): Promise<Verified<T>> {
  const entry = await readListedModel(folder, kind, modelFields);
  const json = parseJson(await readChecked(folder, entry, entry.bytes), entry.file);
  try {
    return { ...entry, content: parse(json) };
  } catch (error) {
    throw modelCorrupt(entry.file, saidBy(error));
  }
}

/** @param made  the names and hashes of what the file says it was made with */
function requireSame(
  file: string,
  made: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(expected)) {
    if (made[name] !== value) throw modelCorrupt(file, `it was made with ${name} ${String(made[name])}, not ${value}`);
  }
}
