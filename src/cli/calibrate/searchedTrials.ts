import { dotRows } from '../../core/classical/featureRow';
import type { DescribedText } from '../../core/verification/describe';
import { cohortStatistics, dotDense } from '../../core/verification/cohort';
import type { TrialSide } from './devSides';

/** Two sides to compare. */
export interface SidePair {
  readonly a: TrialSide;
  readonly b: TrialSide;
  readonly same: boolean;
}

/** Authors that go from the cheap score to both scores. */
const shortlist = 20;

/**
 * The wrong author that a search would have named: for the questioned side of a same-author trial, among all sides of the true
 * side's mode and genre by other authors, the one with the highest sum of document vector and n-gram similarity, both standardised
 * over the best 20 by document vector. Undefined when no other author is there.
 */
export function bestWrongSide(
  { a, b }: SidePair,
  pool: readonly TrialSide[],
  described: ReadonlyMap<string, DescribedText>,
): TrialSide | undefined {
  const questioned = described.get(a.key)!;
  const strangers = pool.filter(
    ({ author, mode, genre }) => author !== a.author && mode === b.mode && genre === b.genre,
  );
  const listed = strangers
    .map((side) => ({ side, text: described.get(side.key)! }))
    .map((entry) => ({ ...entry, vector: dotDense(questioned.open, entry.text.open) }))
    .sort((x, y) => y.vector - x.vector)
    .slice(0, shortlist);
  const vectors = standardised(listed.map(({ vector }) => vector));
  const ngrams = standardised(listed.map(({ text }) => dotRows(questioned.features, text.features)));
  let best = -1;
  for (let i = 0; i < listed.length; i++) {
    if (best < 0 || vectors[i]! + ngrams[i]! > vectors[best]! + ngrams[best]!) best = i;
  }
  return listed[best]?.side;
}

function standardised(scores: readonly number[]): readonly number[] {
  const { mean, deviation } = cohortStatistics(Float64Array.from(scores), shortlist);
  return scores.map((score) => (score - mean) / deviation);
}
