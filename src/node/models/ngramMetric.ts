import type { NgramMetric } from '../../core/classical/ngrams';
import type { ClassicalStatistics } from '../../core/classical/statistics';
import { modelCorrupt } from '../../core/errors';
import { count, text } from '../../core/shape';
import { fromFloat16Blob, fromFloat32Blob } from '../sqlite/database/blobs';
import { listedModel, modelFields, readChecked, type Verified } from './manifest';

/** `statistics`: `trainedOn` of the classical statistics whose vocabulary it weighs; `rank`: number of directions. */
const ngramFields = { ...modelFields, statistics: text, rank: count };

/**
 * Reads the n-gram metric of a models folder: float16 weights [features], float32 scales [rank], int8 directions
 * [features][rank], little-endian. One for another vocabulary is refused.
 *
 * @throws ModelMissing, ModelCorrupt
 */
export async function readNgramMetric(folder: string, statistics: ClassicalStatistics): Promise<Verified<NgramMetric>> {
  const entry = await listedModel(folder, 'ngrams', ngramFields);
  if (entry.statistics !== statistics.trainedOn) {
    throw modelCorrupt(entry.file, `it was made with statistics ${entry.statistics}, not ${statistics.trainedOn}`);
  }
  const content = await readChecked(folder, entry, entry.bytes);
  const features = statistics.features.hashes.length;
  const [scales, directions] = [2 * features, 2 * features + 4 * entry.rank];
  if (content.length !== directions + features * entry.rank) {
    throw modelCorrupt(entry.file, `it does not hold ${entry.rank} directions of ${features} features`);
  }
  const metric = {
    id: entry.id,
    weights: fromFloat16Blob(content.subarray(0, scales)),
    scales: fromFloat32Blob(content.subarray(scales, directions)),
    directions: new Int8Array(content.subarray(directions)),
  };
  return { ...entry, content: metric };
}
