import path from 'node:path';
import { Ngrams } from '../../../../src/core/classical/ngrams';
import type { ClassicalStatistics } from '../../../../src/core/classical/features';
import type { Encoder } from '../../../../src/core/ports';
import type { Kernels } from '../../../../src/lateInteraction/scoring/kernels';
import { listPopulationMembers } from '../../../../src/core/cohort/cohortCache';
import { Cohort } from '../../../../src/core/cohort/cohort';
import type { VerifierDependencies } from '../../../../src/core/verification/fusedVerifier';
import { kernelFile, loadKernels } from '../../../../src/lateInteraction/kernels/loadKernels';
import type { QuestionCalibration } from '../../../../src/core/verification/question';
import { readNgramMetric, readQuestionCalibration } from '../../../../src/node/models/manifest';
import type { MarkerMeans } from '../../../../src/core/markers/authorMarkers';
import { readMisspellings } from '../../../../src/node/loadedModels';
import { packageFolder } from '../../../../src/cli/io';
import { habitCounter } from '../collectionCohort';
import { readBaselines, type BaselineStatistics } from '../../classical/baselineStatistics';

/** What `evaluate` takes from a models folder; tests give it small ones of their own. */
export interface EvaluateDependencies {
  /** Throws ModelMissing or ModelCorrupt. */
  encoder(models: string, threads: number): Promise<Encoder>;
  /** Of the n-grams and of the baselines. Throws ModelMissing, ModelCorrupt or Usage. */
  statistics(models: string): Promise<BaselineStatistics>;
  /** The learned metric of n-grams over these statistics. Throws ModelMissing or ModelCorrupt. */
  ngrams(models: string, statistics: ClassicalStatistics): Promise<Ngrams>;
  /** The loops in which scans spend their time. */
  kernels(): Promise<Kernels>;
  /** What is known of words and habits of the population. Throws ModelMissing or ModelCorrupt. */
  wording(models: string): Promise<Pick<MarkerMeans, 'rates' | 'misspellings' | 'phrases'>>;
  /** Throws ModelMissing or ModelCorrupt. */
  verifier(models: string): Promise<VerifierDependencies>;
  /** The fits that order authors by their ratios. Throws ModelMissing or ModelCorrupt. */
  conditions(models: string): Promise<QuestionCalibration['conditions']>;
}

/** The models of a folder as they ship. */
export const shippedParts: EvaluateDependencies = {
  encoder: async (models, threads) => {
    const { OnnxEncoder } = await import('../../../../src/lateInteraction/encoder/encoder'); // the runtime is loaded only where it is needed
    return OnnxEncoder.open(models, threads);
  },
  statistics: async (models) => {
    const { readStatistics } = await import('../../../../src/node/models/manifest'); // and so is SQLite
    return readBaselines(models, (await readStatistics(models)).content);
  },
  ngrams: async (models, statistics) => new Ngrams(statistics, (await readNgramMetric(models, statistics)).content),
  kernels: () => loadKernels(path.join(packageFolder, 'dist', kernelFile)),
  wording: async (models) => {
    const { readMarkerRates: readHabitRates, readPhrases } = await import('../../../../src/node/models/manifest');
    const rates = (await readHabitRates(models)).content;
    return { rates, misspellings: await readMisspellings(), phrases: (await readPhrases(models)).content };
  },
  conditions: async (models) => (await readQuestionCalibration(models)).content.conditions,
  verifier: async (models) => {
    const files = await import('../../../../src/node/models/manifest');
    const { TextLanguageDetector } = await import('../../../../src/node/languageDetector');
    const statistics = (await files.readStatistics(models)).content;
    const population = (await files.readPopulation(models)).content;
    const ngrams = new Ngrams(statistics, (await readNgramMetric(models, statistics)).content);
    return {
      ...{ ngrams, population },
      markerScores: habitCounter((await files.readMarkerRates(models)).content),
      cohort: new Cohort([], () => listPopulationMembers(population, ngrams)),
      calibrations: (await files.readCalibrations(models)).content.calibrations,
      detector: new TextLanguageDetector(),
    };
  },
};
