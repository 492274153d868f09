import { countEach } from '../basics/numbers';
import type { TextRange } from '../domain/evidence';
import { isFunctionWord } from '../text/subjectWords';
import { firstFrom } from '../text/characters';
import type { QuestionedText, TokenPart } from './readSpans';
import type { Token } from './words';

/** Tokens that two texts share in the same order without anything between them: the first place in each, and the number. */
export interface SharedRun {
  readonly at: number;
  readonly there: number;
  readonly length: number;
}

/** The words and signs of a questioned text as numbers, with the places of each. */
export class Wording {
  private readonly numberOf = new Map<string, number>();
  private readonly numbers: Int32Array;
  private readonly places: number[][] = [];

  constructor(tokens: readonly Token[]) {
    this.numbers = Int32Array.from(tokens, ({ word }, at) => {
      const number = this.numberOf.get(word) ?? this.places.push([]) - 1;
      this.numberOf.set(word, number);
      this.places[number]!.push(at);
      return number;
    });
  }

  /** The numbers of another text's tokens. −1 for tokens that the questioned text does not have. */
  toNumbers(tokens: readonly Token[]): Int32Array {
    return Int32Array.from(tokens, ({ word }) => this.numberOf.get(word) ?? -1);
  }

  /**
   * The runs of tokens that parts of both texts share, and that cannot be extended within these parts.
   * @param known  numbers of the other text's tokens
   * @param min    the least number of tokens in a run
   */
  findShared(
    known: Int32Array,
    min: number,
    here: TokenPart = { from: 0, to: this.numbers.length },
    part: TokenPart = { from: 0, to: known.length },
  ): readonly SharedRun[] {
    const { numbers } = this;
    const runs: SharedRun[] = [];
    for (let there = part.from; there < part.to; there++) {
      for (const at of this.places[known[there]!] ?? []) {
        if (at < here.from || at >= here.to) continue;
        const isInside = at > here.from && there > part.from && numbers[at - 1] === known[there - 1];
        if (isInside) continue; // the run begins earlier
        const max = Math.min(here.to - at, part.to - there);
        let length = 1;
        while (length < max && numbers[at + length] === known[there + length]) length += 1;
        if (length >= min) runs.push({ at, there, length });
      }
    }
    return runs.sort((a, b) => a.at - b.at || a.there - b.there);
  }
}

/** Signs that not every text has. Dashes, brackets and joined words say more about a writer than full stops do. */
const signs: Readonly<Record<string, number>> = {
  ...{ '.': 0, ',': 0, "'": 0.3, '’': 0.3, '-': 0.3, '"': 0.5, '“': 0.5, '”': 0.5, ':': 1, '?': 1, '(': 1, ')': 1 },
  ...{ ';': 1.5, '!': 1.5 },
};
const usualSign = 2.5;
const maxSurprise = 6;
/** A content word that fewer texts have belongs to a subject. A word of hardly any text is a spelling. */
const topicalShare = 0.04;
const spellingShare = 0.0005;
/** A text has a rare word of its own subject at least this many times. */
const timesOfSubject = 3;
/** The share for a name. */
const nameShare = 0.12;
/** The additional surprise of two consecutive tokens. */
const pairSurprise = 0.7;
/** Shared tokens with at least this surprise count with all of their gain. */
const fullSurprise = 4;
/** Larger than the number of tokens in any run. */
const longest = 2 ** 24;

/** Whether a token can belong to the subject: never, if it is not in a frame of grammar, always, or if it is a name. */
const topicality = { none: 0, unlessFramed: 1, subject: 2, ifName: 3 } as const;
/** This many words of grammar together make a frame. Words that only introduce a noun do not. */
const leastOfFrame = 2;
const introducing = new Set('the a an this that these those my your his her its our their of'.split(' '));

/** How unlikely the tokens of a questioned text are in a text by any author, and which tokens belong to its subject. */
export class Surprise {
  /**
   * The surprise of each token in nats: −ln of the share of texts of all kinds that contain it, at most 6. A sign has the value of its
   * kind.
   */
  readonly values: Float64Array;
  private readonly topicality: Uint8Array;

  constructor(
    private readonly tokens: readonly Token[],
    documentShare: (word: string) => number,
    isSubject?: (word: string) => boolean,
  ) {
    const counts = countEach(tokens.map(({ word }) => word));
    const shares = new Map(Array.from(counts.keys(), (word) => [word, documentShare(word)]));
    this.values = Float64Array.from(tokens, ({ word, isSign }) =>
      isSign ? (signs[word] ?? usualSign) : Math.min(maxSurprise, -Math.log(Math.max(1e-9, shares.get(word)!))),
    );
    this.topicality = Uint8Array.from(tokens, ({ word, isSign }) => {
      const [share, count] = [shares.get(word)!, counts.get(word)!];
      const isAdverb = word.length > 5 && word.endsWith('ly'); // as "apparently", which says how a statement is made
      if (isSign || isFunctionWord(word)) return topicality.none;
      if (/\p{N}/u.test(word) || (!isAdverb && isSubject?.(word))) return topicality.subject;
      if (share >= nameShare || isAdverb) return topicality.none;
      if (share >= topicalShare || (share < spellingShare && count === 1)) return topicality.ifName;
      return count >= timesOfSubject ? topicality.subject : topicality.unlessFramed;
    });
  }

