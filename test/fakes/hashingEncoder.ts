import type { Encoder, TokenVectors } from '../../src/core/ports';
import type { SignCoding } from '../../src/lateInteraction/scoring/signCodes';
import { rotationAround } from './rotation';
import { type StopSignal, throwIfStopped } from '../../src/core/basics/work';

const dim = 16;
const tokenPattern = /\[MASK\]|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;

/**
 * A deterministic encoder without a model: a token is a word, `[MASK]` or one other character, and its vector depends on
 * its lower-case spelling alone, so equal words have cosine 1 and others about 0. Punctuation and masks never score.
 */
export class HashingEncoder implements Encoder {
  readonly modelId: string = 'hashing@000000000000';
  readonly dim = dim;
  readonly documentDim = dim;
  readonly patchTokens: number;
  readonly maxTokens: number;
  readonly coding: SignCoding = rotationAround(new Float32Array(dim));
  /** Number of windows encoded so far. */
  encoded = 0;
  private readonly rows = new Map<string, Float32Array>();

  constructor(options: { readonly maxTokens?: number; readonly patchTokens?: number } = {}) {
    this.maxTokens = options.maxTokens ?? 128;
    this.patchTokens = options.patchTokens ?? 2;
  }

  findTokenRanges(text: string): Uint32Array {
    return Uint32Array.from([...text.matchAll(tokenPattern)].flatMap((m) => [m.index, m.index + m[0].length]));
  }

  async encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> {
    const results: TokenVectors[] = [];
    for (const window of windows) {
      await Promise.resolve();
      throwIfStopped(stop);
      results.push(this.encodeOne(window));
      this.encoded += 1;
    }
    return results;
  }

  private encodeOne(window: string): TokenVectors {
    const ranges = this.findTokenRanges(window);
    const tokens = ranges.length / 2;
    if (tokens > this.maxTokens - 2) throw new Error(`A window of ${tokens} tokens was given to the encoder.`);
    const values = new Float32Array(tokens * dim);
    const used = new Uint8Array(tokens);
    const sum = new Float32Array(dim);
    let documentTokens = 0;
    for (let t = 0; t < tokens; t++) {
      const word = window.slice(ranges[2 * t], ranges[2 * t + 1]).toLowerCase();
      const row = this.rowOf(word);
      values.set(row, t * dim);
      used[t] = /^[\p{L}\p{N}\p{M}]/u.test(word) ? 1 : 0;
      if (word === '[mask]') continue;
      documentTokens += 1;
      for (let d = 0; d < dim; d++) sum[d]! += row[d]!;
    }
    const documentVector = sum.map((value) => value / Math.max(documentTokens, 1));
    return { dim, values, ranges, used, documentVector, documentTokens };
  }

  private rowOf(word: string): Float32Array {
    const known = this.rows.get(word);
    if (known) return known;
    const row = unitRow(word);
    this.rows.set(word, row);
    return row;
  }
}

/** FNV-1a of the word seeds xorshift32, which fills one unit row. */
function unitRow(word: string): Float32Array {
  let state = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) state = Math.imul(state ^ word.charCodeAt(i), 0x01000193);
  state = state === 0 ? 1 : state;
  const row = Float32Array.from({ length: dim }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  });
  const norm = Math.hypot(...row);
  return row.map((value) => value / norm);
}
