import { seededRandom } from '../../evaluation/random';

/** A trial by what resampling needs of it: the authors of its two sides, the same one twice or two. */
interface DrawnTrial {
  readonly authors: readonly [string, string];
}

/** Draws of the trials' authors with replacement: each call draws anew, and gives what a trial weighs: how often its authors came together. */
export function authorDraws(trials: readonly DrawnTrial[], seed: number): () => (trial: DrawnTrial) => number {
  const authors = [...new Set(trials.flatMap((trial) => trial.authors))].sort();
  const random = seededRandom(seed);
  return () => {
    const drawn = new Map<string, number>();
    for (let i = 0; i < authors.length; i++) {
      const author = authors[Math.floor(random() * authors.length)]!;
      drawn.set(author, (drawn.get(author) ?? 0) + 1);
    }
    return ({ authors: [a, b] }) => (drawn.get(a) ?? 0) * (a === b ? 1 : (drawn.get(b) ?? 0));
  };
}
