import fs from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Ngrams } from '../core/classical/ngrams';
import constants from './constants.json';
import type { ModelFiles } from '../core/domain/evidence';
import type { MarkerRates } from '../core/markers/textMarkers';
import type { Encoder, LanguageDetector } from '../core/ports';
import type { Steps } from '../core/basics/work';
import { listPopulationMembers, Profiler } from '../core/cohort/cohortCache';
import { Cohort } from '../core/cohort/cohort';
import type { VerifierDependencies } from '../core/verification/fusedVerifier';
import { TextLanguageDetector } from './languageDetector';
import { computeSha256 } from './sha256';
import {
  EncoderPool,
  OnnxEncoder,
  type PoolMember,
  cacheWindows,
  countMembers,
} from '../lateInteraction/encoder/encoder';
import {
  readCalibrations,
  readIndexEncoder,
  readMarkerRates,
  readNgramMetric,
  readPhrases,
  readQuestionCalibration,
  readSearchCalibration,
  readVerifierFiles,
} from './models/manifest';

/** The models of one folder. Each is loaded on first use and then cached. If loading fails, it is tried again. */
export class Models {
  readonly detector: LanguageDetector = new TextLanguageDetector();
  /**
   * The part of the encoder that opening an index needs. It is available long before the encoder. Each of these functions throws
   * ModelMissing or ModelCorrupt.
   */
  readonly loadIndexEncoder = loadOnce(() => readIndexEncoder(this.options.modelsFolder));
  /** How many authors of the population use common runs of words. */
  readonly loadPhrases = loadOnce(() => readPhrases(this.options.modelsFolder));
  /** The calibration for the first of a search. */
  readonly loadSearchCalibration = loadOnce(() => readSearchCalibration(this.options.modelsFolder));
  /** The calibration of questions among authors. */
  readonly loadQuestionCalibration = loadOnce(() => readQuestionCalibration(this.options.modelsFolder));
  /** The calibrations for languages without a trained model. */
  readonly loadLanguages = loadOnce(() => readCalibrations(this.options.modelsFolder, 'languages'));
  /** Misspellings with the correct words. */
  readonly loadMisspellings = loadOnce(readMisspellings);
  private readonly loadHabits = loadOnce(() => readMarkerRates(this.options.modelsFolder));
  private readonly loadFitted = loadOnce(() => this.readFitted());
  private readonly loadEncoders = loadOnce(() => (this.opening = this.openEncoder()));
  /** Undefined until a question needs the encoder. */
  private opening: ReturnType<Models['openEncoder']> | undefined;

  /**
   * @param options  `memberFile`: the program of a thread that is a `PoolMember`, undefined for a single encoding thread; `encoders`: their
   * number, undefined for as many as are useful
   */
  constructor(
    private readonly options: {
      readonly modelsFolder: string;
      readonly memberFile?: string | undefined;
      readonly encoders?: number | undefined;
    },
  ) {}

  /** The encoder, behind a cache of windows. */
  async loadEncoder(): Promise<Encoder> {
    return (await this.loadEncoders()).cached;
  }

  /** Does work that encodes many texts, on all cores. */
  async *encodingMuch<Told, Answer>(work: Steps<Told, Answer>): Steps<Told, Answer> {
    const { pool } = await this.loadEncoders();
    pool?.open();
    try {
      return yield* work;
    } finally {
      await pool?.close();
    }
  }

  /** What a verifier needs, including the bundled population, without markers. */
  async loadVerifierParts(): Promise<Omit<VerifierDependencies, 'markerScores'>> {
    const { population, calibrations, ngrams, profiler } = await this.loadFitted();
    return {
      detector: this.detector,
      ngrams,
      population: population.content,
      cohort: new Cohort([], profiler.listMembers),
      calibrations: calibrations.content.calibrations,
    };
  }

  /**
   * Computes the profiles of the combined order. The bundled population is used if an index has few documents of a mode. Throws the errors
   * of `loadVerifierParts`.
   */
  async loadProfiler(): Promise<Profiler> {
    return (await this.loadFitted()).profiler;
  }

