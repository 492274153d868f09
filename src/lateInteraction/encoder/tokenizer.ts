import * as v from 'valibot';
import { type Shape, checkShape, fields } from '../../core/basics/shape';
import { modelCorrupt } from '../../core/errors';
import { walkMatches } from '../../core/text/characters';

/** The pieces of this many words are cached, in at most 2 MB. If there are more, all are released. */
const cachedWords = 5000;
const maxCachedWord = 40;

/** The model in tokenizer.json. Its vocabulary has the token for unknown characters. */
const wordPieceModel = v.pipe(
  fields({
    type: v.literal('WordPiece'),
    vocab: v.custom<Readonly<Record<string, number>>>((value) => typeof value === 'object' && value !== null),
    unk_token: v.string(),
    continuing_subword_prefix: v.string(),
    max_input_chars_per_word: v.number(),
  }),
  v.check(({ vocab, unk_token: unknown }) => typeof vocab[unknown] === 'number'),
);

/** A character of the vocabulary, and its original place, in UTF-16 code units of the word. */
interface Character {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Splits one word into vocabulary entries, longest first. */
class WordPiece {
  private readonly entries: ReadonlyMap<string, number>;
  /** Characters of the longest entry. */
  private readonly longest: number;
  private readonly unknown: number;
  private readonly cache = new Map<string, readonly number[]>();

  constructor(private readonly model: Shape<typeof wordPieceModel>) {
    this.entries = new Map(Object.entries(model.vocab));
    this.longest = Math.max(...Array.from(this.entries.keys(), ({ length }) => length));
    this.unknown = model.vocab[model.unk_token]!;
  }

  /** Id, start and end of each token of a word in a text, one after another. */
  split(word: string): readonly number[] {
    const known = this.cache.get(word);
    if (known) return known;
    const characters: Character[] = [];
    let start = 0;
    for (const point of word) {
      const end = start + point.length;
      for (const text of classifyCached(point).characters) characters.push({ text, start, end });
      start = end;
    }
    const pieces = this.splitCharacters(characters);
    if (word.length <= maxCachedWord) {
      if (this.cache.size >= cachedWords) this.cache.clear();
      this.cache.set(word, pieces);
    }
    return pieces;
  }

