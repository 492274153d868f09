import fs from 'node:fs/promises';
import path from 'node:path';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../core/classical/statistics';
import { modelCorrupt } from '../../core/errors';
import { parseCalibrations, type CalibrationFile } from '../../core/verification/calibrationFile';
import { openPopulation, type StoredPopulation } from '../population/population';
import { listedModel, modelFields, parseJson, readChecked, type Verified } from './manifest';

/** What a verifier needs beside the encoder, all made with that encoder and with one another. */
export interface VerifierFiles {
  readonly statistics: Verified<ClassicalStatistics>;
  readonly population: Verified<StoredPopulation>;
  readonly calibrations: Verified<CalibrationFile>;
}

/**
 * Reads the statistics, the population and the calibrations of a models folder. A ratio calibrated on other vectors,
 * another population or other statistics would mean nothing, so what does not fit together is refused.
 *
 * @param encoder  id of the encoder that they have to be made with
 * @throws ModelMissing, ModelCorrupt
 */
export async function readVerifierFiles(folder: string, encoder: string): Promise<VerifierFiles> {
  const statistics = await readStatistics(folder);
  const calibrations = await readCalibrations(folder);
  const population = await readPopulation(folder);
  const { trainedOn } = statistics.content;
  const { meta } = population.content;
  requireSame(population.file, meta, { encoder, statistics: trainedOn });
  requireSame(calibrations.file, { ...calibrations.content }, {
    encoder,
    ngrams: (await listedModel(folder, 'ngrams', modelFields)).id,
    population: meta.id,
    statistics: trainedOn,
  });
  return { statistics, population, calibrations };
}

/** Reads the statistics of the classical methods. @throws ModelMissing, ModelCorrupt */
export function readStatistics(folder: string): Promise<Verified<ClassicalStatistics>> {
  return readJson(folder, 'statistics', parseClassicalStatistics);
}

/** Reads the calibrations. @throws ModelMissing, ModelCorrupt */
export function readCalibrations(folder: string): Promise<Verified<CalibrationFile>> {
  return readJson(folder, 'calibrations', parseCalibrations);
}

/**
 * Reads the bundled reference population. SQLite may put what a log beside it says in the place of what the file says, so
 * none is let pass.
 *
 * @throws ModelMissing, ModelCorrupt
 */
export async function readPopulation(folder: string): Promise<Verified<StoredPopulation>> {
  const entry = await listedModel(folder, 'population', modelFields);
  await readChecked(folder, entry, entry.bytes);
  for (const log of [`${entry.file}-wal`, `${entry.file}-journal`]) {
    if (await exists(path.join(folder, log))) throw modelCorrupt(entry.file, `${log} stands beside it; remove it`);
  }
  return { ...entry, content: await openPopulation(path.join(folder, entry.file)) };
}

async function readJson<T>(folder: string, kind: string, parse: (json: unknown) => T): Promise<Verified<T>> {
  const entry = await listedModel(folder, kind, modelFields);
  const json = parseJson(await readChecked(folder, entry, entry.bytes), entry.file);
  try {
    return { ...entry, content: parse(json) };
  } catch (error) {
    throw modelCorrupt(entry.file, error instanceof Error ? error.message : String(error));
  }
}

async function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

/** @param made  what the file says it was made with, by name */
function requireSame(
  file: string,
  made: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(expected)) {
    if (made[name] !== value) throw modelCorrupt(file, `it was made with ${name} ${String(made[name])}, not ${value}`);
  }
}
