import type { FeatureRow } from '../classical/featureRow';
import { Postings } from '../classical/postings';
import type { StopSignal } from '../ports';

/** The rows of several authors' texts, compared with a row at once. */
export class AuthorRows {
  private readonly postings: Postings;
  /** The author's place, of each row. */
  private readonly owners: readonly number[];

  /** Throws Cancelled between rows. */
  constructor(
    private readonly authors: readonly (readonly FeatureRow[])[],
    stop: StopSignal,
  ) {
    this.postings = new Postings(authors.flat(), stop);
    this.owners = authors.flatMap((rows, index) => rows.map(() => index));
  }

  /** The largest dot product of a row with one of each author's; −∞ where an author has none. */
  best(row: FeatureRow): Float64Array {
    const best = new Float64Array(this.authors.length).fill(-Infinity);
    for (const [i, score] of this.postings.scores(row).entries()) {
      const owner = this.owners[i]!;
      if (score > best[owner]!) best[owner] = score;
    }
    return best;
  }
}
