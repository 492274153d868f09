import type { Ngrams } from '../../../src/core/classical/ngrams';
import {
  computeCohortStatistics,
  type Comparable,
  computeZScore,
  type MemberScores,
} from '../../../src/core/cohort/cohort';
import { takeFirstWords } from '../../../src/core/text/countWords';
import type { KnownSide } from '../calibrate/folds/drawTrials';
import type { ComparedSides } from './scoredTrials';
import type { FoldTexts } from './foldTexts';

/** N-grams that most training documents have. */
const frequentFeatures = 8000;
/** A variance below this share of the squared mean is that of rounding. */
const leastVariance = 1e-9;

/** How often texts use the most widespread n-grams, as shares of all of these. */
export class Frequencies {
  private readonly places: Int32Array;
  readonly size: number;

  constructor(private readonly ngrams: Pick<Ngrams, 'idf' | 'findOccurrences'>) {
    const { idf } = ngrams;
    const ids = Array.from(idf, (_, id) => id).sort((a, b) => idf[a]! - idf[b]! || a - b);
    this.size = Math.min(frequentFeatures, ids.length);
    this.places = new Int32Array(idf.length).fill(-1);
    ids.slice(0, this.size).forEach((id, place) => (this.places[id] = place));
  }

  computeShares(text: string): Float64Array {
    const shares = new Float64Array(this.size);
    let total = 0;
    for (const id of this.ngrams.findOccurrences(text).ids) {
      const place = this.places[id]!;
      if (place < 0) continue;
      shares[place]! += 1;
      total += 1;
    }
    return shares.map((count) => count / Math.max(1, total));
  }
}

/** What documents of one kind are like in how often they use n-grams. */
export class ShareStandard {
  private readonly means: Float64Array;
  /** 1 over each deviation; 0 where all are equal. */
  private readonly precisions: Float64Array;
  /** The documents themselves. */
  readonly members: readonly Float64Array[];

  constructor(shares: readonly Float64Array[]) {
    const means = Float64Array.from(
      shares[0]!,
      (_, k) => shares.reduce((sum, row) => sum + row[k]!, 0) / shares.length,
    );
    this.means = means;
    this.precisions = means.map((mean, k) => {
      const variance = shares.reduce((sum, row) => sum + (row[k]! - mean) ** 2, 0) / shares.length;
      return variance > leastVariance * mean ** 2 ? 1 / Math.sqrt(variance) : 0;
    });
    this.members = shares.map((row) => this.standardise(row));
  }

  /** In deviations from the documents, as a row of length 1. */
  standardise(shares: Float64Array): Float64Array {
    const row = shares.map((share, k) => (share - this.means[k]!) * this.precisions[k]!);
    const length = Math.sqrt(computeCosine(row, row)) || 1;
    return row.map((value) => value / length);
  }
}

/** How alike two standardised rows are (cosine Delta: Evert and others 2017). */
export function computeCosine(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * Scores how alike both sides are in how often they use widespread n-grams, each in deviations from texts of its own kind; the mean of its
 * z-scores with either side's cohort.
 */
export function prepareFrequencies({
  ngrams,
  documents,
}: FoldTexts): (sides: ComparedSides) => { readonly frequencies: number } {
  const frequencies = new Frequencies(ngrams);
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const standards = new Map<MemberScores, ShareStandard>();
  const sharesOf = new Map<string, Float64Array>();
  const readShares = (key: string, text: () => string): Float64Array => {
    const shares = sharesOf.get(key) ?? frequencies.computeShares(text());
    sharesOf.set(key, shares);
    return shares;
  };
  const readStandard = ({ scores }: Comparable): ShareStandard => {
    const make = () =>
      new ShareStandard(scores.members.map(({ document }) => frequencies.computeShares(texts.get(document!.id)!)));
    const standard = standards.get(scores) ?? make();
    standards.set(scores, standard);
    return standard;
  };
  const computeAbove = (score: number, row: Float64Array, { places }: Comparable, { members }: ShareStandard): number =>
    computeZScore(
      score,
      computeCohortStatistics(Float64Array.from(places, (place) => computeCosine(row, members[place]!))),
    );
  return ({ trial, words, measurement: { ofQuestioned, ofKnown } }) => {
    const [left, right] = [readStandard(ofQuestioned), readStandard(ofKnown)];
    const { key, text } = trial.questioned;
    const asked = left.standardise(readShares(`${key} ${words}`, () => takeFirstWords(text, words)));
    const held = right.standardise(readShares(trial.known.key, () => joinParts(trial.known)));
    const score = computeCosine(asked, held);
    const above = computeAbove(score, asked, ofKnown, right) + computeAbove(score, held, ofQuestioned, left);
    return { frequencies: above / 2 };
  };
}

/** The words of a known side. */
export function joinParts({ parts }: KnownSide): string {
  return parts.map(({ document, words }) => takeFirstWords(document.text, words)).join('\n\n');
}
