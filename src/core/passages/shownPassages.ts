import type { Passage, TextRange } from '../domain';
import { overlap, patchesIn, type ReadText } from './readText';
import type { Reasons } from './reasons';
import { type AuthorSimilarities, meanOf } from './similarities';

/** A passage, and the largest n-gram score that each candidate's texts give it. */
export interface FoundPassage {
  readonly passage: Passage;
  readonly best: Float64Array;
}

export type PassageList = 'alike' | 'shared' | 'subject';

/** The passages of one candidate but for those against. */
export type FoundPassages = Readonly<Record<PassageList, readonly FoundPassage[]>>;

/** A passage to be put in order. */
export interface OrderedPassage {
  readonly range: TextRange;
  readonly gain: number;
  readonly reasons: Pick<Reasons, 'wordings' | 'weight'>;
}

/** Share of what carries a passage that those before it must not have shown. */
const minNew = 0.1;

/**
 * The best first. What a passage shares with the known place and those before it share, too, gains nothing: a phrase that a writer, or
 * a whole trade, uses at every turn is shown once before what else there is, and a passage that has nothing else is left out.
 */
export function eachWordingOnce<P extends OrderedPassage>(passages: readonly P[]): readonly P[] {
  const shown = new Set<string>();
  const ordered: P[] = [];
  let left = passages.map((passage) => ({ passage, share: newShare(passage, shown) }));
  const gainOf = ({ passage, share }: (typeof left)[number]): number => passage.gain * share;
  while (left.length > 0) {
    left.sort((a, b) => gainOf(b) - gainOf(a) || a.passage.range.start - b.passage.range.start);
    const next = left.shift()!;
    ordered.push({ ...next.passage, gain: gainOf(next) });
    for (const { pairs } of next.passage.reasons.wordings) for (const pair of pairs) shown.add(pair);
    left = left
      .map(({ passage }) => ({ passage, share: newShare(passage, shown) }))
      .filter(({ share }) => share > minNew);
  }
  return ordered;
}

/** The share of what carries a passage that was not shown yet. */
function newShare({ reasons: { wordings, weight } }: OrderedPassage, shown: ReadonlySet<string>): number {
  if (weight <= 0) return 1;
  const shares = wordings.map(
    (wording) => (wording.weight * wording.pairs.filter((pair) => !shown.has(pair)).length) / wording.pairs.length,
  );
  return shares.reduce((sum, share) => sum + share, 0) / weight;
}

/** Passages against that a review keeps for a candidate. */
const maxAgainst = 10;
/** How much closer the other author's patches must be, as a cosine. */
const minMargin = 0.02;

/** A candidate, and its place among all. */
export interface PlacedAuthor {
  readonly author: string;
  readonly place: number;
}

/**
 * Passages of rival candidates that they answer better than this one does, by the mean match of their patches and by the learned
 * n-gram score alike; the widest margin first, none overlapping another.
 */
export function passagesAgainst(
  { text, similarities }: { readonly text: ReadText; readonly similarities: AuthorSimilarities },
  candidate: PlacedAuthor,
  rivals: readonly (PlacedAuthor & { readonly found: FoundPassages })[],
): readonly Passage[] {
  const own = similarities.of(candidate.author);
  const better = rivals.flatMap(({ author, place, found }) => {
    const theirs = similarities.of(author);
    return found.alike.flatMap(({ passage, best }) => {
      if (best[place]! <= best[candidate.place]!) return [];
      const patches = patchesIn(text, passage.questioned);
      const margin = meanOf(theirs, patches) - meanOf(own, patches);
      return margin >= minMargin ? [{ passage, margin }] : [];
    });
  });
  better.sort((a, b) => b.margin - a.margin || a.passage.questioned.start - b.passage.questioned.start);
  const kept: Passage[] = [];
  for (const { passage } of better) {
    const isFree = !kept.some(({ questioned }) => overlap(passage.questioned, questioned));
    if (isFree && kept.length < maxAgainst) kept.push(passage);
  }
  return kept;
}
