import { hashWithSeed, createRandom } from '../../evaluation/bootstrap';

/** A comparison whose answer is known. */
export interface Trial {
  /** The author of either side; they are equal in a same-author trial. */
  readonly authors: readonly [string, string];
  readonly same: boolean;
}

/** The same with its log10 ratio before bounds; finite. */
export interface RatedTrial extends Trial {
  readonly logOdds: number;
}

/** Parts of the authors for cross-fitting. */
export const folds = 5;

/** One of five folds, by author. */
export function foldOf(author: string, seed: number): number {
  return hashWithSeed(author, seed) % folds;
}

/** Authors of the same-author, or of the different-author, trials. */
export function listAuthors(trials: readonly Trial[], same: boolean): ReadonlySet<string> {
  return new Set(trials.filter((trial) => trial.same === same).flatMap(({ authors }) => authors));
}

/**
 * Draws the authors of the trials with replacement. Each call makes a new draw and returns the weight of a trial: how often its authors
 * were drawn together.
 */
export function createAuthorDraws(trials: readonly Trial[], seed: number): () => (trial: Trial) => number {
  const authors = [...new Set(trials.flatMap((trial) => trial.authors))].sort();
  const random = createRandom(seed);
  return () => {
    const drawn = new Map<string, number>();
    for (let i = 0; i < authors.length; i++) {
      const author = authors[Math.floor(random() * authors.length)]!;
      drawn.set(author, (drawn.get(author) ?? 0) + 1);
    }
    return ({ authors: [a, b] }) => (drawn.get(a) ?? 0) * (a === b ? 1 : (drawn.get(b) ?? 0));
  };
}
