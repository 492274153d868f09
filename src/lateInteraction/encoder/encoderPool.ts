import os from 'node:os';
import type { MessagePort, Worker } from 'node:worker_threads';
import { engineStopped } from '../../core/errors';
import type { Encoder, TokenVectors } from '../../core/ports';
import { neverStops, type StopSignal, throwIfStopped } from '../../core/basics/work';
import { Caller, serveCalls } from '../../protocol/rpc';
import { OnnxEncoder } from './encoder';

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
    this.startMembers(windows.length);
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

  private startMembers(windows: number): void {
    if (this.alone === undefined || this.members.length > 0) return;
    this.alone -= windows;
    if (this.alone < 0) this.members = Array.from({ length: this.count() }, () => new Member(this.start()));
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
    this.caller = new Caller({
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => worker.on('message', listener),
    });
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
  serveCalls(
    { post: (message) => port.postMessage(message), onMessage: (listener) => port.on('message', listener) },
    async ({ args }) => (await inTurn(() => encoder.encode(args as readonly string[], neverStops)))[0],
  );
  port.postMessage({ ready: true });
}
