import type { VerificationTrial } from '../tasks/verificationTrials';
import type { LabelledDocument } from '../../src/core/evaluation/tasks/documents';
import type { StopSignal } from '../../src/core/ports';
import { throwIfStopped } from '../../src/core/stop';
import type { Cohort } from '../../src/core/verification/cohort';
import type { ScoredTrial } from '../../src/core/verification/crossFit';
import type { TextFeatures, FeatureExtractor } from '../../src/core/verification/features/textFeatures';
import { verificationScores } from '../../src/core/verification/scores';
import type { StageProgress } from '../evaluate/progress';
import { describeSides, sideOf, trialsOfLength, type TrialSide } from './devSides';
import { searchAuthors, type SidePair } from './searchedTrials';

/** The trials of one length with their scores, for both ways in which a candidate may have been chosen. */
export interface ScoredLength {
  readonly words: number;
  readonly named: readonly ScoredTrial[];
  /** The same-author trials of `named` whose author a search would have listed, and the best-ranked wrong author of each search. */
  readonly searched: readonly ScoredTrial[];
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

/** Candidates that a review verifies. */
const candidates = 10;

type Kind = Pick<VerificationTrial, 'modes' | 'genreRelation'>;

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
  const pool = [...new Map(sides.map((side) => [side.key, side])).values()];
  const progress = run.progress(`comparing ${words} words`);
  const named: ScoredTrial[] = [];
  const searched: ScoredTrial[] = [];
  for (const [i, { kind, pair }] of trials.entries()) {
    throwIfStopped(run.stop);
    const trial = scored(pair, kind, { described, cohort: run.cohort });
    named.push(trial);
    if (pair.same) searched.push(...searchedTrials(trial, pair, { described, cohort: run.cohort, pool }));
    progress(i + 1, trials.length);
  }
  return { words, named, searched };
}

interface Described {
  readonly described: ReadonlyMap<string, TextFeatures>;
  readonly cohort: Cohort;
}

function scored({ a, b, same }: SidePair, kind: Kind, { described, cohort }: Described): ScoredTrial {
  const scores = verificationScores(described.get(a.key)!, described.get(b.key)!, cohort);
  const { modes, genreRelation } = kind;
  return { modes, genreRelation, authors: [a.author, b.author], same, scores };
}

/** The different-author trial of a search, and the same-author one if its author is among the candidates that are shown. */
function searchedTrials(
  trial: ScoredTrial,
  pair: SidePair,
  run: Described & { readonly pool: readonly TrialSide[] },
): readonly ScoredTrial[] {
  const found = searchAuthors(pair, run.pool, run.described);
  if (!found) return [];
  const wrong = scored({ a: pair.a, b: found.wrong, same: false }, trial, run);
  return found.before < candidates ? [trial, wrong] : [wrong];
}
