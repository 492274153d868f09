import type { VerificationTrial } from '../tasks/verificationTrials';
import type { LabelledDocument } from '../../src/core/evaluation/tasks/documents';
import type { StopSignal } from '../../src/core/ports';
import { throwIfStopped } from '../../src/core/stop';
import type { Cohort } from '../../src/core/verification/cohort';
import type { ScoredTrial } from '../../src/core/verification/crossFit';
import type { FeatureExtractor } from '../../src/core/verification/features/textFeatures';
import { verificationScores } from '../../src/core/verification/scores';
import type { StageProgress } from '../evaluate/progress';
import { describeSides, sideOf, trialsOfLength } from './devSides';

/** The trials of one length with their scores. */
export interface ScoredLength {
  readonly words: number;
  readonly trials: readonly ScoredTrial[];
}

/** What trials are scored with. */
export interface ScoringRun {
  readonly documents: readonly LabelledDocument[];
  readonly trials: readonly VerificationTrial[];
  readonly describer: FeatureExtractor;
  readonly cohort: Cohort;
  readonly stop: StopSignal;
  readonly progress: (stage: string) => StageProgress;
}

/** Describes and compares the sides of all trials of one length. Throws Cancelled. */
export async function scoreTrials(words: number, run: ScoringRun): Promise<ScoredLength> {
  const trials = trialsOfLength(run.trials, words).map((trial) => ({
    kind: { modes: trial.modes, genreRelation: trial.genreRelation },
    pair: { a: sideOf(trial.a, run.documents), b: sideOf(trial.b, run.documents), same: trial.same },
  }));
  const sides = trials.flatMap(({ pair }) => [pair.a, pair.b]);
  const described = await describeSides(sides, words, {
    describer: run.describer,
    stop: run.stop,
    progress: run.progress(`describing ${words} words`),
  });
  const progress = run.progress(`comparing ${words} words`);
  return {
    words,
    trials: trials.map(({ kind, pair: { a, b, same } }, i): ScoredTrial => {
      throwIfStopped(run.stop);
      progress(i + 1, trials.length);
      const scores = verificationScores(described.get(a.key)!, described.get(b.key)!, run.cohort);
      return { ...kind, authors: [a.author, b.author], same, scores };
    }),
  };
}
