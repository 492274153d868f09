import type { JoinedText } from '../../tasks/tripletTasks';
import type { StopSignal } from '../../../../src/core/basics/work';

/** One method of comparing texts of a documents file. */
export interface DocumentScorer {
  /** How alike each candidate is to the query, in order; higher is more alike, on the method's own scale. */
  score(query: JoinedText, candidates: readonly JoinedText[], stop: StopSignal): Float64Array;
}

/** Keeps what is made of each text, so that a text in many comparisons is read once. */
export class PerText<Made> {
  private readonly made = new Map<string, { readonly value: Made }>();

  constructor(private readonly make: (text: JoinedText) => Made) {}

  of(text: JoinedText): Made {
    const key = text.join();
    const known = this.made.get(key) ?? { value: this.make(text) };
    this.made.set(key, known);
    return known.value;
  }
}

/** Keeps the scores of pairs: lists of one query with 4 and with 10 negatives share most of their candidates. */
export function rememberingPairs(scorer: DocumentScorer): DocumentScorer {
  const scores = new Map<string, number>();
  return {
    score(query, candidates, stop) {
      const keyOf = (candidate: JoinedText): string => `${query.join()} ${candidate.join()}`;
      const missing = candidates.filter((candidate) => !scores.has(keyOf(candidate)));
      const fresh = scorer.score(query, missing, stop);
      missing.forEach((candidate, at) => scores.set(keyOf(candidate), fresh[at]!));
      return Float64Array.from(candidates, (candidate) => scores.get(keyOf(candidate))!);
    },
  };
}
