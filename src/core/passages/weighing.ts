import type { TextRange } from '../domain';
import { eachWithin, type QuestionedText } from './questionedText';
import { pairSurprise } from './words/surprise';

/** What tokens are worth that the questioned text shares with a known one. */
export interface Worth {
  /** Their gain, less where anybody's texts share as much. */
  readonly weight: number;
  /** Share of it that rests on words of the subject. */
  readonly subject: number;
  /** Their surprise, and that of those which are not of the subject. */
  readonly surprise: number;
  readonly plainSurprise: number;
}

/** Surprise from which shared tokens count with all of their gain. */
const fullSurprise = 4;

/** More than a run has tokens. */
const longest = 2 ** 24;

/** Tells what runs of tokens of the questioned text are worth for one candidate. */
export class Weighing {
  /** Sums over the tokens before each. */
  private readonly surprise: Float64Array;
  private readonly plain: Float64Array;
  private readonly plainPairs: Float64Array;
  private readonly gain: Float64Array;
  private readonly topicalGain: Float64Array;
  private readonly known = new Map<number, Worth>();

  /**
   * @param gains     of each occurrence of a feature
   * @param surprise  of each token
   * @param topical   1 for each token of the subject
   */
  constructor(
    private readonly text: QuestionedText,
    private readonly gains: Float64Array,
    surprise: Float64Array,
    topical: Uint8Array,
  ) {
    const own = Float64Array.from(text.tokens, (token) => this.gainWithin(token));
    this.surprise = sumsUpTo(surprise);
    this.plain = sumsUpTo(surprise.map((value, i) => (topical[i] ? 0 : value)));
    this.plainPairs = sumsUpTo(surprise.map((_, i) => (i > 0 && !topical[i] && !topical[i - 1] ? pairSurprise : 0)));
    this.gain = sumsUpTo(own);
    this.topicalGain = sumsUpTo(own.map((value, i) => (topical[i] ? value : 0)));
  }

  /** The gain of the features that occur within a range; what others have more of counts as nothing. */
  gainWithin(range: TextRange): number {
    let sum = 0;
    eachWithin(this.text.occurrences, range, (i) => {
      if (this.gains[i]! > 0) sum += this.gains[i]!;
    });
    return sum;
  }

  /** Of tokens from a place on. */
  of(at: number, length: number): Worth {
    const key = at * longest + length;
    const worth = this.known.get(key) ?? this.worthOf(at, length);
    this.known.set(key, worth);
    return worth;
  }

  private worthOf(at: number, length: number): Worth {
    const { tokens } = this.text;
    const to = at + length;
    const surprise = this.surprise[to]! - this.surprise[at]! + (length - 1) * pairSurprise;
    const plainSurprise = this.plain[to]! - this.plain[at]! + this.plainPairs[to]! - this.plainPairs[at + 1]!;
    const own = this.gain[to]! - this.gain[at]!;
    const gain = this.gainWithin({ start: tokens[at]!.start, end: tokens[to - 1]!.end });
    return {
      weight: gain * Math.min(1, surprise / fullSurprise),
      subject: own > 0 ? (this.topicalGain[to]! - this.topicalGain[at]!) / own : 0,
      surprise,
      plainSurprise,
    };
  }
}

function sumsUpTo(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return sums;
}
