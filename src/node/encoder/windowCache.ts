import type { Encoder, Progress, StopSignal, TokenVectors } from '../../core/ports';
import { throwIfStopped } from '../../core/stop';
import { LruCache } from '../lruCache';
import { EncoderAround } from './encoderAround';

/** Bytes of token vectors that are kept: about 900 windows of 128 tokens by 128 numbers. */
const defaultLimit = 64_000_000;

/** Characters of paragraphs whose tokens are kept. */
const rangesLimit = 2_000_000;

/**
 * An encoder that remembers windows and paragraphs by their text, so that after an edit only those it touched are cut and
 * encoded. The ones longest unused go first.
 */
export class WindowCache extends EncoderAround {
  private readonly kept: LruCache<string, TokenVectors>;
  private readonly ranges = new LruCache<string, Uint32Array>(rangesLimit, (_, text) => text.length);

  /** @param limit  bytes that may be kept */
  constructor(encoder: Encoder, limit = defaultLimit) {
    super(encoder);
    this.kept = new LruCache(limit, bytesOf);
  }

  override tokenRanges(text: string): Uint32Array {
    return this.ranges.of(text, () => this.encoder.tokenRanges(text));
  }

  override async encode(
    windows: readonly string[],
    stop: StopSignal,
    progress?: Progress,
  ): Promise<readonly TokenVectors[]> {
    throwIfStopped(stop);
    const found = new Map<string, TokenVectors>();
    for (const window of windows) {
      const vectors = this.kept.get(window);
      if (vectors) found.set(window, vectors);
    }
    const missing = [...new Set(windows.filter((window) => !found.has(window)))];
    const before = windows.length - missing.length;
    const encoded = await this.encoder.encode(missing, stop, (done) => progress?.(before + done, windows.length));
    for (const [i, window] of missing.entries()) found.set(window, encoded[i]!);
    for (const [window, vectors] of found) this.kept.set(window, vectors);
    return windows.map((window) => found.get(window)!);
  }
}

function bytesOf({ values, ranges, used, documentVector }: TokenVectors, window: string): number {
  const arrays = [values, ranges, used, documentVector];
  return 2 * window.length + arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
