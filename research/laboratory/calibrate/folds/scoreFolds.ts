import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MarkerRates } from '../../../../src/core/markers/textMarkers';
import { modelFields, readListedModel } from '../../../../src/node/models/manifest';
import type { EvaluateIo } from '../../evaluate/run/output';
import { stageProgress, type StageProgress } from '../../evaluate/run/progress';
import { type CountedText, fitHabits } from '../../fitting/fitHabits';
import { readFoldNgrams } from '../../sources/foldNgrams';
import { foldOfSource, withoutFold } from '../../sources/sourceFolds';
import { allTexts } from '../../sources/unseenTexts';
import type { CalibrateOptions } from '../options';
import { type FoldScores, type MeasuredTrials, scoreFold, withOwnComparisons } from './foldScores';

/**
 * The trials of folds by the n-grams that know nothing of each, with their hash. Scores that lie in the cache stay. Throws Cancelled.
 * @param counted  the habits of the population
 */
export async function scoreFolds(
  asked: readonly number[],
  counted: readonly CountedText[],
  { data, models, folds, cache, seed }: Pick<CalibrateOptions, 'data' | 'models' | 'folds' | 'cache' | 'seed'>,
  io: EvaluateIo,
): Promise<{ readonly scored: readonly MeasuredTrials[]; readonly trainedOn: string }> {
  const documents = allTexts(data);
  const markers = (await readListedModel(models, 'markers', modelFields)).id;
  const scored: MeasuredTrials[] = [];
  const hash = createHash('sha256');
  for (const one of asked) {
    const ngrams = await readFoldNgrams(folds, one);
    const file = path.join(cache, `scores-${one}-${ngrams.id.slice(-12)}-${markers.slice(-12)}-${seed}.json`);
    if (!existsSync(file)) {
      const own = documents.filter(({ source }) => foldOfSource(source ?? '') === one);
      const progress = (stage: string): StageProgress => stageProgress(io, stage);
      const habitRates = MarkerRates.parse(fitHabits(withoutFold(counted, one)));
      const scores = scoreFold(own, { fold: one, ngrams, habitRates, seed, stop: io.stop, progress });
      writeFileSync(`${file}.part`, JSON.stringify(scores));
      renameSync(`${file}.part`, file);
    }
    const json = readFileSync(file, 'utf8');
    hash.update(json);
    scored.push(withOwnComparisons(JSON.parse(json) as FoldScores));
  }
  return { scored, trainedOn: hash.digest('hex') };
}
