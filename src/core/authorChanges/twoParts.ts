import {
  type FeatureCounts,
  firstDirection,
  maxOccurrences,
  minRest,
  type NgramMetric,
  type Ngrams,
} from '../classical/ngrams';
import type { CountedUnit } from './textUnits';
import { type StopSignal, throwIfStopped } from '../work';

const weightOfCount = Float64Array.from({ length: maxOccurrences + 1 }, (_, n) => (n > 0 ? 1 + Math.log(n) : 0));

/**
 * Two parts of a text, under weights of features, while units move from the second to the first. A move changes the sums by what its own features
 * change, so that a scan of all places takes time in proportion to the text. The score is that of `computeNgramScore`, or without directions the cosine.
 */
export class TwoParts {
  private readonly counts: readonly [Uint32Array, Uint32Array];
  private readonly along: readonly [Float64Array, Float64Array];
  private readonly squares: [number, number] = [0, 0];
  private readonly dotsWithKnown: readonly [Float64Array, Float64Array];
  private dot = 0;

  /**
   * @param directions  int8 [features][rank], with a scale for each column; without them the score is a cosine
   * @param known       rows that each part is also scored with, by feature and direction
   */
  constructor(
    private readonly weights: Float32Array,
    private readonly metric: Pick<NgramMetric, 'directions' | 'scales'> = noDirections,
    private readonly known: readonly Float32Array[] = [],
  ) {
    this.dotsWithKnown = [new Float64Array(known.length), new Float64Array(known.length)];
    this.counts = [new Uint32Array(weights.length), new Uint32Array(weights.length)];
    this.along = [new Float64Array(metric.scales.length), new Float64Array(metric.scales.length)];
  }

  /** Adds features to the second part. */
  add(features: FeatureCounts): void {
    this.changeCounts(1, features, 1);
  }

  /** Moves features of the second part into the first. */
  move(features: FeatureCounts): void {
    this.changeCounts(1, features, -1);
    this.changeCounts(0, features, 1);
  }

  /** How similar the two parts are. 0 if one is empty. */
  get score(): number {
    const { along, squares, dot } = this;
    if (!(squares[0] > 1e-9) || !(squares[1] > 1e-9)) return 0;
    const [first, second] = along;
    let [shared, ofFirst, ofSecond] = [0, 0, 0];
    for (let k = 0; k < first.length; k++) {
      const scale = this.metric.scales[k]! ** 2;
      shared += scale * first[k]! * second[k]!;
      ofFirst += scale * first[k]! ** 2;
      ofSecond += scale * second[k]! ** 2;
    }
    const rest = Math.max(minRest, 1 - ofFirst / squares[0]) * Math.max(minRest, 1 - ofSecond / squares[1]);
    return (dot - shared) / Math.sqrt(squares[0] * squares[1] * rest);
  }

  /** How similar a part that is not empty is to each known row. */
  computeKnownScores(part: 0 | 1): readonly number[] {
    const { scales } = this.metric;
    const along = this.along[part].map((value, k) => value * scales[k]!);
    const ofPart = along.reduce((sum, value) => sum + value ** 2, 0);
    const square = this.squares[part];
    const length = Math.sqrt(square * Math.max(minRest, 1 - ofPart / square));
    return this.known.map((row, i) => {
      const shared = along.reduce((sum, value, k) => sum + value * row[firstDirection + k]!, 0);
      return (this.dotsWithKnown[part][i]! - shared) / length;
    });
  }

  private changeCounts(part: 0 | 1, { ids, counts }: FeatureCounts, sign: 1 | -1): void {
    const own = this.counts[part];
    const others = this.counts[part === 0 ? 1 : 0];
    const along = this.along[part];
    const { weights, squares, known } = this;
    const dotsWithKnown = this.dotsWithKnown[part];
    const { directions } = this.metric;
    const rank = along.length;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      const weight = weights[id]!;
      const before = weight * weightOfCount[Math.min(maxOccurrences, own[id]!)]!;
      own[id]! += sign * counts[i]!;
      const after = weight * weightOfCount[Math.min(maxOccurrences, own[id]!)]!;
      const change = after - before;
      if (change === 0) continue;
      this.dot += change * weight * weightOfCount[Math.min(maxOccurrences, others[id]!)]!;
      squares[part] += change * (after + before);
      for (let k = 0, at = id * rank; k < rank; k++) along[k]! += change * directions[at + k]!;
      for (let i = 0; i < known.length; i++) dotsWithKnown[i]! += change * known[i]![id]!;
    }
  }
}

