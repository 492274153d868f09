import { dotRows } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';
import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import { type Cohort, dotDense, zScore } from './cohort';
import type { TextFeatures } from './features/textFeatures';

/** The scores that verifiers weigh: those that gain something where the sources are new (docs/decisions/0023-out-of-source.md). */
export const scoreNames = ['ngrams', 'ngramsNorm', 'documentVector'] as const;
export type ScoreName = (typeof scoreNames)[number];

/** What is weighed where texts are measured against a collection, and where there is none to measure them against. */
export const fusions = {
  collection: ['ngramsNorm', 'documentVector'],
  alone: ['ngrams', 'documentVector'],
} as const satisfies Readonly<Record<string, readonly ScoreName[]>>;

/** What two texts are measured against. */
export interface Strangers {
  readonly cohort: Cohort;
  /** Authors who are no strangers to the two texts, as far as they are known. */
  readonly leftOut: ReadonlySet<string>;
}

/**
 * All scores of one comparison; each is higher for texts more alike and has a scale of its own. `documentVector` is a cosine, `ngrams` the
 * score of the learned metric; `ngramsNorm` is that under adaptive symmetric normalisation (Matějka and others 2017): standard
 * deviations above the nearest strangers of the other side's mode, from either side, averaged. Swapping the two texts changes no
 * score. Throws Cancelled.
 */
export function verificationScores(
  questioned: TextFeatures,
  known: TextFeatures,
  { cohort, leftOut }: Strangers,
  stop: StopSignal = neverStops,
): Readonly<Record<ScoreName, number>> {
  const left = cohort.statistics(questioned.features, known.mode, leftOut, stop);
  const right = cohort.statistics(known.features, questioned.mode, leftOut, stop);
  throwIfStopped(stop);
  const ngrams = dotRows(withNegatedDirections(questioned.features), known.features);
  return {
    ngrams,
    ngramsNorm: (zScore(ngrams, left) + zScore(ngrams, right)) / 2,
    documentVector: dotDense(questioned.documentVector, known.documentVector),
  };
}
