import { type FeatureCounts, maxOccurrences, minRest, type NgramMetric } from '../classical/ngrams';

const weightOfCount = Float64Array.from({ length: maxOccurrences + 1 }, (_, n) => (n > 0 ? 1 + Math.log(n) : 0));

/**
 * Two parts of a text, under weights of features, while units move from the second to the first. A move changes the sums by what its own features
 * change, so that a scan of all places takes time in proportion to the text. The score is that of `ngramScore`, or without directions the cosine.
 */
export class TwoParts {
  private readonly counts: readonly [Uint32Array, Uint32Array];
  private readonly along: readonly [Float64Array, Float64Array];
  private readonly squares: [number, number] = [0, 0];
  private dot = 0;

  /** @param directions  int8 [features][rank], with a scale of each column; none: the score is a cosine */
  constructor(
    private readonly weights: Float32Array,
    private readonly metric: Pick<NgramMetric, 'directions' | 'scales'> = noDirections,
  ) {
    this.counts = [new Uint32Array(weights.length), new Uint32Array(weights.length)];
    this.along = [new Float64Array(metric.scales.length), new Float64Array(metric.scales.length)];
  }

  /** Adds features to the second part. */
  add(features: FeatureCounts): void {
    this.change(1, features, 1);
  }

  /** Moves features of the second part into the first. */
  move(features: FeatureCounts): void {
    this.change(1, features, -1);
    this.change(0, features, 1);
  }

  /** How alike the two parts are; 0 where one is empty. */
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

  private change(part: 0 | 1, { ids, counts }: FeatureCounts, sign: 1 | -1): void {
    const own = this.counts[part];
    const others = this.counts[part === 0 ? 1 : 0];
    const along = this.along[part];
    const { weights, squares } = this;
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
    }
  }
}

const noDirections: Pick<NgramMetric, 'directions' | 'scales'> = {
  directions: new Int8Array(),
  scales: new Float32Array(),
};
