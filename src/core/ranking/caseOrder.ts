import { computeCohortStatistics, computeZScore, minMeasuredAuthors } from '../cohort/cohort';
import type { Relation } from '../domain/evidence';
import { groupBy } from '../basics/groupBy';
import type { RankedAuthor } from '../../lateInteraction/scoring/authors';

/** The scores that order one author of a case. An undefined score says nothing about the author. */
export interface OrderedBy {
  readonly author: string;
  /** The author's score by itself (`rankByAll`). */
  readonly order: number;
  /** How well the author is separated from the others of the case. */
  readonly discriminant: number | undefined;
  /** log10 of the calibrated ratio, before bounds. */
  readonly ratio: number | undefined;
  /** The relation of the author's closest known texts to the questioned text. Undefined if all authors have texts of one kind. */
  readonly relation?: Relation | undefined;
}

/** The weight of each score, in deviations over the authors (docs/decisions/0051-the-case-teaches-the-order.md). */
const orderWeights = { order: 0.5, discriminant: 0.6, ratio: 1 } as const satisfies Record<Member, number>;
/** The weight of the discriminant is multiplied by this if authors are measured among the fewer others of their relation. */
const shareByRelation = 0.5;
type Member = Exclude<keyof OrderedBy, 'author' | 'relation'>;
const members = ['order', 'discriminant', 'ratio'] as const satisfies readonly Member[];

/**
 * The authors in the order of all scores together, best first, in the unit of `order`. If an author has no value of a score, the others
 * decide. A score with fewer than two authors does not count. Authors with equal sums keep their places.
 * @param among  the authors that the discriminant was fitted on, if these are more
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

/** How far an author is above the others in one score, in deviations. Undefined if the author has no value. */
interface Scale {
  /** The share of the score's weight. */
  readonly share: number;
  readonly deviationOf: (each: OrderedBy) => number | undefined;
}

/**
 * A discriminant recognises the kind of a text better than its author. If some authors have texts of the questioned text's kind and others
 * do not, it is therefore measured among authors of equal relation, and ignored for a relation with fewer than four.
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

/** Undefined if fewer than `least` authors have a value. */
function measure(name: Member, authors: readonly OrderedBy[], least: number): Scale['deviationOf'] | undefined {
  const known = authors.flatMap((each) => each[name] ?? []);
  if (known.length < least) return undefined;
  const statistics = computeCohortStatistics(Float64Array.from(known));
  return (each) => (each[name] === undefined ? undefined : computeZScore(each[name], statistics));
}
