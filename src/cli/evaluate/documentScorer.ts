import type { JoinedText } from '../../core/evaluation/tasks/tripletTasks';
import type { StopSignal } from '../../core/ports';

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
