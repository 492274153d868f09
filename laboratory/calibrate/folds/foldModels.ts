import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ngrams } from '../../../src/core/classical/ngrams';
import { usage } from '../../../src/core/errors';
import { readNgramMetric } from '../../../src/node/models/ngramMetric';
import { readStatistics } from '../../../src/node/models/verifierFiles';
import { countStatistics } from '../statistics/classicalStatistics';
import { listInManifest } from '../statistics/listInManifest';
import { foldCount, withoutFold } from '../trials/sourceFolds';
import type { TrainingText } from '../statistics/trainingTexts';

/** Where the models without a fold are. */
export function foldFolder(folder: string, fold: number): string {
  return path.join(folder, String(fold));
}

/** Counts the statistics without each fold, where they are missing. */
export function makeFoldStatistics(folder: string, texts: () => readonly TrainingText[], trainedOn: string): void {
  for (let fold = 0; fold < foldCount; fold++) {
    const place = foldFolder(folder, fold);
    if (existsSync(path.join(place, 'manifest.json'))) continue;
    mkdirSync(place, { recursive: true });
    const json = countStatistics(withoutFold(texts(), fold), `${trainedOn} without fold ${fold}`);
    writeFileSync(path.join(place, 'classical.json'), `${JSON.stringify(json)}\n`);
    writeFileSync(path.join(place, 'manifest.json'), `{ "format": "idiograph.models/1", "models": [] }\n`);
    listInManifest(place, { kind: 'statistics', file: 'classical.json' });
  }
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
