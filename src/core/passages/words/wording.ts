import type { Token } from './tokens';

/** Two or more tokens that two texts share, in the same order without anything between them: first places, and how many. */
export interface SharedRun {
  readonly at: number;
  readonly there: number;
  readonly length: number;
}

/** The words and signs of a questioned text, looked up by pairs. */
export class Wording {
  private readonly idOf = new Map<string, number>();
  private readonly ids: Uint32Array;
  private readonly pairs = new Map<number, number[]>();

  constructor(tokens: readonly Token[]) {
    this.ids = Uint32Array.from(tokens, ({ word }) => {
      const id = this.idOf.get(word) ?? this.idOf.size;
      this.idOf.set(word, id);
      return id;
    });
    for (let at = 0; at + 1 < tokens.length; at++) {
      const pair = this.pairOf(this.ids[at]!, this.ids[at + 1]!);
      const places = this.pairs.get(pair);
      if (places) places.push(at);
      else this.pairs.set(pair, [at]);
    }
  }

  /** The runs that another text shares and that go on neither way, by their places in the questioned text. */
  sharedWith(known: readonly Token[]): readonly SharedRun[] {
    const theirs = Int32Array.from(known, ({ word }) => this.idOf.get(word) ?? -1);
    const runs: SharedRun[] = [];
    for (let there = 0; there + 1 < theirs.length; there++) {
      const [first, second] = [theirs[there]!, theirs[there + 1]!];
      if (first < 0 || second < 0) continue;
      for (const at of this.pairs.get(this.pairOf(first, second)) ?? []) {
        if (at > 0 && there > 0 && this.ids[at - 1] === theirs[there - 1]) continue;
        runs.push({ at, there, length: this.lengthOf(at, theirs, there) });
      }
    }
    return runs.sort((a, b) => a.at - b.at || a.there - b.there);
  }

  private lengthOf(at: number, theirs: Int32Array, there: number): number {
    let length = 2;
    while (at + length < this.ids.length && this.ids[at + length] === theirs[there + length]) length += 1;
    return length;
  }

  private pairOf(first: number, second: number): number {
    return first * 2 ** 26 + second;
  }
}
