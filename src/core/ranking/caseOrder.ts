import { computeCohortStatistics, computeZScore, minMeasuredAuthors } from '../cohort/cohort';
import { groupBy } from '../groupBy';
import type { RankedAuthor } from '../scoring/authors';
import type { Relation } from '../verification/sides';

/** What orders one author of a case; undefined: this member says nothing of the author. */
export interface OrderedBy {
  readonly author: string;
  /** The order of each author for itself (`rankByAll`). */
  readonly order: number;
  /** What tells the authors of the case from each other. */
  readonly discriminant: number | undefined;
  /** log10 of the calibrated ratio, before bounds. */
  readonly ratio: number | undefined;
  /** How the known texts of the nearest kind relate to the questioned text; undefined: all authors have texts of one kind. */
  readonly relation?: Relation | undefined;
}

/** What each member counts, in deviations over the authors (docs/decisions/0051-the-case-teaches-the-order.md). */
export const orderWeights = { order: 0.5, discriminant: 0.6, ratio: 1 } as const satisfies Record<Member, number>;
/** What the discriminant counts of that where authors are measured by their relation, among fewer others. */
const shareByRelation = 0.5;
type Member = Exclude<keyof OrderedBy, 'author' | 'relation'>;
const members = ['order', 'discriminant', 'ratio'] as const satisfies readonly Member[];

/**
 * The authors by all members together, best first, in the unit of `order`. A member that is silent for an author leaves the others to
 * speak for it; a member with fewer than two authors says nothing. Authors with equal sums keep their places.
 *
 * @param among  the authors that the discriminant was fitted on, where these are more
 */
export function caseOrder(
  authors: readonly OrderedBy[],
  weights: Readonly<Record<Member, number>> = orderWeights,
  among = authors,
): readonly RankedAuthor[] {
  const unit = computeCohortStatistics(Float64Array.from(authors, ({ order }) => order));
  const scales = members
    .filter((name) => weights[name] !== 0)
    .map((name) => ({ name, ...findScale(name, authors, among) }));
  const sum = (each: OrderedBy): number => {
    const said = scales.flatMap(({ name, share, deviationOf }) => {
      const deviation = deviationOf(each);
      return deviation === undefined ? [] : [{ weight: share * weights[name], deviation }];
    });
    const total = said.reduce((all, { weight, deviation }) => all + weight * deviation, 0);
    return total / (said.reduce((all, { weight }) => all + weight, 0) || 1);
  };
  return authors
    .map((each) => ({ author: each.author, score: unit.mean + unit.deviation * sum(each) }))
    .sort((a, b) => b.score - a.score);
}

/** How far an author is above the others in one member, in deviations; undefined: it says nothing of the author. */
interface Scale {
  /** What it counts of the member's weight. */
  readonly share: number;
  readonly deviationOf: (each: OrderedBy) => number | undefined;
}

/**
 * A discriminant knows the kind of a text better than its author. Where some authors have texts of the questioned text's kind and others
 * have none, it is therefore measured among authors of equal relation, and is silent for a relation of fewer than four.
 */
function findScale(name: Member, authors: readonly OrderedBy[], among: readonly OrderedBy[]): Scale {
  const scored = name === 'discriminant' ? among.filter((each) => each[name] !== undefined) : [];
  const relationOf = ({ relation = 'unknown' }: OrderedBy): Relation => relation;
  const related = groupBy(scored, relationOf);
  if (related.size < 2) {
    const measured = measure(name, authors, 2);
    return { share: 1, deviationOf: (each) => measured?.(each) };
  }
  const measured = new Map([...related].map(([key, own]) => [key, measure(name, own, minMeasuredAuthors)] as const));
  return { share: shareByRelation, deviationOf: (each) => measured.get(relationOf(each))?.(each) };
}

/** Undefined: the member says something of fewer authors than `least`. */
function measure(name: Member, authors: readonly OrderedBy[], least: number): Scale['deviationOf'] | undefined {
  const known = authors.flatMap((each) => each[name] ?? []);
  if (known.length < least) return undefined;
  const statistics = computeCohortStatistics(Float64Array.from(known));
  return (each) => (each[name] === undefined ? undefined : computeZScore(each[name], statistics));
}
