import { Ngrams, type NgramMetric } from '../core/classical/ngrams';
import type { ModelFiles } from '../core/domain';
import type { Encoder, LanguageDetector } from '../core/ports';
import { ngramProfiler, populationMembers, type Profiler } from '../core/cohort/profiles';
import { Cohort } from '../core/cohort/cohort';
import { encodeWith } from '../core/verification/textFeatures';
import type { VerifierDependencies } from '../core/verification/fusedVerifier';
import { TinyldDetector } from './documents/languageDetector';
import { OnnxEncoder } from './encoder/encoder';
import { RetryingLazy } from './retryingLazy';
import type { Verified } from './models/manifest';
import { readNgramMetric } from './models/ngramMetric';
import { readVerifierFiles, type VerifierFiles } from './models/verifierFiles';
import { cachingWindows } from './encoder/windowCache';

interface LoadedNgrams {
  readonly file: Verified<NgramMetric>;
  readonly ngrams: Ngrams;
}

interface LoadedEncoder {
  readonly onnx: OnnxEncoder;
  readonly cached: Encoder;
}

/** The models of one folder, each loaded on first use and then kept; one that failed to load is tried again. */
export class Models {
  readonly detector: LanguageDetector = new TinyldDetector();
  private readonly loadedEncoder = new RetryingLazy(() => this.loadEncoder());
  private readonly loadedFiles = new RetryingLazy(() => this.loadVerifierFiles());
  private readonly loadedNgrams = new RetryingLazy(() => this.loadNgrams());
  private readonly loadedProfiler = new RetryingLazy(() => this.loadProfiler());

  constructor(private readonly options: { readonly modelsFolder: string; readonly onnxThreads?: number }) {}

  /** The encoder, behind a cache of windows. */
  async encoder(): Promise<Encoder> {
    return (await this.loadedEncoder.get()).cached;
  }

  /** What a verifier works with, the bundled population among it. */
  async verifierParts(): Promise<VerifierDependencies> {
    const encoder = await this.encoder();
    const { statistics, population, calibrations } = await this.loadedFiles.get();
    const { ngrams } = await this.loadedNgrams.get();
    return {
      encode: encodeWith(encoder),
      detector: this.detector,
      ngrams,
      statistics: statistics.content,
      population: population.content,
      cohort: new Cohort([], () => populationMembers(population.content, ngrams)),
      calibrations: calibrations.content.calibrations,
    };
  }

  /** Makes the profiles of the combined order; the bundled population stands in where an index has few documents of a mode. Throws as `verifierParts` does. */
  async profiler(): Promise<Profiler> {
    return this.loadedProfiler.get();
  }

  /** The hash of every file, each as it was when it was loaded. */
  async files(): Promise<ModelFiles> {
    const { onnx } = await this.loadedEncoder.get();
    const { statistics, population, calibrations } = await this.loadedFiles.get();
    const { file: ngrams } = await this.loadedNgrams.get();
    return {
      ...onnx.files,
      ngrams: ngrams.sha256,
      statistics: statistics.sha256,
      population: population.sha256,
      calibrations: calibrations.sha256,
    };
  }

  async close(): Promise<void> {
    const loaded = await this.loadedEncoder.held();
    await loaded?.onnx.close();
  }

  private async loadEncoder(): Promise<LoadedEncoder> {
    const onnx = await OnnxEncoder.open(this.options.modelsFolder, this.options.onnxThreads ?? 1);
    return { onnx, cached: cachingWindows(onnx) };
  }

  private async loadVerifierFiles(): Promise<VerifierFiles> {
    return readVerifierFiles(this.options.modelsFolder, (await this.encoder()).modelId);
  }

  private async loadNgrams(): Promise<LoadedNgrams> {
    const { statistics } = await this.loadedFiles.get();
    const file = await readNgramMetric(this.options.modelsFolder, statistics.content);
    return { file, ngrams: new Ngrams(statistics.content, file.content) };
  }

  private async loadProfiler(): Promise<Profiler> {
    const { ngrams, population } = await this.verifierParts();
    return ngramProfiler(`${(await this.encoder()).modelId} ${ngrams.id}`, ngrams, population);
  }
}
