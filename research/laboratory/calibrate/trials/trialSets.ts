import path from 'node:path';
import { readLines } from '../../tasks/lines';
import { DocumentSet } from '../../tasks/documents';
import type { Cohort, CohortMember } from '../../../../src/core/cohort/cohort';
import { conditionName } from '../../../../src/core/verification/condition';
import { collectionCohort } from '../../evaluate/collectionCohort';
import { sampleByKey } from '../../measures/sample';
import { parseVerificationTrials, type VerificationTrial } from '../../tasks/verificationTrials';
import { groupBy } from '../../../../src/core/groupBy';
import type { ScoreCache } from './scoreCache';
import { scoreTrials, type DescribingRun } from './scoreTrials';
import { trialsOfLength, type ScoredLength } from './trials';

/** What the trials of a list are scored with. */
export interface ListRun extends DescribingRun {
  readonly data: string;
  readonly cache: ScoreCache;
  /** Id of the metric of n-grams. */
  readonly ngrams: string;
  readonly population: () => readonly CohortMember[];
  /** Trials of either class kept in each condition. */
  readonly limit: number;
  readonly seed: number;
}

/**
 * The trials of a list of the corpus ("dev", "transfer"), scored by the models that ship against strangers of its own documents.
 * A length that the list lacks has the trials of the next longer one, cut shorter.
 */
export async function scoreList(
  name: string,
  lengths: readonly number[],
  run: ListRun,
): Promise<readonly ScoredLength[]> {
  const set = DocumentSet.parse(readLines(path.join(run.data, `${name}.jsonl.gz`)));
  const file = readLines(path.join(run.data, `${name}-verification.jsonl.gz`));
  const listed = keepSome(parseVerificationTrials(file, set), run);
  const longest = Math.max(...listed.map(({ words }) => words));
  let cohort: Cohort | undefined;
  const scored: ScoredLength[] = [];
  for (const words of lengths.filter((length) => length <= longest)) {
    const trials = trialsOfLength(listed, set.documents, words);
    const score = (): ReturnType<typeof scoreTrials> => {
      cohort ??= collectionCohort(set.documents, { ngrams: run.extractor.features, stop: run.stop }, run.population);
      return scoreTrials(trials, words, { ...run, cohort });
    };
    const own = [name, file.sha256, String(run.limit), run.ngrams];
    scored.push({ words, trials: await run.cache.get(own, words, score) });
  }
  return scored;
}

/** At most `limit` trials of either class in each condition. */
function keepSome(
  trials: readonly VerificationTrial[],
  { limit, seed }: Pick<ListRun, 'limit' | 'seed'>,
): readonly VerificationTrial[] {
  const keyOf = ({ a, b }: VerificationTrial): string => `${a.join('+')} ${b.join('+')}`;
  const groups = groupBy(trials, (trial) => `${conditionName(trial)} ${trial.same}`);
  return [...groups.values()].flatMap((group) => sampleByKey(group, keyOf, limit, seed));
}
