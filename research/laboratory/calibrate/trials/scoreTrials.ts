import type { StopSignal } from '../../../../src/core/ports';
import { throwIfStopped } from '../../../../src/core/stop';
import type { Cohort } from '../../../../src/core/cohort/cohort';
import {
  extractFeatures,
  type TextFeatures,
  type FeatureExtractor,
} from '../../../../src/core/verification/textFeatures';
import { verificationScores } from '../../../../src/core/verification/scores';
import type { StageProgress } from '../../evaluate/run/progress';
import { type SourcedTrial, type Trial, type TrialSide } from './trials';

/** How texts are described. */
export interface DescribingRun {
  readonly extractor: FeatureExtractor;
  readonly stop: StopSignal;
  readonly progress: (stage: string) => StageProgress;
}

/** What trials are scored with. */
export interface ScoringRun extends DescribingRun {
  readonly cohort: Cohort;
  readonly fold?: number;
}

/** Describes and compares the sides of all trials, up to `words` words each. Throws Cancelled. */
export async function scoreTrials(
  trials: readonly Trial[],
  words: number,
  run: ScoringRun,
): Promise<readonly SourcedTrial[]> {
  const sides = trials.flatMap(({ a, b }) => [a, b]);
  const described = await featuresOfSides(sides, words, run);
  const progress = run.progress(`comparing ${words} words`);
  return trials.map(({ a, b, same, modes, genreRelation }, i) => {
    throwIfStopped(run.stop);
    progress(i + 1, trials.length);
    const leftOut = new Set([a.author, b.author]);
    const scores = verificationScores(described.get(a.key)!, described.get(b.key)!, { cohort: run.cohort, leftOut });
    return {
      ...{ id: `${a.key} ${b.key}`, same, modes, genreRelation, scores },
      authors: [a.author, b.author],
      sources: [a.source, b.source],
      genres: [a.genre, b.genre],
      ...(run.fold !== undefined && { fold: run.fold }),
    };
  });
}

/** Every side, described up to `words` words, by its key. Throws Cancelled. */
async function featuresOfSides(
  sides: Iterable<TrialSide>,
  words: number,
  { extractor, stop, progress }: DescribingRun,
): Promise<ReadonlyMap<string, TextFeatures>> {
  const wanted = [...new Map([...sides].map((side) => [side.key, side])).values()];
  const told = progress(`describing ${words} words`);
  const described = new Map<string, TextFeatures>();
  for (const { key, mode, genre, documents } of wanted) {
    throwIfStopped(stop);
    const sources = documents.map(({ id, text }) => ({ id, text, mode, genre, language: 'en' }));
    described.set(key, await extractFeatures({ mode, genre, sources }, words, extractor, stop));
    told(described.size, wanted.length);
  }
  return described;
}
