import type { Ngrams } from '../classical/ngrams';
import type { TextUnit } from './textUnits';
import { TwoParts } from './twoParts';

/** A part of a text beside the rest of it: how long both are, and how alike in three ways. */
export interface PartScores {
  readonly words: number;
  readonly otherWords: number;
  /** Of the learned metric of n-grams. */
  readonly ngrams: number;
  /** The same with words of content masked. */
  readonly grammar: number;
  /** Cosine of tf-idf rows: subject more than hand. */
  readonly tfidf: number;
}

/** A part of a text, and the rest of it, from which units move to the part. */
export class PartAndRest {
  private readonly ngrams: TwoParts;
  private readonly grammar: TwoParts;
  private readonly tfidf: TwoParts;
  private readonly words: [number, number] = [0, 0];

  /** All units are of the rest at first. */
  constructor({ metric, idf }: Pick<Ngrams, 'metric' | 'idf'>, units: readonly TextUnit[]) {
    this.ngrams = new TwoParts(metric.weights, metric);
    this.grammar = new TwoParts(metric.weights, metric);
    this.tfidf = new TwoParts(idf);
    for (const { words, all, grammar } of units) {
      this.ngrams.add(all);
      this.grammar.add(grammar);
      this.tfidf.add(all);
      this.words[1] += words;
    }
  }

  /** Moves a unit of the rest to the part. */
  take({ words, all, grammar }: TextUnit): void {
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
    };
  }
}
