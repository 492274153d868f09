import type { KnownDocument } from '../domain';
import type { StopSignal } from '../ports';
import { hashedWords, sharedRuns, WordPairs, wordRuns, type WordRuns } from '../text/hashedWords';

type KnownText = Pick<KnownDocument, 'id' | 'text'>;

interface KnownWords {
  readonly words: Int32Array;
  readonly runs: WordRuns;
}

const counted = new WeakMap<KnownText, KnownWords>();

/** A questioned text, quotations and all, as known texts are compared with it to tell copies. */
export class QuestionedWords {
  private readonly words: Int32Array;
  private readonly runs: WordRuns;
  private readonly pairs: WordPairs;
  /** By ids of documents: a review asks of some twice. */
  private readonly shares = new Map<string, number>();

  /** Throws Cancelled. */
  constructor(text: string, stop: StopSignal) {
    this.words = hashedWords(text, stop);
    this.runs = wordRuns(this.words);
    this.pairs = new WordPairs(this.words);
  }

  /**
   * About how much of the shorter text the other one has, too, in [0, 1]: the larger of its share of runs of five words, which
   * find a text that is there twice, and of words in stretches of pairs, which find one that was changed. Throws Cancelled.
   */
  shareIn(known: KnownText, stop: StopSignal): number {
    const share = this.shares.get(known.id) ?? this.shareOf(known, stop);
    this.shares.set(known.id, share);
    return share;
  }

  private shareOf(known: KnownText, stop: StopSignal): number {
    const { words, runs } = knownWords(known, stop);
    const shorter = Math.min(this.words.length, words.length);
    if (shorter === 0) return 0;
    const inStretches = Math.min(1, this.pairs.wordsSharedWith(words, stop) / shorter);
    return Math.max(sharedRuns(this.runs, runs), inStretches);
  }
}

/** Words and runs of a known text, kept as long as the document is. Throws Cancelled. */
export function knownWords(known: KnownText, stop: StopSignal): KnownWords {
  const found = counted.get(known);
  if (found) return found;
  const words = hashedWords(known.text, stop);
  const made = { words, runs: wordRuns(words) };
  counted.set(known, made);
  return made;
}
