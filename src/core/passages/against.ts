import { dotRows } from '../classical/featureRow';
import type { CandidatePassages, Passage } from '../domain';
import { meanOf } from './answers';
import type { KnownAuthor, Questioned } from './candidatePassages';
import { rowWithin } from './gains';
import { patchesIn } from './questionedText';

/** Passages against that a review keeps for a candidate. */
const mostAgainst = 16;
/** How much closer the other author's patches must be, as a cosine. */
const leastMargin = 0.02;

/**
 * Passages of the other candidates that they answer better than this one does, by the mean match of their patches and by the
 * learned n-gram score alike; the widest margin first, none overlapping another.
 */
export function passagesAgainst(
  questioned: Questioned,
  candidate: KnownAuthor,
  found: readonly Pick<CandidatePassages, 'alike'>[],
  known: readonly KnownAuthor[],
): readonly Passage[] {
  const { text, features, answers, method } = questioned;
  const own = answers.of(candidate.author);
  const better = found.flatMap(({ alike }, place) => {
    const other = known[place]!;
    if (other === candidate) return [];
    return alike.flatMap((passage) => {
      const patches = patchesIn(text, passage.questioned);
      const margin = meanOf(answers.of(other.author), patches) - meanOf(own, patches);
      if (!(margin >= leastMargin)) return [];
      const part = method.part(rowWithin(text, features, passage.questioned));
      const best = ({ rows }: KnownAuthor): number => Math.max(...rows.map((row) => dotRows(part, row)));
      return best(other) > best(candidate) ? [{ passage, margin }] : [];
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
