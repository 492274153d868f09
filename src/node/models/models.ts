import { Ngrams } from '../../core/classical/ngrams';
import type { Encoder, LanguageDetector } from '../../core/ports';
import { ngramProfiler, type Profiler } from '../../core/ranking/profile';
import { encodeWith } from '../../core/verification/describe';
import type { VerifierParts } from '../../core/verification/fusedVerifier';
import { TinyldDetector } from '../documents/languageDetector';
import { OnnxEncoder } from '../onnx/encoder';
import { Retried } from '../retried';
import { readNgramMetric } from './ngramMetric';
import { readVerifierFiles } from './verifierFiles';
import { WindowCache } from './windowCache';

interface LoadedEncoder {
  readonly onnx: OnnxEncoder;
  readonly cached: Encoder;
}

/** The models of one folder, each loaded on first use and then kept; one that failed to load is tried again. */
export class Models {
  readonly detector: LanguageDetector = new TinyldDetector();
  private readonly loadedEncoder = new Retried(() => this.loadEncoder());
  private readonly loadedParts = new Retried(() => this.loadVerifierParts());
  private readonly loadedProfiler = new Retried(() => this.loadProfiler());

  constructor(private readonly options: { readonly modelsFolder: string; readonly onnxThreads?: number }) {}

  /** The encoder, behind a cache of windows. */
  async encoder(): Promise<Encoder> {
    return (await this.loadedEncoder.get()).cached;
  }

  /** What a verifier works with, the bundled population among it. */
  verifierParts(): Promise<VerifierParts> {
    return this.loadedParts.get();
  }

  /** Makes the profiles of the combined order; the bundled population stands in where an index has few strangers. Throws as `verifierParts` does. */
  profiler(): Promise<Profiler> {
    return this.loadedProfiler.get();
  }

  async close(): Promise<void> {
    const loaded = await this.loadedEncoder.held();
    await loaded?.onnx.close();
  }

  private async loadEncoder(): Promise<LoadedEncoder> {
    const onnx = await OnnxEncoder.open(this.options.modelsFolder, this.options.onnxThreads ?? 1);
    return { onnx, cached: new WindowCache(onnx) };
  }

  private async loadVerifierParts(): Promise<VerifierParts> {
    const encoder = await this.encoder();
    const files = await readVerifierFiles(this.options.modelsFolder, encoder.modelId);
    return {
      encode: encodeWith(encoder),
      detector: this.detector,
      statistics: files.statistics.content,
      population: files.population.content,
      calibrations: files.calibrations.content.calibrations,
    };
  }

  private async loadProfiler(): Promise<Profiler> {
    const { statistics, population } = await this.verifierParts();
    const metric = await readNgramMetric(this.options.modelsFolder, statistics);
    const made = [(await this.encoder()).modelId, metric.id];
    return ngramProfiler(made.join(' '), new Ngrams(statistics, metric), population);
  }
}
