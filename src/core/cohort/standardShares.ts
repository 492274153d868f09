import type { FeatureRow } from '../classical/featureRow';
import type { Frequent } from '../classical/frequencies';

/** A document, counted by its words. */
export interface CountedRow {
  readonly words: number;
  readonly features: FeatureRow;
}

/** How often a text uses frequent n-grams, in deviations from what documents of its kind are like, as a row of length 1; of 0 where it is as they are. */
export type StandardShares = Float32Array;

/** What documents of one kind are like in how often they use frequent n-grams. */
export class ShareStandard {
  private readonly means: Float64Array;
  /** 1 over each deviation; 0 where all are equal. */
  private readonly precisions: Float64Array;
  /** The documents themselves, in their order. */
  readonly members: readonly StandardShares[];
  private readonly kept = new WeakMap<readonly CountedRow[], StandardShares>();
  private readonly cosines = new WeakMap<StandardShares, Float64Array>();

  constructor(
    rows: readonly FeatureRow[],
    private readonly frequencies: Frequent,
  ) {
    const { size } = frequencies;
    const [sums, squares] = [new Float64Array(size), new Float64Array(size)];
    for (const row of rows) {
      const shares = this.sharesOf([{ words: 1, features: row }]);
      for (let i = 0; i < size; i++) {
        sums[i]! += shares[i]!;
        squares[i]! += shares[i]! ** 2;
      }
    }
    const means = sums.map((sum) => sum / rows.length);
    this.means = means;
    this.precisions = squares.map((square, i) => {
      const variance = square / rows.length - means[i]! ** 2;
      return variance > least * means[i]! ** 2 ? 1 / Math.sqrt(variance) : 0;
    });
    this.members = rows.map((features) => this.of([{ words: 1, features }]));
  }

  /** Texts of one author as one, each counted by its words. */
  of(texts: readonly CountedRow[]): StandardShares {
    const found = this.kept.get(texts) ?? this.standardised(texts);
    this.kept.set(texts, found);
    return found;
  }

  /** Cosines of a text with all documents, in their order. */
  cosinesOf(text: StandardShares): Float64Array {
    const found = this.cosines.get(text) ?? Float64Array.from(this.members, (member) => shareCosine(text, member));
    this.cosines.set(text, found);
    return found;
  }

  private standardised(texts: readonly CountedRow[]): StandardShares {
    const { means, precisions } = this;
    const shares = this.sharesOf(texts);
    let squares = 0;
    for (let i = 0; i < shares.length; i++) {
      shares[i] = (shares[i]! - means[i]!) * precisions[i]!;
      squares += shares[i]! ** 2;
    }
    const length = Math.sqrt(squares) || 1;
    return Float32Array.from(shares, (value) => value / length);
  }

  private sharesOf(texts: readonly CountedRow[]): Float64Array {
    const shares = new Float64Array(this.frequencies.size);
    const words = texts.reduce((sum, text) => sum + text.words, 0);
    for (const text of texts) this.frequencies.add(text.features, text.words / words, shares);
    return shares;
  }
}

/** A variance below this share of the squared mean is that of rounding. */
const least = 1e-9;

/** How alike two texts are in how often they use frequent n-grams (cosine Delta: Evert and others 2017), from −1 to 1. Of short texts it is near 0, whoever wrote them. */
export function shareCosine(a: StandardShares, b: StandardShares): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
