import { bertCharacter } from './bertCharacters';

const cachedWords = 50_000;
const longestCachedWord = 40;

export interface WordPieceModel {
  readonly vocab: Readonly<Record<string, number>>;
  readonly unk_token: string;
  readonly continuing_subword_prefix: string;
  readonly max_input_chars_per_word: number;
}

/** A word's characters as the vocabulary has them, and where each came from, in UTF-16 code units of the word. */
interface Characters {
  readonly all: string[];
  readonly starts: number[];
  readonly ends: number[];
}

/** Splits one word into vocabulary entries, longest first. */
export class WordPiece {
  private readonly entries: ReadonlyMap<string, number>;
  private readonly longestEntry: number;
  private readonly unknown: number;
  private readonly cache = new Map<string, readonly number[]>();

  constructor(private readonly model: WordPieceModel) {
    this.entries = new Map(Object.entries(model.vocab));
    this.longestEntry = Math.max(...Object.keys(model.vocab).map((entry) => entry.length));
    this.unknown = model.vocab[model.unk_token]!;
  }

  /** Id, start and end of each token of a word as it stands in the text, one after another. */
  split(word: string): readonly number[] {
    const known = this.cache.get(word);
    if (known) return known;
    const pieces = this.splitCharacters(charactersOf(word));
    if (word.length <= longestCachedWord) {
      if (this.cache.size >= cachedWords) this.cache.clear();
      this.cache.set(word, pieces);
    }
    return pieces;
  }

  private splitCharacters({ all, starts, ends }: Characters): readonly number[] {
    if (all.length === 0) return [];
    const whole = [this.unknown, starts[0]!, ends.at(-1)!];
    if (all.length > this.model.max_input_chars_per_word) return whole;
    const pieces: number[] = [];
    for (let from = 0; from < all.length;) {
      const found = this.longestFrom(all, from);
      if (!found) return whole;
      pieces.push(found.id, starts[from]!, ends[found.end - 1]!);
      from = found.end;
    }
    return pieces;
  }

  private longestFrom(all: readonly string[], from: number): { id: number; end: number } | undefined {
    const prefix = from === 0 ? '' : this.model.continuing_subword_prefix;
    for (let end = Math.min(all.length, from + this.longestEntry); end > from; end--) {
      const id = this.entries.get(prefix + all.slice(from, end).join(''));
      if (id !== undefined) return { id, end };
    }
    return undefined;
  }
}

function charactersOf(word: string): Characters {
  const all: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const point of word) {
    for (const character of bertCharacter(point).characters) {
      all.push(character);
      starts.push(at);
      ends.push(at + point.length);
    }
    at += point.length;
  }
  return { all, starts, ends };
}
