import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { packageFolder } from '../../../src/cli/io';
import { type BucketFrequencies, type ClassicalStatistics, decodeUint16 } from '../../../src/core/classical/features';
import { usage } from '../../../src/core/errors';
import { count, fields, finite, list, checkShape, text } from '../../../src/core/basics/shape';

/** The most frequent words with mean and standard deviation of their relative frequency over the training documents. */
export interface FrequentWords {
  readonly words: readonly string[];
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/** What baselines know of English beside what the product's n-grams do: counted over the same training texts. */
export interface BaselineStatistics extends ClassicalStatistics {
  /** Mean length of a training document in words. */
  readonly averageWords: number;
  readonly charFourGrams: BucketFrequencies;
  readonly frequentWords: FrequentWords;
}

/** The format of baselines.json. */
export const baselinesFormat = 'idiograph.baselines/1';

const baselinesJson = fields({
  format: v.literal(baselinesFormat, `"${baselinesFormat}"`),
  trainedOn: text,
  averageWords: finite,
  charFourGrams: fields({ bits: count, documents: v.string('base64') }),
  frequentWords: fields({ words: list(text), means: list(finite), deviations: list(finite) }),
});

/** baselines.json as parsed JSON; arrays of numbers are base64 of little-endian bytes. */
export type BaselinesJson = v.InferOutput<typeof baselinesJson>;

/** Adds what a baselines.json holds to the statistics that were counted over the same texts. Throws RangeError. */
export function withBaselines(statistics: ClassicalStatistics, value: unknown): BaselineStatistics {
  const json = checkShape(baselinesJson, value, (problem) => new RangeError(problem));
  if (json.trainedOn !== statistics.trainedOn) throw new RangeError('it was counted over other texts');
  const { charFourGrams, frequentWords } = json;
  const documents = decodeUint16(charFourGrams.documents);
  const { words, means, deviations } = frequentWords;
  if (
    documents.length !== 2 ** charFourGrams.bits ||
    means.length !== words.length ||
    deviations.length !== words.length
  )
    throw new RangeError('it is cut short');
  return {
    ...statistics,
    averageWords: json.averageWords,
    charFourGrams: { bits: charFourGrams.bits, documents },
    frequentWords: { words, means: Float64Array.from(means), deviations: Float64Array.from(deviations) },
  };
}

/** Where the baselines of a models folder are: in it, or in research/models for the one that ships. */
export function baselinesFile(models: string): string {
  const ships = path.resolve(models) === path.join(packageFolder, 'models');
  return path.join(ships ? path.join(packageFolder, 'research', 'models') : models, 'baselines.json');
}

/** Reads the baselines of a models folder. Throws Usage where they are missing or belong to other statistics. */
export function readBaselines(models: string, statistics: ClassicalStatistics): BaselineStatistics {
  const file = baselinesFile(models);
  try {
    return withBaselines(statistics, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usage(`${file} cannot be used: ${reason}. npm run calibrate makes it.`);
  }
}
