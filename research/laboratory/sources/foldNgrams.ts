import { existsSync } from 'node:fs';
import path from 'node:path';
import { Ngrams } from '../../../src/core/classical/ngrams';
import { usage } from '../../../src/core/errors';
import { readNgramMetric } from '../../../src/node/models/manifest';
import { readStatistics } from '../../../src/node/models/manifest';

/** Where the models without a fold are. */
export function foldFolder(folder: string, fold: number): string {
  return path.join(folder, String(fold));
}

/** The metric of n-grams without a fold. Throws Usage, with what to run, where it was not learned yet. */
export async function readFoldNgrams(folder: string, fold: number): Promise<Ngrams> {
  const place = foldFolder(folder, fold);
  if (!existsSync(path.join(place, 'ngrams.bin'))) {
    throw usage(
      `${place} has no ngrams.bin. Learn it: python -m training.ngrams.weights --data DATA --cache CACHE ` +
        `--classical ${place}/classical.json --without-fold ${fold} --out ${place}/weights.npz, then ` +
        `python -m training.ngrams.metric_file --weights ${place}/weights.npz --models ${place}.`,
    );
  }
  const statistics = (await readStatistics(place)).content;
  return new Ngrams(statistics, (await readNgramMetric(place, statistics)).content);
}
