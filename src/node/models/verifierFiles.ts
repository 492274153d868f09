import fs from 'node:fs/promises';
import path from 'node:path';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../core/classical/statistics';
import { modelCorrupt, modelMissing } from '../../core/errors';
import type { ReferencePopulation } from '../../core/ports';
import type { Calibration } from '../../core/verification/calibration';
import { parseCalibrations } from '../../core/verification/calibrationFile';
import { openPopulation } from '../population/population';

/** What a verifier needs beside the encoder, all made with that encoder and with one another. */
export interface VerifierFiles {
  readonly statistics: ClassicalStatistics;
  readonly population: ReferencePopulation;
  readonly calibrations: readonly Calibration[];
}

/**
 * Reads classical.json, population.sqlite and calibrations.json of a models folder. A ratio calibrated on other vectors,
 * another population or other statistics would mean nothing, so what does not fit together is refused.
 *
 * @param encoder  id of the encoder that they have to be made with
 * @throws ModelMissing, ModelCorrupt
 */
export async function readVerifierFiles(folder: string, encoder: string): Promise<VerifierFiles> {
  const at = (name: string): string => path.join(folder, name);
  const statistics = await parsedFile(at('classical.json'), parseClassicalStatistics);
  const population = await openPopulation(at('population.sqlite'));
  const fitted = await parsedFile(at('calibrations.json'), parseCalibrations);
  requireSame(at('population.sqlite'), population.meta, { encoder, statistics: statistics.trainedOn });
  requireSame(at('calibrations.json'), { ...fitted }, {
    encoder,
    population: population.meta.id,
    statistics: statistics.trainedOn,
  });
  return { statistics, population, calibrations: fitted.calibrations };
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

async function parsedFile<T>(file: string, parse: (json: unknown) => T): Promise<T> {
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw modelMissing(file);
  });
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    throw modelCorrupt(file, error instanceof RangeError ? error.message : 'it is not JSON');
  }
}
