import os from 'node:os';
import type { MessagePort, Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { type StopSignal, neverStops, throwIfStopped } from '../../core/basics/work';
import type { ModelFiles } from '../../core/domain/evidence';
import { engineStopped, modelCorrupt } from '../../core/errors';
import type { Encoder, TokenVectors } from '../../core/ports';
import { type EncoderEntry, type EncoderFiles, readEncoderFiles } from '../../node/models/manifest';
import { Caller, serveCalls, toPortLike } from '../../protocol/rpc';
import type { SignCoding } from '../scoring/signCodes';
import { OnnxSession } from './session';
import { BertTokenizer, TokenFlags } from './tokenizer';

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
    const { sha256: encoder, tokenizer, mean, codes } = entry;
    this.files = { encoder, tokenizer: tokenizer.sha256, mean: mean.sha256, codes: codes.sha256 };
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
    const { dim } = this;
    for (const window of windows) {
      throwIfStopped(stop);
      const { ids, ranges } = this.tokenizer.tokenize(window);
      const tokens = ids.length + 2;
      if (tokens > this.maxTokens)
        throw new Error(`A window has ${tokens} tokens; the encoder takes ${this.maxTokens}.`);
      const inputs = {
        input_ids: BigInt64Array.of(BigInt(this.cls), ...Array.from(ids, BigInt), BigInt(this.sep)),
        attention_mask: new BigInt64Array(tokens).fill(1n),
        surface_ids: new BigInt64Array(tokens), // the graph's table of surface forms has only zeros
      };
      const outputs = await this.session.run(inputs, [1, tokens]);
      results.push({
        dim,
        values: this.checkOutput(outputs, 'token_vectors', tokens * dim).slice(dim, (tokens - 1) * dim),
        ranges,
        used: Uint8Array.from(ids, (id) => this.flags.readFlag(id)),
        documentVector: this.checkOutput(outputs, 'open_vector', this.documentDim).slice(),
        documentTokens: ids.filter((id) => !this.flags.special.has(id)).length,
      });
    }
    return results;
  }

  close(): Promise<void> {
    return this.session.close();
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
  const kept = new LRUCache<string, TokenVectors>({
    ...age,
    maxSize: limit,
    sizeCalculation: (vectors, window) => {
      const arrays = [vectors.values, vectors.ranges, vectors.used, vectors.documentVector];
      return 2 * window.length + arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
    },
  });
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

/** The data that a thread of the pool is started with. */
export interface PoolMember {
  /** The folder from which its encoder is opened. */
  readonly encodesBy: string;
}

/** At most this many threads run beside the engine's own. Each takes about 130 MB. */
const mostMembers = 7;
/** This much memory of the machine must be left for each, in bytes. */
const bytesOfMember = 5e8;
/** One encoder encodes this many windows before others are started, which takes about as long as a start. */
const windowsAlone = 100;
/** Each member gets this many windows at a time, so that the next one is there when one is done. */
const ahead = 2;

/**
 * The number of threads beside the engine's own: as many encoders as were requested, or as are useful on this machine, which is one for
 * each core if there is enough memory.
 * @param asked  0 for as many as are useful
 */
export function countMembers(asked = 0, cores = os.availableParallelism(), free = os.freemem()): number {
  if (asked > 0) return asked - 1;
  return Math.max(0, Math.min(cores - 1, mostMembers, Math.floor(free / bytesOfMember)));
}

/**
 * Encodes with several encoders of the same files, each in its own thread. The vectors and their order do not depend on the number of
 * encoders. Members work from `open` to `close`. If a member dies, the engine's own encoder encodes its windows.
 */
export class EncoderPool {
  private members: readonly Member[] = [];
  /** Undefined before any work. */
  private alone: number | undefined;

  /** @param start  starts a thread that serves `serveEncoder` */
  constructor(
    private readonly own: OnnxEncoder,
    private readonly start: () => Worker,
    private readonly count: () => number,
  ) {}

  /** The encoder that uses all members. */
  get encoder(): Encoder {
    const { modelId, dim, documentDim, maxTokens, patchTokens, coding } = this.own;
    return {
      ...{ modelId, dim, documentDim, maxTokens, patchTokens, coding },
      findTokenRanges: (text) => this.own.findTokenRanges(text),
      encode: (windows, stop) => this.encode(windows, stop),
    };
  }

  /** Announces that many windows may come. Members start after the first windows. */
  open(): void {
    this.alone ??= windowsAlone;
  }

  /** Lets the members finish their windows and exit. Ending a thread in the middle of one would abort the process. */
  async close(): Promise<void> {
    const { members } = this;
    [this.members, this.alone] = [[], undefined];
    await Promise.all(members.map((member) => member.close()));
  }

  private async encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> {
    if (this.alone !== undefined && this.members.length === 0) {
      this.alone -= windows.length;
      if (this.alone < 0) this.members = Array.from({ length: this.count() }, () => new Member(this.start()));
    }
    const results: TokenVectors[] = [];
    let next = 0;
    const encodeOwn = async (window: string): Promise<TokenVectors> => (await this.own.encode([window], stop))[0]!;
    const work = async (encode: (window: string) => Promise<TokenVectors>): Promise<void> => {
      while (next < windows.length) {
        throwIfStopped(stop);
        const at = next++;
        results[at] = await encode(windows[at]!);
      }
    };
    const byMember = ({ encode }: Member): Promise<void> =>
      work((window) => encode(window).catch(() => encodeOwn(window)));
    const members = this.members.filter(({ isReady }) => isReady);
    await Promise.all([
      work(encodeOwn),
      ...members.flatMap((member) => Array.from({ length: ahead }, () => byMember(member))),
    ]);
    return results;
  }
}

/** The error for windows of a member that has ended. */
const gone = engineStopped('a thread of the encoder ended');

/** One thread of the pool. */
class Member {
  /** Whether it has opened its encoder and is alive. */
  isReady = false;
  private readonly caller: Caller;
  private readonly exited: Promise<unknown>;

  constructor(private readonly worker: Worker) {
    this.caller = new Caller(toPortLike(worker));
    worker.once('message', () => (this.isReady = true));
    worker.once('error', () => this.end()); // 'exit' follows
    this.exited = new Promise((resolve) => worker.once('exit', resolve)).then(() => this.end());
  }

  readonly encode = (window: string): Promise<TokenVectors> =>
    this.isReady ? (this.caller.call('encode', [window]) as Promise<TokenVectors>) : Promise.reject(gone);

  async close(): Promise<void> {
    this.worker.postMessage({ close: true });
    await this.exited;
  }

  private end(): void {
    this.isReady = false;
    this.caller.abandon(gone);
  }
}

/** The program of a member: it reports that it is ready, encodes one window after another, and exits when it is closed. */
export async function serveEncoder(port: MessagePort, { encodesBy }: PoolMember): Promise<void> {
  const encoder = await OnnxEncoder.open(encodesBy);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  port.on('message', (message: { readonly close?: boolean }) => {
    if (message.close) void inTurn(() => encoder.close()).then(() => port.close());
  });
  const encodeOne = async (window: string) => (await encoder.encode([window], neverStops))[0];
  serveCalls(toPortLike(port), ({ args }) => inTurn(() => encodeOne(args[0] as string)));
  port.postMessage({ ready: true });
}
