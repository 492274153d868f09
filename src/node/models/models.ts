import { tfidf } from '../../core/classical/tfidf';
import type { Encoder, LanguageDetector } from '../../core/ports';
import { type Profiler, profilerOf } from '../../core/ranking/profile';
import { encodeWith } from '../../core/verification/describe';
import type { VerifierParts } from '../../core/verification/fusedVerifier';
import { TinyldDetector } from '../documents/languageDetector';
import { OnnxEncoder } from '../onnx/encoder';
import { readVerifierFiles } from './verifierFiles';
import { WindowCache } from './windowCache';

interface LoadedEncoder {
  readonly onnx: OnnxEncoder;
  readonly cached: Encoder;
}

/** The models of one folder, each loaded on first use and then kept; one that failed to load is tried again. */
export class Models {
  readonly detector: LanguageDetector = new TinyldDetector();
  private loadedEncoder: Promise<LoadedEncoder> | undefined;
  private loadedParts: Promise<VerifierParts> | undefined;
  private madeProfiler: Profiler | undefined;

  constructor(private readonly options: { readonly modelsFolder: string; readonly onnxThreads?: number }) {}

  /** The encoder, behind a cache of windows. */
  async encoder(): Promise<Encoder> {
    this.loadedEncoder ??= this.loadEncoder();
    try {
      return (await this.loadedEncoder).cached;
    } catch (error) {
      this.loadedEncoder = undefined;
      throw error;
    }
  }

  /** What a verifier works with, the bundled population among it. */
  async verifierParts(): Promise<VerifierParts> {
    this.loadedParts ??= this.loadVerifierParts();
    try {
      return await this.loadedParts;
    } catch (error) {
      this.loadedParts = undefined;
      throw error;
    }
  }

  /** Makes the profiles of the combined order, with the bundled population. Throws as `verifierParts` does. */
  async profiler(): Promise<Profiler> {
    const { statistics, population } = await this.verifierParts();
    const made = [(await this.encoder()).modelId, statistics.trainedOn.slice(0, 12), population.description.id];
    this.madeProfiler ??= profilerOf(made.join(' '), tfidf(statistics), population);
    return this.madeProfiler;
  }

  async close(): Promise<void> {
    const loaded = await this.loadedEncoder?.catch(() => undefined);
    await loaded?.onnx.close();
  }

  private async loadEncoder(): Promise<LoadedEncoder> {
    const onnx = await OnnxEncoder.open(this.options.modelsFolder, this.options.onnxThreads ?? 1);
    return { onnx, cached: new WindowCache(onnx) };
  }

  private async loadVerifierParts(): Promise<VerifierParts> {
    const encoder = await this.encoder();
    const files = await readVerifierFiles(this.options.modelsFolder, encoder.modelId);
    return { encode: encodeWith(encoder), detector: this.detector, ...files };
  }
}
