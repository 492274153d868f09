import type { ModelFiles } from '../../core/domain/evidence';
import type { Encoder, TokenVectors } from '../../core/ports';
import type { SignCoding } from '../scoring/signCodes';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { modelCorrupt } from '../../core/errors';
import { type EncoderEntry, type EncoderFiles, listFilesOfEncoder, readEncoderFiles } from '../../node/models/manifest';
import { BertTokenizer, TokenFlags } from './tokenizer';
import { OnnxSession } from './session';
import { LRUCache } from 'lru-cache';

/**
 * The encoder of a models folder. Windows run one at a time: int8 activations are scaled over everything that runs together, so a window's
 * vectors would depend on its neighbours, and batches of 4 or 8 were no faster on one core. There is no padding.
 */
export class OnnxEncoder implements Encoder {
  readonly modelId: string;
  readonly dim: number;
  readonly documentDim: number;
  readonly maxTokens: number;
  readonly patchTokens: number;
  readonly coding: SignCoding;
  /** The hashes of its files. */
  readonly files: ModelFiles;
  private readonly tokenizer: BertTokenizer;
  private readonly flags: TokenFlags;
  private readonly cls: number;
  private readonly sep: number;

  private constructor(
    private readonly entry: EncoderEntry,
    files: EncoderFiles,
    private readonly session: OnnxSession,
  ) {
    this.modelId = entry.id;
    this.files = listFilesOfEncoder(entry);
    this.dim = entry.dim;
    this.documentDim = entry.documentDim;
    this.maxTokens = entry.maxTokens;
    this.patchTokens = entry.patchTokens;
    this.coding = files.coding;
    this.tokenizer = new BertTokenizer(files.tokenizer, entry.tokenizer.file);
    this.flags = new TokenFlags(this.tokenizer, entry.scorePunctuation);
    this.cls = this.tokenizer.findId('[CLS]');
    this.sep = this.tokenizer.findId('[SEP]');
  }

  /**
   * @param folder   holds manifest.json and the files it names
   * @param threads  threads that one run may use
   * @throws ModelMissing, ModelCorrupt
   */
  static async open(folder: string, threads = 1): Promise<OnnxEncoder> {
    const files = await readEncoderFiles(folder);
    return new OnnxEncoder(files.entry, files, await OnnxSession.open(files.graph, files.entry.file, threads));
  }

  findTokenRanges(text: string): Uint32Array {
    return this.tokenizer.tokenize(text).ranges;
  }

  async encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> {
    const results: TokenVectors[] = [];
    for (const window of windows) {
      throwIfStopped(stop);
      results.push(await this.encodeWindow(window));
    }
    return results;
  }

  close(): Promise<void> {
    return this.session.close();
  }

  private async encodeWindow(window: string): Promise<TokenVectors> {
    const { ids, ranges } = this.tokenizer.tokenize(window);
    const tokens = ids.length + 2;
    if (tokens > this.maxTokens) throw new Error(`A window has ${tokens} tokens; the encoder takes ${this.maxTokens}.`);
    const outputs = await this.session.run(
      {
        input_ids: BigInt64Array.of(BigInt(this.cls), ...Array.from(ids, BigInt), BigInt(this.sep)),
        attention_mask: new BigInt64Array(tokens).fill(1n),
        surface_ids: new BigInt64Array(tokens), // the graph's table of surface forms has only zeros
      },
      [1, tokens],
    );
    return {
      dim: this.dim,
      values: this.checkOutput(outputs, 'token_vectors', tokens * this.dim).slice(this.dim, (tokens - 1) * this.dim),
      ranges,
      used: Uint8Array.from(ids, (id) => this.flags.readFlag(id)),
      documentVector: this.checkOutput(outputs, 'open_vector', this.documentDim).slice(),
      documentTokens: ids.filter((id) => !this.flags.special.has(id)).length,
    };
  }

  private checkOutput(outputs: Readonly<Record<string, Float32Array>>, name: string, size: number): Float32Array {
    const values = outputs[name];
    if (values?.length !== size)
      throw modelCorrupt(this.entry.file, `its output ${name} is not what manifest.json says`);
    return values;
  }
}

/** At most this many bytes of token vectors are cached: about 450 windows of 128 tokens by 128 numbers, or 30,000 words. */
const defaultLimit = 32_000_000;

/** What was not used in this many calls is released. A text of 30,000 words takes 28 calls, and a short one takes one. */
const keptCalls = 128;

/** The tokens of paragraphs with up to this many characters are cached, for about as many words as there are windows. */
const rangesLimit = 200_000;

/**
 * An encoder that caches windows and paragraphs by their text, so that after an edit only the changed ones are cut and encoded. The least
 * recently used ones are released first. A text that is reviewed repeatedly stays; of many short texts in sequence, the last ones stay.
 * @param limit  bytes that may be cached
 */
export function cacheWindows(encoder: Encoder, limit = defaultLimit): Encoder {
  const { modelId, dim, documentDim, maxTokens, patchTokens, coding } = encoder;
  let calls = 1;
  const age = { ttl: keptCalls, ttlResolution: 0, updateAgeOnGet: true, perf: { now: () => calls } };
  const kept = new LRUCache<string, TokenVectors>({ ...age, maxSize: limit, sizeCalculation: countBytes });
  const ranges = new LRUCache<string, Uint32Array>({
    ...age,
    maxSize: rangesLimit,
    sizeCalculation: (_, text) => 1 + text.length,
    memoMethod: (text) => encoder.findTokenRanges(text),
  });
  const encode = async (windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> => {
    throwIfStopped(stop);
    calls += 1;
    for (const cache of [kept, ranges]) cache.purgeStale();
    const results = new Map<string, TokenVectors>();
    for (const window of windows) {
      const vectors = kept.get(window);
      if (vectors) results.set(window, vectors);
    }
    const missing = [...new Set(windows.filter((window) => !results.has(window)))];
    const encoded = await encoder.encode(missing, stop);
    for (const [i, window] of missing.entries()) results.set(window, encoded[i]!);
    for (const [window, vectors] of results) kept.set(window, vectors);
    return windows.map((window) => results.get(window)!);
  };
  return {
    ...{ modelId, dim, documentDim, maxTokens, patchTokens, coding, encode },
    findTokenRanges: (text) => ranges.memo(text),
  };
}

function countBytes({ values, ranges, used, documentVector }: TokenVectors, window: string): number {
  const arrays = [values, ranges, used, documentVector];
  return 2 * window.length + arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
