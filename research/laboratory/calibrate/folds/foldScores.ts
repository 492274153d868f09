import type { EncodeText } from '../../../../src/core/verification/textFeatures';
import type { LabelledDocument } from '../../tasks/documents';
import { readFoldNgrams } from '../../sources/foldNgrams';
import { foldTrials, foldTrialsAcrossGenres } from './foldTrials';
import type { FoldSide } from './foldSides';
import { collectionCohort } from '../../evaluate/collectionCohort';
import { scoreTrials, type DescribingRun } from '../trials/scoreTrials';
import type { ScoreCache } from '../trials/scoreCache';
import { foldOfSource } from '../../sources/sourceFolds';
import type { ScoredLength, SourcedTrial } from '../trials/trials';

/** What the trials of the folds are scored with. */
export interface FoldRun extends Pick<DescribingRun, 'stop' | 'progress'> {
  readonly sides: readonly FoldSide[];
  /** Of authors whom the encoder knows, in several genres of a mode. */
  readonly seen: readonly FoldSide[];
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
  const ofFold = ({ source }: FoldSide): boolean => foldOfSource(source) === fold;
  const own = run.sides.filter(ofFold);
  const seen = run.seen.filter(ofFold);
  const ngrams = await readFoldNgrams(run.models, fold);
  const cohort = collectionCohort(documentsOf(own), { ngrams, stop: run.stop }, () => []);
  const extractor = { encode: run.encode, features: ngrams };
  const withoutEncoder = { encode: () => Promise.resolve([]), features: ngrams };
  const scored: ScoredLength[] = [];
  for (const words of lengths) {
    const unseen = foldTrials(own, words, run.seed);
    const score = (): ReturnType<typeof scoreTrials> => scoreTrials(unseen, words, { ...run, extractor, cohort, fold });
    const across = foldTrialsAcrossGenres(own, seen, words, run.seed);
    const scoreAcross = async (): ReturnType<typeof scoreTrials> =>
      (await scoreTrials(across, words, { ...run, extractor: withoutEncoder, cohort, fold })).map(ngramsAlone);
    const trials = [
      ...(await run.cache.get([`fold ${fold}`, ngrams.id], words, score)),
      ...(await run.cache.get([`fold ${fold} across genres`, ngrams.id], words, scoreAcross)),
    ];
    scored.push({ words, trials });
  }
  return scored;
}

/** A trial without the score of an encoder that knows its authors. */
function ngramsAlone({ scores: { ngrams, ngramsNorm }, ...trial }: SourcedTrial): SourcedTrial {
  return { ...trial, scores: { ngrams: ngrams!, ngramsNorm: ngramsNorm! } };
}

/** Each document once. */
function documentsOf(sides: readonly FoldSide[]): readonly LabelledDocument[] {
  const all = sides.flatMap(({ documents }) => documents);
  return [...new Map(all.map((document) => [document.id, document])).values()];
}