  /**
   * Marks each token for a comparison with known texts: 2 for a name, a number, or a word of the subject of the case or text; 1 for another
   * content word of few texts.
   */
  markTopical(known: readonly (readonly Token[])[]): Uint8Array {
    // names are words that could be names, and that have a capital inside a sentence at least as often as they have none
    const counts = new Map<string, { large: number; small: number }>();
    for (const [i, { word }] of this.tokens.entries()) {
      if (this.topicality[i] === topicality.ifName) counts.set(word, { large: 0, small: 0 });
    }
    for (const text of [this.tokens, ...known]) {
      for (const { raw, word, inside } of text) {
        const count = counts.get(word);
        if (!count) continue;
        if (!/^\p{Lu}/u.test(raw)) count.small += 1;
        else if (inside) count.large += 1;
      }
    }
    return this.topicality.map((kind, i) => {
      if (kind !== topicality.ifName) return kind;
      const { large, small } = counts.get(this.tokens[i]!.word)!;
      return large > 0 && large >= small ? topicality.subject : topicality.none;
    });
  }
}

/** The evidence for a candidate from tokens that the questioned text shares with a known one. */
export interface RunEvidence {
  /** Their gain, less if texts by anybody share as much. */
  readonly weight: number;
  /** The share of it that rests on words of the subject. */
  readonly subject: number;
  /** Their surprise, and the surprise of those outside the subject. */
  readonly surprise: number;
  readonly plainSurprise: number;
  /** Whether they have a frame of grammar, in which a rare word is a choice of words rather than of subject: "I now enclose". */
  readonly isFramed: boolean;
}

/** Sums over the tokens before each place: of surprise and of pairs outside the subject, and of the gain of tokens of the subject. */
type PlainSums = Readonly<Record<'plain' | 'pairs' | 'topicalGain', Float64Array>>;

/** Computes the evidence of runs of tokens of the questioned text for one candidate. */
export class RunEvidences {
  /** Sums over the tokens before each place. */
  private readonly surprise: Float64Array;
  private readonly frame: Float64Array;
  private readonly gain: Float64Array;
  /** The sums of tokens outside frames, and within frames. */
  private readonly apart: readonly [PlainSums, PlainSums];
  private readonly known = new Map<number, RunEvidence>();

  /**
   * @param gains     of each occurrence of a feature
   * @param surprise  of each token
   * @param topical   the result of `Surprise.markTopical`
   */
  constructor(
    private readonly text: Pick<QuestionedText, 'tokens' | 'occurrences'>,
    private readonly gains: Float64Array,
    surprise: Float64Array,
    topical: Uint8Array,
  ) {
    const own = Float64Array.from(text.tokens, (token) => this.sumGain(token));
    this.surprise = sumUpTo(surprise);
    this.frame = sumUpTo(text.tokens.map(({ word }) => Number(isFunctionWord(word) && !introducing.has(word))));
    this.gain = sumUpTo(own);
    const computeSums = (from: number): PlainSums => ({
      plain: sumUpTo(surprise.map((value, i) => (topical[i]! >= from ? 0 : value))),
      pairs: sumUpTo(
        surprise.map((_, i) => (i > 0 && topical[i]! < from && topical[i - 1]! < from ? pairSurprise : 0)),
      ),
      topicalGain: sumUpTo(own.map((value, i) => (topical[i]! >= from ? value : 0))),
    });
    this.apart = [computeSums(topicality.unlessFramed), computeSums(topicality.subject)];
  }

  /** The gain of the features in a range. Gains below 0, where others have more, count as nothing. */
  sumGain(range: TextRange): number {
    const { starts, ends } = this.text.occurrences;
    let sum = 0;
    for (let i = firstFrom(starts, range.start); i < starts.length && starts[i]! < range.end; i++) {
      if (ends[i]! <= range.end && this.gains[i]! > 0) sum += this.gains[i]!;
    }
    return sum;
  }

  /** The evidence of tokens from a place on. */
  readEvidence(at: number, length: number): RunEvidence {
    const key = at * longest + length;
    const before = this.known.get(key);
    if (before) return before;
    const { tokens } = this.text;
    const to = at + length;
    const surprise = this.surprise[to]! - this.surprise[at]! + (length - 1) * pairSurprise;
    const isFramed = this.frame[to]! - this.frame[at]! >= leastOfFrame;
    const { plain, pairs, topicalGain } = this.apart[isFramed ? 1 : 0];
    const plainSurprise = plain[to]! - plain[at]! + pairs[to]! - pairs[at + 1]!;
    const own = this.gain[to]! - this.gain[at]!;
    const gain = this.sumGain({ start: tokens[at]!.start, end: tokens[to - 1]!.end });
    const evidence = {
      weight: gain * Math.min(1, surprise / fullSurprise),
      subject: own > 0 ? (topicalGain[to]! - topicalGain[at]!) / own : 0,
      ...{ surprise, plainSurprise, isFramed },
    };
    this.known.set(key, evidence);
    return evidence;
  }
}

/** Sums of the values before each place, and of all. */
export function sumUpTo(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return sums;
}