const noDirections: Pick<NgramMetric, 'directions' | 'scales'> = {
  directions: new Int8Array(),
  scales: new Float32Array(),
};

/** A part of a text and the rest of it: their lengths, and their similarity in three ways. */
export interface PartScores {
  readonly words: number;
  readonly otherWords: number;
  /** The score by the learned metric of n-grams. */
  readonly ngrams: number;
  /** The score with words of content masked. */
  readonly grammar: number;
  /** Cosine of tf-idf rows, which shows the subject more than the author. */
  readonly tfidf: number;
  /**
   * How much more similar each part is to its nearest candidate than to the nearest candidate of the other part. Undefined for fewer than
   * two candidates.
   */
  readonly candidates: number | undefined;
}

/** What parts are scored by: n-grams, and the mean of each candidate's texts, by feature and direction. */
export interface PartMeans {
  readonly ngrams: Pick<Ngrams, 'metric' | 'idf'>;
  readonly known: readonly Float32Array[];
}

/** A part of a text and the rest of it, from which units are moved to the part. */
class PartAndRest {
  private readonly ngrams: TwoParts;
  private readonly grammar: TwoParts;
  private readonly tfidf: TwoParts;
  private readonly words: [number, number] = [0, 0];

  constructor({ ngrams: { metric, idf }, known }: PartMeans) {
    this.ngrams = new TwoParts(metric.weights, metric, known);
    this.grammar = new TwoParts(metric.weights, metric);
    this.tfidf = new TwoParts(idf);
  }

  /** Adds a unit to the rest, which has all units at first. */
  add({ words, all, grammar }: CountedUnit): void {
    this.ngrams.add(all);
    this.grammar.add(grammar);
    this.tfidf.add(all);
    this.words[1] += words;
  }

  /** Moves a unit from the rest to the part. */
  take({ words, all, grammar }: CountedUnit): void {
    this.ngrams.move(all);
    this.grammar.move(grammar);
    this.tfidf.move(all);
    this.words[0] += words;
    this.words[1] -= words;
  }

  get scores(): PartScores {
    const { ngrams, grammar, tfidf, words } = this;
    return {
      words: words[0],
      otherWords: words[1],
      ngrams: ngrams.score,
      grammar: grammar.score,
      tfidf: tfidf.score,
      candidates: compareByCandidates(ngrams.computeKnownScores(0), ngrams.computeKnownScores(1)),
    };
  }
}

function compareByCandidates(first: readonly number[], second: readonly number[]): number | undefined {
  if (first.length < 2) return undefined;
  const [own, other] = [first.indexOf(Math.max(...first)), second.indexOf(Math.max(...second))];
  return first[own]! - first[other]! + (second[other]! - second[own]!);
}

/** A text is cut only into parts with at least this many words. */
const minPartWords = 150;

/**
 * Every place between two units where a text can be cut in two, in order, with the next unit and the scores of the text before the place
 * against the text after it. The time is proportional to the length of the text. Undefined for work before the next place. Throws Cancelled.
 */
export function* scorePlaces(
  units: readonly CountedUnit[],
  means: PartMeans,
  stop: StopSignal,
): Generator<{ readonly unit: number; readonly scores: PartScores } | undefined> {
  const parts = new PartAndRest(means);
  let [before, behind] = [0, 0];
  for (const unit of units) {
    parts.add(unit);
    behind += unit.words;
    yield;
  }
  for (const [i, unit] of units.entries()) {
    throwIfStopped(stop);
    parts.take(unit);
    before += unit.words;
    behind -= unit.words;
    if (behind < minPartWords) return;
    yield before < minPartWords ? undefined : { unit: i + 1, scores: parts.scores };
  }
}
