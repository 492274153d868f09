import * as v from 'valibot';
import { modelCorrupt } from '../../core/errors';
import { fields, checkShape } from '../../core/basics/shape';
import { classifyCached, WordPiece, wordPieceModel } from './wordPiece';

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
    for (const match of text.matchAll(this.special)) {
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
      if (kind !== 'isolated') end = findEndOfWord(text, end, part.end);
      const pieces = this.words.split(text.slice(start, end));
      for (let p = 0; p < pieces.length; p += 3) {
        results.push(pieces[p]!, start + pieces[p + 1]!, start + pieces[p + 2]!);
      }
    }
  }
}

/** The end of the characters that continue a word. */
function findEndOfWord(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const character = readCharacter(text, at);
    const { kind } = classifyCached(character);
    if (kind === 'space' || kind === 'isolated') break;
    at += character.length;
  }
  return at;
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