  private splitCharacters(characters: readonly Character[]): readonly number[] {
    if (characters.length === 0) return [];
    const whole = [this.unknown, characters[0]!.start, characters.at(-1)!.end];
    if (characters.length > this.model.max_input_chars_per_word) return whole;
    const pieces: number[] = [];
    for (let from = 0; from < characters.length;) {
      let entry = from === 0 ? '' : this.model.continuing_subword_prefix;
      let id: number | undefined;
      let last = from;
      for (let end = from; end < characters.length && entry.length < this.longest; end++) {
        entry += characters[end]!.text;
        const found = this.entries.get(entry);
        if (found === undefined) continue;
        id = found;
        last = end;
      }
      if (id === undefined) return whole;
      pieces.push(id, characters[from]!.start, characters[last]!.end);
      from = last + 1;
    }
    return pieces;
  }
}

/** How the tokenizer treats a code point: as nothing, a space, a word of its own, or a part of a word. */
interface BertCharacter {
  readonly kind: 'removed' | 'space' | 'isolated' | 'word';
  /** Lower case without accents; empty unless `isolated` or `word`. */
  readonly characters: readonly string[];
}

/**
 * Code points (hexadecimal, with ranges) that Unicode added after version 8, or turned into marks, controls or punctuation. The tokenizer
 * was trained with the tables of version 8 and treats them as letters. They were found by testing tokenizers 0.23 with every code point.
 */
const newer = `
  61d 7fd 890-891 897-89f 8ca-8e2 9fd-9fe a76 afa-aff b55 c04 c3c c77 c84 d00 d3b-d3c d81 eba ece 180f 1885-1886
  1abf-1add 1ae0-1aeb 1b4e-1b4f 1b7d-1b7f 1df6-1dfb 2e43-2e4f 2e52-2e5d a82c a8c5 a8ff a9bd 105c9 105e4
  10d24-10d27 10d69-10d6e 10eab-10ead 10ed0 10efa-10eff 10f46-10f50 10f55-10f59 10f82-10f89 11070 11073-11074
  110c2 110cd 111cf 1123e 11241 1133b 11383 11385 1138e 11391 113bb-113c0 113c5 113c7-113c8 113ce 113d0 113d2
  113d4-113d5 113d7-113d8 113e1-113e2 11438-1143f 11442-11444 11446 1144b-1144f 1145a-1145b 1145d-1145e
  11660-1166c 116b9 1182f-11837 11839-1183b 11938 1193b-1193c 1193e 11943-11946 119d4-119d7 119da-119db 119e0
  119e2 11a01-11a0a 11a33-11a38 11a3b-11a47 11a51-11a56 11a59-11a5b 11a8a-11a96 11a98-11a9c 11a9e-11aa2
  11b00-11b09 11b60 11b62-11b64 11b66 11be1 11c30-11c36 11c38-11c3d 11c3f 11c41-11c45 11c70-11c71 11c92-11ca7
  11caa-11cb0 11cb2-11cb3 11cb5-11cb6 11d31-11d36 11d3a 11d3c-11d3d 11d3f-11d45 11d47 11d90-11d91 11d95 11d97
  11ef3-11ef4 11ef7-11ef8 11f00-11f01 11f36-11f3a 11f40 11f42-11f4f 11f5a 11fff 12ff1-12ff2 13430-13440
  13447-13455 1611e-16129 1612d-1612f 16d68-16d6a 16d6d-16d6f 16e97-16e9a 16f4f 16fe2 16fe4 1cf00-1cf2d
  1cf30-1cf46 1e000-1e006 1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e08f 1e130-1e136 1e2ae 1e2ec-1e2ef
  1e4ec-1e4ef 1e5ee-1e5ef 1e5ff 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e944-1e94a 1e95e-1e95f`;
const newerCharacters = new RegExp(`[${newer.replace(/[0-9a-f]+/g, '\\u{$&}').replace(/\s/g, '')}]`, 'u');

/** Code points that were punctuation then and are something else since. */
const formerPunctuation = /[\u166d\u{111c9}]/u;

const dropped = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\ufffd]/u;
const white = /\p{White_Space}/u;
const mark = /[\p{Mn}\u1734\u{1171e}]/u;
const punctuation = /[\p{P}!-/:-@[-`{-~]/u;
const cjk =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;

const removed: BertCharacter = { kind: 'removed', characters: [] };
const space: BertCharacter = { kind: 'space', characters: [] };

const cached = new Map<string, BertCharacter>();
const maxCached = 10_000;

/** BertNormalizer (clean text, CJK apart, no accents, lower case) and BertPreTokenizer, for one code point. */
function classifyCached(character: string): BertCharacter {
  const known = cached.get(character);
  if (known) return known;
  if (cached.size >= maxCached) cached.clear();
  const result = classify(character);
  cached.set(character, result);
  return result;
}

function classify(character: string): BertCharacter {
  if (newerCharacters.test(character)) return { kind: 'word', characters: [character] };
  if (formerPunctuation.test(character)) return { kind: 'isolated', characters: [character] };
  if (dropped.test(character)) return removed;
  if (white.test(character)) return space;
  const characters = Array.from(character.normalize('NFD'))
    .filter((part) => !mark.test(part))
    .flatMap((part) => Array.from(part.toLowerCase()));
  if (characters.length === 0) return removed;
  const alone = cjk.test(character) || characters.some((part) => punctuation.test(part));
  return { kind: alone ? 'isolated' : 'word', characters };
}

/** The content tokens of a text. `ranges` has the start and end of each token, in UTF-16 code units of the text. */
export interface Tokens {
  readonly ids: Uint32Array;
  readonly ranges: Uint32Array;
}

/** The parts of tokenizer.json that are read. */
const tokenizerFile = fields({
  normalizer: fields({ type: v.literal('BertNormalizer'), lowercase: v.literal(true) }),
  pre_tokenizer: fields({ type: v.literal('BertPreTokenizer') }),
  added_tokens: v.array(v.object({ id: v.number(), content: v.string() })),
  model: wordPieceModel,
});

const specialTokens = ['[PAD]', '[CLS]', '[SEP]', '[MASK]'];
const letterOrNumber = /[\p{L}\p{N}]/u;

/** BERT WordPiece, uncased. It gives exactly the same tokens as the library that trained the models. Linear in the text. */
export class BertTokenizer {
  /** Vocabulary entry → id, including the special tokens. */
  readonly vocabulary: ReadonlyMap<string, number>;
  private readonly special: RegExp;
  private readonly words: WordPiece;

  /**
   * @param json  the parsed tokenizer.json
   * @param file  its name, for the message
   * @throws ModelCorrupt if it is not an uncased WordPiece tokenizer
   */
  constructor(json: unknown, file: string) {
    const refuse = (): Error => modelCorrupt(file, 'it is not an uncased WordPiece tokenizer');
    const { added_tokens: tokens, model } = checkShape(tokenizerFile, json, refuse);
    const added = tokens.map(({ content, id }) => [content, id] as const);
    this.vocabulary = new Map([...Object.entries(model.vocab), ...added]);
    const literals = added.map(([content]) => content.replace(/[[\]\\^$.*+?(){}|]/g, '\\$&'));
    this.special = new RegExp(literals.join('|'), 'g');
    this.words = new WordPiece(model);
  }

  /** The id of a token that the vocabulary must have, such as `[CLS]`. */
  findId(token: string): number {
    const id = this.vocabulary.get(token);
    if (id === undefined) throw new Error(`The vocabulary has no ${token}.`);
    return id;
  }

  tokenize(text: string): Tokens {
    /** Id, start and end of each token. */
    const results: number[] = [];
    let start = 0;
    for (const match of walkMatches(text, this.special)) {
      this.readWords(text, { start, end: match.index }, results);
      start = match.index + match[0].length;
      results.push(this.findId(match[0]), match.index, start);
    }
    this.readWords(text, { start, end: text.length }, results);
    const ids = new Uint32Array(results.length / 3);
    const ranges = new Uint32Array(2 * ids.length);
    for (let t = 0; t < ids.length; t++) {
      ids[t] = results[3 * t]!;
      ranges[2 * t] = results[3 * t + 1]!;
      ranges[2 * t + 1] = results[3 * t + 2]!;
    }
    return { ids, ranges };
  }

  private readWords(text: string, part: { start: number; end: number }, results: number[]): void {
    for (let start = part.start, end = start; start < part.end; start = end) {
      const first = readCharacter(text, start);
      end += first.length;
      const { kind } = classifyCached(first);
      if (kind === 'space') continue;
      while (kind !== 'isolated' && end < part.end) {
        const next = readCharacter(text, end);
        const { kind: ofNext } = classifyCached(next);
        if (ofNext === 'space' || ofNext === 'isolated') break;
        end += next.length;
      }
      const pieces = this.words.split(text.slice(start, end));
      for (let p = 0; p < pieces.length; p += 3) {
        results.push(pieces[p]!, start + pieces[p + 1]!, start + pieces[p + 2]!);
      }
    }
  }
}

/** Which tokens are special, and which may be part of a patch, by token id (docs/model-contract.md §1). */
export class TokenFlags {
  readonly special: ReadonlySet<number>;
  private readonly scoring: Uint8Array;

  constructor(tokenizer: BertTokenizer, scorePunctuation: boolean) {
    const { vocabulary } = tokenizer;
    this.special = new Set(specialTokens.map((token) => tokenizer.findId(token)));
    this.scoring = new Uint8Array(1 + Math.max(...vocabulary.values()));
    for (const [entry, id] of vocabulary) {
      const bare = entry.startsWith('##') ? entry.slice(2) : entry;
      if (scorePunctuation || letterOrNumber.test(bare)) this.scoring[id] = 1;
    }
    for (const id of [...this.special, tokenizer.findId('[UNK]')]) this.scoring[id] = 0;
  }

  /** 1 for a token that may be part of a patch, otherwise 0. */
  readFlag(id: number): number {
    return this.scoring[id]!;
  }
}

function readCharacter(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!);
}
