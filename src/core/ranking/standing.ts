import type { Candidate, Relation } from '../domain/evidence';

/** A candidate of a combined order. */
export interface OrderedCandidate extends Pick<Candidate, 'author' | 'score'> {
  readonly relation?: Relation | undefined;
}

/** With fewer authors no lead counts as clear, because this was not measured. */
const minAuthors = 4;

/** The first of the order leads clearly if it is this far ahead of the second, in log10: it fits 100 times better. */
const minAdvantage = 2;

/** If the first is at least this far ahead, markers and passages may lead that are common among first authors who did not write the text. */
const minLead = 1;

/** How close known texts are to the questioned text in kind. 0 is closest. Texts of an unknown genre may be of the same one. */
export function rateNearness(relation: Relation): number {
  return { same: 0, unknown: 0, otherGenre: 1, otherMode: 2 }[relation];
}

/**
 * Whether the kind of text alone may have brought the first author to its place: fewer than four authors, and no more than half of all, have
 * known texts at least as close in kind to the questioned text as those of the first. An order favours them over the others, even if one of
 * the others wrote the text.
 */
export function followsKind(authors: readonly OrderedCandidate[]): boolean {
  const nearest = authors[0]?.relation;
  if (!nearest) return false;
  const ofKind = authors.filter(({ relation }) => relation && rateNearness(relation) <= rateNearness(nearest)).length;
  return ofKind < minAuthors && 2 * ofKind <= authors.length;
}

/**
 * Whether the first author leads the order clearly: 2 ahead of the second. If none of the authors wrote the text, about one search in
 * twenty has such a lead (docs/results/constants.md). It says nothing about strength of evidence.
 * @param authors  all authors of a combined order, best first
 * @returns whether the first leads clearly, and the score that is needed for this; undefined for fewer than four authors, or if the order
 * may follow the kind of text
 */
export function judgeStanding(authors: readonly OrderedCandidate[]) {
  const [first, second] = authors;
  if (!first || !second || authors.length < minAuthors || followsKind(authors)) return undefined;
  const limit = second.score + minAdvantage;
  return { standsOut: first.score >= limit, limit };
}

/**
 * The first author of a combined order, best first, if it is far enough ahead for its markers and passages to lead. `isFar` from a
 * lead of 2 on. Undefined if there are too few authors to decide.
 */
export function findAhead(
  authors: readonly OrderedCandidate[],
): { readonly author: string | undefined; readonly isFar: boolean } | undefined {
  const [first, second] = authors;
  if (!first || !second || authors.length < minAuthors) return undefined;
  const lead = followsKind(authors) ? 0 : first.score - second.score;
  return { author: lead >= minLead ? first.author : undefined, isFar: lead >= minAdvantage };
}
