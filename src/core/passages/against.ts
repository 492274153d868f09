import type { Passage } from '../domain';
import { meanOf } from './answers';
import type { FoundPassages, Questioned } from './candidatePassages';
import { patchesIn } from './questionedText';

/** Passages against that a review keeps for a candidate. */
const mostAgainst = 10;
/** How much closer the other author's patches must be, as a cosine. */
const leastMargin = 0.02;

/** An author and the place among all candidates, with the passages found. */
export interface FoundAuthor {
  readonly author: string;
  readonly place: number;
  readonly found: FoundPassages;
}

/**
 * Passages of rival candidates that they answer better than this one does, by the mean match of their patches and by the learned
 * n-gram score alike; the widest margin first, none overlapping another.
 */
export function passagesAgainst(
  { text, answers }: Pick<Questioned, 'text' | 'answers'>,
  candidate: Pick<FoundAuthor, 'author' | 'place'>,
  rivals: readonly FoundAuthor[],
): readonly Passage[] {
  const own = answers.of(candidate.author);
  const better = rivals.flatMap(({ author, place, found }) => {
    const theirs = answers.of(author);
    return found.alike.flatMap(({ passage, best }) => {
      if (best[place]! <= best[candidate.place]!) return [];
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
