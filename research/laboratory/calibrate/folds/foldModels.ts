import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { baselinesFile } from '../../classical/baselineStatistics';
import { countStatistics } from '../statistics/classicalStatistics';
import { listInManifest } from '../statistics/listInManifest';
import { foldFolder } from '../../sources/foldNgrams';
import { foldCount, withoutFold } from '../../sources/sourceFolds';
import type { TrainingText } from '../statistics/trainingTexts';

/** Counts the statistics without each fold, where they are missing. */
export function makeFoldStatistics(folder: string, texts: () => readonly TrainingText[], trainedOn: string): void {
  for (let fold = 0; fold < foldCount; fold++) {
    const place = foldFolder(folder, fold);
    if (existsSync(baselinesFile(place))) continue;
    mkdirSync(place, { recursive: true });
    const { statistics, baselines } = countStatistics(withoutFold(texts(), fold), `${trainedOn} without fold ${fold}`);
    writeFileSync(baselinesFile(place), `${JSON.stringify(baselines)}\n`);
    if (existsSync(path.join(place, 'manifest.json'))) continue;
    writeFileSync(path.join(place, 'classical.json'), `${JSON.stringify(statistics)}\n`);
    writeFileSync(path.join(place, 'manifest.json'), `{ "format": "idiograph.models/1", "models": [] }\n`);
    listInManifest(place, { kind: 'statistics', file: 'classical.json' });
  }
}
