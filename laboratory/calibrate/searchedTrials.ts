import { dotRows } from '../../src/core/classical/featureRow';
import { cohortStatistics, dotDense, zScore } from '../../src/core/verification/cohort';
import type { TextFeatures } from '../../src/core/verification/features/textFeatures';
import type { TrialSide } from './devSides';

/** Two sides to compare. */
export interface SidePair {
  readonly a: TrialSide;
  readonly b: TrialSide;
  readonly same: boolean;
}

/** What a search for the author of one side would have come to. */
export interface SearchResult {
  /** The side of the best-ranked wrong author. */
  readonly wrong: TrialSide;
  /** Wrong authors ranked before the true one. */
  readonly before: number;
}

/**
 * Searches all sides of the true side's mode and genre for the author of the questioned side. The order is the sum of document
 * vector and n-gram similarity, either in standard deviations over the wrong sides; an author stands where his best side does.
 * Undefined when no other author is there.
 */
export function searchAuthors(
  { a, b }: SidePair,
  pool: readonly TrialSide[],
  described: ReadonlyMap<string, TextFeatures>,
): SearchResult | undefined {
  const others = pool.filter(({ author, mode, genre }) => author !== a.author && mode === b.mode && genre === b.genre);
  if (others.length === 0) return undefined;
  const [truth, ...scores] = searchScores(
    described.get(a.key)!,
    [b, ...others].map(({ key }) => described.get(key)!),
  );
  const before = new Set(others.filter((_, i) => scores[i]! > truth!).map(({ author }) => author)).size;
  return { wrong: others[scores.indexOf(Math.max(...scores))]!, before };
}

/** Standardised over all sides but the first, which is the true one. */
function searchScores(questioned: TextFeatures, sides: readonly TextFeatures[]): readonly number[] {
  const vectors = standardised(sides.map(({ documentVector }) => dotDense(questioned.documentVector, documentVector)));
  const ngrams = standardised(sides.map(({ features }) => dotRows(questioned.features, features)));
  return vectors.map((vector, i) => vector + ngrams[i]!);
}

function standardised(scores: readonly number[]): readonly number[] {
  const others = cohortStatistics(Float64Array.from(scores.slice(1)), scores.length);
  return scores.map((score) => zScore(score, others));
}
