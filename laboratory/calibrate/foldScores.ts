import type { EncodeText } from '../../src/core/verification/features/textFeatures';
import { featureExtractor } from '../../src/core/verification/features/textFeatures';
import type { LabelledDocument } from '../../src/core/evaluation/tasks/documents';
import { readFoldNgrams } from './foldModels';
import { foldTrials } from './foldTrials';
import type { FoldSide } from './foldSides';
import { collectionCohort } from '../evaluate/collectionCohort';
import { scoreTrials, type DescribingRun } from './scoreTrials';
import type { ScoreCache } from './scoreCache';
import { foldOfSource } from './sourceFolds';
import type { ScoredLength } from './trials';

/** What the trials of the folds are scored with. */
export interface FoldRun extends Pick<DescribingRun, 'stop' | 'progress'> {
  readonly sides: readonly FoldSide[];
  readonly encode: EncodeText;
  /** The folder with the models without each fold. */
  readonly models: string;
  readonly cache: ScoreCache;
  readonly seed: number;
}

/**
 * The trials of one fold at each length, scored by models that know no source of it and no author, against strangers of the same
 * fold. Only the encoder knows sources of it.
 */
export async function scoreFold(
  fold: number,
  lengths: readonly number[],
  run: FoldRun,
): Promise<readonly ScoredLength[]> {
  const own = run.sides.filter(({ source }) => foldOfSource(source) === fold);
  const ngrams = await readFoldNgrams(run.models, fold);
  const cohort = collectionCohort(documentsOf(own), { ngrams, stop: run.stop }, () => []);
  const extractor = featureExtractor(run.encode, ngrams);
  const scored: ScoredLength[] = [];
  for (const words of lengths) {
    const trials = foldTrials(own, words, run.seed);
    const score = (): ReturnType<typeof scoreTrials> => scoreTrials(trials, words, { ...run, extractor, cohort, fold });
    scored.push({ words, trials: await run.cache.get([`fold ${fold}`, ngrams.id], words, score) });
  }
  return scored;
}

/** Each document once. */
function documentsOf(sides: readonly FoldSide[]): readonly LabelledDocument[] {
  const all = sides.flatMap(({ documents }) => documents);
  return [...new Map(all.map((document) => [document.id, document])).values()];
}
