import fs from 'node:fs/promises';
import path from 'node:path';
import { parseClassicalStatistics, type ClassicalStatistics } from '../../core/classical/statistics';
import { modelCorrupt, modelMissing } from '../../core/errors';
import type { Encoder } from '../../core/ports';

/** What `evaluate` takes from a models folder; tests give it small ones of their own. */
export interface EvaluateParts {
  /** Throws ModelMissing or ModelCorrupt. */
  encoder(models: string, threads: number): Promise<Encoder>;
  /** Throws ModelMissing or ModelCorrupt. */
  statistics(models: string): Promise<ClassicalStatistics>;
}

/** The models of a folder as they ship. */
export const shippedParts: EvaluateParts = {
  encoder: async (models, threads) => {
    const { OnnxEncoder } = await import('../../node/onnx/encoder'); // the runtime is loaded only where it is needed
    return OnnxEncoder.open(models, threads);
  },
  statistics: async (models) => {
    const file = path.join(models, 'classical.json');
    const json = await readJson(file);
    try {
      return parseClassicalStatistics(json);
    } catch (error) {
      throw modelCorrupt(file, reason(error));
    }
  },
};

async function readJson(file: string): Promise<unknown> {
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw modelMissing(file);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw modelCorrupt(file, reason(error));
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