  /** The rates of the catalogue's markers in the population. Throws ModelMissing or ModelCorrupt. */
  async loadMarkerRates(): Promise<MarkerRates> {
    return (await this.loadHabits()).content;
  }

  /**
   * The hash of every file of the folder that moves a figure, as it was when it was loaded. `constants` is the hash of what was fitted or
   * chosen in the code (`node/constants.json`).
   */
  async listFiles(): Promise<ModelFiles> {
    const { onnx } = await this.loadEncoders();
    const { statistics, population, calibrations, metric } = await this.loadFitted();
    return {
      ...onnx.files,
      ngrams: metric.sha256,
      statistics: statistics.sha256,
      population: population.sha256,
      calibrations: calibrations.sha256,
      markers: (await this.loadHabits()).sha256,
      phrases: (await this.loadPhrases()).sha256,
      search: (await this.loadSearchCalibration()).sha256,
      question: (await this.loadQuestionCalibration()).sha256,
      languages: (await this.loadLanguages()).sha256,
      constants: computeSha256(JSON.stringify(constants)),
    };
  }

  async close(): Promise<void> {
    const loaded = await this.opening?.catch(() => undefined);
    await loaded?.pool?.close();
    await loaded?.onnx.close();
  }

  private async openEncoder() {
    const { modelsFolder, memberFile, encoders } = this.options;
    const onnx = await OnnxEncoder.open(modelsFolder);
    const workerData: PoolMember = { encodesBy: modelsFolder };
    const start = memberFile === undefined ? undefined : (): Worker => new Worker(memberFile, { workerData });
    const pool = start && new EncoderPool(onnx, start, () => countMembers(encoders));
    return { onnx, pool, cached: cacheWindows(pool?.encoder ?? onnx) };
  }

  /** Reads what was fitted with the encoder, and builds what depends on it. */
  private async readFitted() {
    const { modelsFolder } = this.options;
    const { modelId } = await this.loadIndexEncoder();
    const files = await readVerifierFiles(modelsFolder);
    const statistics = files.statistics.content;
    const metric = await readNgramMetric(modelsFolder, statistics);
    const ngrams = new Ngrams(statistics, metric.content);
    const id = `${modelId} ${ngrams.id} own`; // from the authors' own words
    const profiler = new Profiler(id, ngrams, () => listPopulationMembers(files.population.content, ngrams));
    return { ...files, metric, ngrams, profiler };
  }
}

/** A function with a result that is loaded on first use and then cached. After a failure the next use loads it again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return async () => {
    loaded ??= load();
    try {
      return await loaded;
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  };
}

/**
 * Common misspellings of English with the correct form, if that is one word (the list of CSpell, CC BY-SA 4.0). A word is looked up in the
 * 2.6 MB of the sorted list itself, because most of its 83,000 entries are never asked for.
 */
export async function readMisspellings(): Promise<Pick<ReadonlyMap<string, string>, 'get'>> {
  const folder = path.dirname(require.resolve('@cspell/dict-en-common-misspellings'));
  const bytes = await fs.readFile(path.join(folder, 'dict', 'dict-en.json'));
  const from = bytes.indexOf('\n', bytes.indexOf('"suggestWords"')) + 1;
  const list = bytes.toString('latin1', from, bytes.lastIndexOf('\n', bytes.lastIndexOf('->')) + 1);
  if (list === '') throw new Error('The list of misspellings is empty.');
  // a binary search of the lines; an entry in small letters precedes the same with a capital
  const get = (wrong: string): string | undefined => {
    if (!/^[a-z]{4,}$/.test(wrong)) return undefined;
    let [low, high] = [0, list.length];
    while (low < high) {
      const start = list.lastIndexOf('\n', (low + high) >> 1) + 1;
      const from = list.indexOf('"', start) + 1;
      const found = list.slice(from, list.indexOf('->', from));
      if (found === wrong) return /^->([a-z]+)"/.exec(list.slice(from + wrong.length, list.indexOf('\n', from)))?.[1];
      if (found.toLowerCase() < wrong) low = list.indexOf('\n', start) + 1;
      else high = start;
    }
    return undefined;
  };
  return { get };
}
