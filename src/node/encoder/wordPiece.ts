import * as v from 'valibot';
import { fields, type Shape } from '../../core/shape';
import { bertCharacter } from './bertCharacters';

const cachedWords = 50_000;
const maxCachedWord = 40;

/** The model in tokenizer.json, whose vocabulary has the token for what it lacks. */
export const wordPieceModel = v.pipe(
  fields({
    type: v.literal('WordPiece'),
    vocab: v.custom<Readonly<Record<string, number>>>((value) => typeof value === 'object' && value !== null),
    unk_token: v.string(),
    continuing_subword_prefix: v.string(),
    max_input_chars_per_word: v.number(),
  }),
  v.check(({ vocab, unk_token: unknown }) => typeof vocab[unknown] === 'number'),
);

/** A word's characters as the vocabulary has them, and where each came from, in UTF-16 code units of the word. */
interface Characters {
  readonly all: string[];
  readonly starts: number[];
  readonly ends: number[];
}

/** Splits one word into vocabulary entries, longest first. */
export class WordPiece {
  private readonly entries: ReadonlyMap<string, number>;
  /** Characters of the longest entry that begins with a character, the prefix of a continued word with it. */
  private readonly longest = new Map<string, number>();
  private readonly unknown: number;
  private readonly cache = new Map<string, readonly number[]>();

  constructor(private readonly model: Shape<typeof wordPieceModel>) {
    this.entries = new Map(Object.entries(model.vocab));
    for (const entry of this.entries.keys()) {
      const start = this.startOf(entry);
      this.longest.set(start, Math.max(this.longest.get(start) ?? 0, entry.length));
    }
    this.unknown = model.vocab[model.unk_token]!;
  }

  /** Id, start and end of each token of a word as it stands in the text, one after another. */
  split(word: string): readonly number[] {
    const known = this.cache.get(word);
    if (known) return known;
    const pieces = this.splitCharacters(charactersOf(word));
    if (word.length <= maxCachedWord) {
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
    let entry = from === 0 ? '' : this.model.continuing_subword_prefix;
    const max = this.longest.get(entry + all[from]!) ?? 0;
    let found: { id: number; end: number } | undefined;
    for (let end = from; end < all.length && entry.length < max; end++) {
      entry += all[end]!;
      const id = this.entries.get(entry);
      if (id !== undefined) found = { id, end: end + 1 };
    }
    return found;
  }

  /** An entry's first character, behind the prefix of a continued word if it has that. */
  private startOf(entry: string): string {
    const { continuing_subword_prefix: prefix } = this.model;
    const at = entry.startsWith(prefix) ? prefix.length : 0;
    return entry.slice(0, at) + String.fromCodePoint(entry.codePointAt(at) ?? 0);
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
