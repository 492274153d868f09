import { computeCohortStatistics, computeZScore } from '../cohort/cohort';
import type { RankedAuthor } from '../scoring/authors';

/** What orders one author of a case; undefined: this member says nothing of the author. */
export interface OrderedBy {
  readonly author: string;
  /** The order of each author for itself (`rankCombined`). */
  readonly order: number;
  /** What tells the authors of the case from each other. */
  readonly discriminant: number | undefined;
  /** log10 of the calibrated ratio, before bounds. */
  readonly ratio: number | undefined;
}

/** What each member counts, in deviations over the authors (docs/decisions/0051-the-case-teaches-the-order.md). */
export const orderWeights = { order: 0.5, discriminant: 0.6, ratio: 1 } as const satisfies Record<Member, number>;
type Member = Exclude<keyof OrderedBy, 'author'>;
const members = ['order', 'discriminant', 'ratio'] as const satisfies readonly Member[];

/**
 * The authors by all members together, best first, in the unit of `order`. A member that is silent for an author leaves the others to
 * speak for it; a member with fewer than two authors says nothing. Authors with equal sums keep their places.
 */
export function caseOrder(
  authors: readonly OrderedBy[],
  weights: Readonly<Record<Member, number>> = orderWeights,
): readonly RankedAuthor[] {
  const scales = members.flatMap((name) => {
    const known = authors.flatMap((each) => each[name] ?? []);
    return known.length < 2 || weights[name] === 0
      ? []
      : [{ name, ...computeCohortStatistics(Float64Array.from(known)) }];
  });
  const unit = computeCohortStatistics(Float64Array.from(authors, ({ order }) => order));
  const sum = (each: OrderedBy): number => {
    const said = scales.filter(({ name }) => each[name] !== undefined);
    const total = said.reduce((all, scale) => all + weights[scale.name] * computeZScore(each[scale.name]!, scale), 0);
    return total / (said.reduce((all, { name }) => all + weights[name], 0) || 1);
  };
  return authors
    .map((each) => ({ author: each.author, score: unit.mean + unit.deviation * sum(each) }))
    .sort((a, b) => b.score - a.score);
}
