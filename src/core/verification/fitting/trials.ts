import { hashWithSeed, createRandom } from '../../evaluation/bootstrap';

/** A comparison with a known answer. */
export interface Trial {
  /** The author of each side. They are equal in a same-author trial. */
  readonly authors: readonly [string, string];
  readonly same: boolean;
}

/** A trial with its log10 ratio before bounds, which is finite. */
export interface RatedTrial extends Trial {
  readonly logOdds: number;
}

/** The authors are divided into this many folds for cross-fitting. */
export const folds = 5;

/** One of five folds, by author. */
export function foldOf(author: string, seed: number): number {
  return hashWithSeed(author, seed) % folds;
}

/** The authors of the same-author trials, or of the different-author trials. */
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
