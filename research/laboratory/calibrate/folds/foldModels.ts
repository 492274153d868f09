import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readStatistics } from '../../../../src/node/models/manifest';
import { baselinesFile } from '../../classical/baselineStatistics';
import { countStatistics } from '../statistics/classicalStatistics';
import { listInManifest } from '../statistics/listInManifest';
import { foldFolder } from '../../sources/foldNgrams';
import { foldCount, withoutFold } from '../../sources/sourceFolds';
import type { BalancedTexts } from '../../sources/register';

/** Counts the statistics without each fold, where they are missing or of other texts. */
export async function makeFoldStatistics(folder: string, { texts, sha256 }: BalancedTexts): Promise<void> {
  for (let fold = 0; fold < foldCount; fold++) {
    const place = foldFolder(folder, fold);
    const trainedOn = `${sha256} without fold ${fold}`;
    const kept = await readStatistics(place).catch(() => undefined);
    if (kept?.content.trainedOn === trainedOn && existsSync(baselinesFile(place))) continue;
    mkdirSync(place, { recursive: true });
    const { statistics, baselines } = countStatistics(withoutFold(texts, fold), trainedOn);
    writeFileSync(baselinesFile(place), `${JSON.stringify(baselines)}\n`);
    writeFileSync(path.join(place, 'classical.json'), `${JSON.stringify(statistics)}\n`);
    writeFileSync(path.join(place, 'manifest.json'), `{ "format": "idiograph.models/1", "models": [] }\n`);
    listInManifest(place, { kind: 'statistics', file: 'classical.json' });
  }
}
