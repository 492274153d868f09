import type { Token } from './words';

/** Tokens that two texts share, in the same order without anything between them: first places, and how many. */
export interface SharedRun {
  readonly at: number;
  readonly there: number;
  readonly length: number;
}

/** Tokens from one place up to another. */
export interface TokenPart {
  readonly from: number;
  readonly to: number;
}

/** The words and signs of a questioned text by number, and where each stands. */
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

  /** The numbers of another text's tokens; −1 for what the questioned text has not. */
  numbersOf(tokens: readonly Token[]): Int32Array {
    return Int32Array.from(tokens, ({ word }) => this.numberOf.get(word) ?? -1);
  }

  /**
   * The runs of tokens that parts of both texts share and that go on neither way within these, by their places.
   *
   * @param known  numbers of the other text's tokens
   * @param min    tokens of a run
   */
  sharedWith(
    known: Int32Array,
    min: number,
    here: TokenPart = { from: 0, to: this.numbers.length },
    part: TokenPart = { from: 0, to: known.length },
  ): readonly SharedRun[] {
    const parts = { here, part };
    const runs: SharedRun[] = [];
    for (let there = part.from; there < part.to; there++) {
      for (const at of this.places[known[there]!] ?? []) {
        const length = this.lengthFrom(at, there, known, parts);
        if (length >= min) runs.push({ at, there, length });
      }
    }
    return runs.sort((a, b) => a.at - b.at || a.there - b.there);
  }

  /** Tokens of the run that begins at two places with the same token; 0 outside the parts, or where it begins before. */
  private lengthFrom(
    at: number,
    there: number,
    known: Int32Array,
    { here, part }: { readonly here: TokenPart; readonly part: TokenPart },
  ): number {
    if (at < here.from || at >= here.to) return 0;
    if (at > here.from && there > part.from && this.numbers[at - 1] === known[there - 1]) return 0;
    const most = Math.min(here.to - at, part.to - there);
    let length = 1;
    while (length < most && this.numbers[at + length] === known[there + length]) length += 1;
    return length;
  }
}
