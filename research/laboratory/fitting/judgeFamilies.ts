import type { Judgement } from '../../../src/core/verification/calibration';
import { judgeTrials } from '../../../src/core/verification/fitting/judge';
import { listAuthors, type RatedTrial, type Trial } from '../../../src/core/verification/fitting/trials';

/** A trial with the family of each text: its source, or the publisher of its source. */
export interface FamilyTrial extends Trial {
  readonly sources?: readonly [string, string];
}

/** The family with the most authors of same-author trials, and the trials without a text of it. */
export interface Apart<Each> {
  readonly family: string;
  readonly rest: readonly Each[];
}

/** Sets the largest family apart; the first by name among equals. Undefined for trials without families. */
export function setLargestApart<Each extends FamilyTrial>(trials: readonly Each[]): Apart<Each> | undefined {
  const authors = new Map<string, Set<string>>();
  for (const { same, sources = [], authors: own } of trials) {
    if (!same) continue;
    for (const family of sources) authors.set(family, new Set([...(authors.get(family) ?? []), own[0]]));
  }
  const [largest] = [...authors].sort(([a, own], [b, other]) => other.size - own.size || (a < b ? -1 : 1));
  if (!largest) return undefined;
  const [family] = largest;
  return { family, rest: trials.filter(({ sources }) => !sources?.includes(family)) };
}

/**
 * The results of trials across kinds, which say no more than the trials without the largest family support: the bounds are those that both
 * have, and the upper end of Cllr is the higher one. One community may write two kinds alike, and its authors would speak for all others.
 * @param leastAuthors  with fewer authors of either class in the rest, its upper end is 1, the cost of stating nothing
 */
export function judgeByFamilies(
  trials: readonly (RatedTrial & FamilyTrial)[],
  leastAuthors: number,
): Omit<Judgement, 'words' | 'knownWords'> {
  const apart = setLargestApart(trials);
  if (!apart) return judgeTrials(trials);
  if (!hasAuthors(apart.rest, leastAuthors)) {
    const judged = judgeTrials(trials);
    return { ...judged, cllrUpper: Math.max(1, judged.cllrUpper) };
  }
  const rest = judgeTrials(apart.rest);
  const judged = judgeTrials(trials, rest);
  return { ...judged, cllrUpper: Math.max(judged.cllrUpper, rest.cllrUpper) };
}

/** Whether trials of either class are by so many authors. */
export function hasAuthors(trials: readonly Trial[], least: number): boolean {
  return [true, false].every((same) => listAuthors(trials, same).size >= least);
}
