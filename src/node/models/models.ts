import fs from 'node:fs/promises';
import path from 'node:path';
import { parseClassicalStatistics } from '../../core/classical/statistics';
import { modelCorrupt, modelMissing } from '../../core/errors';
import type { Encoder, LanguageDetector, ReferencePopulation, Verifier } from '../../core/ports';
import { parseCalibrations } from '../../core/verification/calibrationFile';
import { encodeWith } from '../../core/verification/describe';
import { FusedVerifier } from '../../core/verification/fusedVerifier';
import { TinyldDetector } from '../documents/languageDetector';
import { OnnxEncoder } from '../onnx/encoder';
import { openPopulation } from '../population/population';
import { WindowCache } from './windowCache';

interface LoadedEncoder {
  readonly onnx: OnnxEncoder;
  readonly cached: Encoder;
}

/** The models of one folder, each loaded on first use and then kept; one that failed to load is tried again. */
export class Models {
  readonly detector: LanguageDetector = new TinyldDetector();
  private loadedEncoder: Promise<LoadedEncoder> | undefined;
  private loadedVerifier: Promise<Verifier> | undefined;

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

  async verifier(): Promise<Verifier> {
    this.loadedVerifier ??= this.loadVerifier();
    try {
      return await this.loadedVerifier;
    } catch (error) {
      this.loadedVerifier = undefined;
      throw error;
    }
  }

  population(): Promise<ReferencePopulation> {
    return openPopulation(path.join(this.options.modelsFolder, 'population.sqlite'));
  }

  async close(): Promise<void> {
    const loaded = await this.loadedEncoder?.catch(() => undefined);
    await loaded?.onnx.close();
  }

  private async loadEncoder(): Promise<LoadedEncoder> {
    const onnx = await OnnxEncoder.open(this.options.modelsFolder, this.options.onnxThreads ?? 1);
    return { onnx, cached: new WindowCache(onnx) };
  }

  private async loadVerifier(): Promise<Verifier> {
    const encoder = await this.encoder();
    const statistics = parseClassicalStatistics(await this.json('classical.json'));
    const { calibrations } = parseCalibrations(await this.json('calibrations.json'));
    return new FusedVerifier({
      encode: encodeWith(encoder),
      statistics,
      population: await this.population(),
      calibrations,
      detector: this.detector,
    });
  }

  /** A JSON file of the models folder. Throws ModelMissing or ModelCorrupt. */
  private async json(name: string): Promise<unknown> {
    const file = path.join(this.options.modelsFolder, name);
    const text = await fs.readFile(file, 'utf8').catch(() => {
      throw modelMissing(file);
    });
    try {
      return JSON.parse(text);
    } catch {
      throw modelCorrupt(file, 'it is not JSON');
    }
  }
}
