import type { Passage } from '../domain';
import { meanOf } from './answers';
import type { FoundPassages, Questioned } from './candidatePassages';
import { patchesIn } from './questionedText';

/** Passages against that a review keeps for a candidate. */
const mostAgainst = 10;
/** How much closer the other author's patches must be, as a cosine. */
const leastMargin = 0.02;

/**
 * Passages of the other candidates that they answer better than this one does, by the mean match of their patches and by the
 * learned n-gram score alike; the widest margin first, none overlapping another.
 */
export function passagesAgainst(
  { text, answers }: Questioned,
  authors: readonly string[],
  found: readonly FoundPassages[],
  candidate: number,
): readonly Passage[] {
  const own = answers.of(authors[candidate]!);
  const better = found.flatMap(({ alike }, other) => {
    if (other === candidate) return [];
    const theirs = answers.of(authors[other]!);
    return alike.flatMap(({ passage, best }) => {
      if (best[other]! <= best[candidate]!) return [];
      const patches = patchesIn(text, passage.questioned);
      const margin = meanOf(theirs, patches) - meanOf(own, patches);
      return margin >= leastMargin ? [{ passage, margin }] : [];
    });
  });
  better.sort((a, b) => b.margin - a.margin || a.passage.questioned.start - b.passage.questioned.start);
  const kept: Passage[] = [];
  for (const { passage } of better) {
    const { start, end } = passage.questioned;
    const free = kept.every(({ questioned: other }) => end <= other.start || other.end <= start);
    if (free && kept.length < mostAgainst) kept.push(passage);
  }
  return kept;
}
