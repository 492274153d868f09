/** How far the first of the combined order must be ahead of the second to stand out, in the order's own unit. */
const lead = 2;

/** Among fewer authors nobody stands out: it was not tried. */
const fewestAuthors = 4;

/** Whether the first of an order stands out from the other authors. */
export interface Standing {
  readonly standsOut: boolean;
  /** The score from which on the first would. */
  readonly limit: number;
}

/**
 * The first author stands out who is 2 or more ahead of the second. Where none of the authors wrote the text, about one
 * search in twenty ends so (docs/decisions/0025-standing-out.md). It says nothing about strength of evidence.
 *
 * @param scores  of all authors of a combined order, best first
 * @returns undefined for fewer than four authors
 */
export function standingOf(scores: readonly number[]): Standing | undefined {
  const [first, second] = scores;
  if (first === undefined || second === undefined || scores.length < fewestAuthors) return undefined;
  const limit = second + lead;
  return { standsOut: first >= limit, limit };
}
