import * as l10n from '@vscode/l10n';
import type { Candidate } from '../../core/domain/evidence';
import { judgeStanding, type OrderedCandidate } from '../../core/ranking/standing';

/** A candidate with a place in the order. */
type Ordered = OrderedCandidate & Pick<Candidate, 'tier'>;

/** The place of an author in the order. */
export function describeRank(author: string, authors: readonly Ordered[]): string {
  const rank = authors.findIndex((each) => each.author === author) + 1;
  const values = { author, rank, authors: authors.length };
  return l10n.t('{author} is number {rank} of {authors} in the order of similarity.', values);
}

/**
 * Whether the first author leads the order clearly. Undefined in languages other than English, because the necessary lead was not measured
 * there.
 */
export function judgeOrder(authors: readonly Ordered[]): ReturnType<typeof judgeStanding> {
  return authors[0]?.tier === 'collection' ? undefined : judgeStanding(authors);
}

/** Says whether the first author leads the order clearly. Empty if there are too few authors to decide, or if the kind of its texts may lead. */
export function describeStanding(authors: readonly Ordered[]): string {
  const standing = judgeOrder(authors);
  const [first] = authors;
  if (!standing || !first) return '';
  return l10n.t(
    standing.standsOut
      ? 'The lead of {author} in the order of similarity is large. About 1 of 20 searches without the true writer has such a lead.'
      : 'The lead of {author} in the order of similarity is small. Searches without the true writer often have such a lead.',
    { author: first.author },
  );
}
