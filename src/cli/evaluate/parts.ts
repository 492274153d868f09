import fs from 'node:fs/promises';
import path from 'node:path';
import { Ngrams } from '../../core/classical/ngrams';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../core/classical/statistics';
import { modelCorrupt, modelMissing } from '../../core/errors';
import type { Encoder } from '../../core/ports';
import type { Kernels } from '../../core/scoring/kernels';
import { parseCalibrations } from '../../core/verification/calibrationFile';
import type { VerifierParts } from '../../core/verification/fusedVerifier';
import { kernelFile, loadKernels } from '../../node/kernels/loadKernels';
import { readNgramMetric } from '../../node/models/ngramMetric';
import { packageFolder } from '../options';

/** What `evaluate` takes from a models folder; tests give it small ones of their own. */
export interface EvaluateParts {
  /** Throws ModelMissing or ModelCorrupt. */
  encoder(models: string, threads: number): Promise<Encoder>;
  /** Throws ModelMissing or ModelCorrupt. */
  statistics(models: string): Promise<ClassicalStatistics>;
  /** The learned metric of n-grams over these statistics. Throws ModelMissing or ModelCorrupt. */
  ngrams(models: string, statistics: ClassicalStatistics): Promise<Ngrams>;
  /** The loops in which scans spend their time. */
  kernels(): Promise<Kernels>;
  /** Throws ModelMissing or ModelCorrupt. */
  verifier(models: string): Promise<Omit<VerifierParts, 'encode'>>;
}

/** The models of a folder as they ship. */
export const shippedParts: EvaluateParts = {
  encoder: async (models, threads) => {
    const { OnnxEncoder } = await import('../../node/onnx/encoder'); // the runtime is loaded only where it is needed
    return OnnxEncoder.open(models, threads);
  },
  statistics: readStatistics,
  ngrams: async (models, statistics) => new Ngrams(statistics, await readNgramMetric(models, statistics)),
  kernels: () => loadKernels(path.join(packageFolder, 'dist', kernelFile)),
  verifier: async (models) => {
    const { openPopulation } = await import('../../node/population/population');
    const { TinyldDetector } = await import('../../node/documents/languageDetector');
    return {
      statistics: await readStatistics(models),
      population: await openPopulation(path.join(models, 'population.sqlite')),
      calibrations: (await readModelJson(path.join(models, 'calibrations.json'), parseCalibrations)).calibrations,
      detector: new TinyldDetector(),
    };
  },
};

function readStatistics(models: string): Promise<ClassicalStatistics> {
  return readModelJson(path.join(models, 'classical.json'), parseClassicalStatistics);
}

async function readModelJson<Read>(file: string, parse: (json: unknown) => Read): Promise<Read> {
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw modelMissing(file);
  });
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    throw modelCorrupt(file, error instanceof Error ? error.message : String(error));
  }
}
