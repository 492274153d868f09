import { LRUCache } from 'lru-cache';
import type { Encoder, StopSignal, TokenVectors } from '../../core/ports';
import { throwIfStopped } from '../../core/stop';

/** Bytes of token vectors that are kept: about 900 windows of 128 tokens by 128 numbers. */
const defaultLimit = 64_000_000;

/** Characters of paragraphs whose tokens are kept. */
const rangesLimit = 2_000_000;

/**
 * An encoder that remembers windows and paragraphs by their text, so that after an edit only those it touched are cut and
 * encoded. The ones longest unused go first.
 *
 * @param limit  bytes that may be kept
 */
export function cachingWindows(encoder: Encoder, limit = defaultLimit): Encoder {
  const { modelId, dim, documentDim, maxTokens, patchTokens, coding } = encoder;
  const kept = new LRUCache<string, TokenVectors>({ maxSize: limit, sizeCalculation: bytesOf });
  const ranges = new LRUCache<string, Uint32Array>({
    maxSize: rangesLimit,
    sizeCalculation: (_, text) => 1 + text.length,
    memoMethod: (text) => encoder.tokenRanges(text),
  });
  const encode = async (windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> => {
    throwIfStopped(stop);
    const found = new Map<string, TokenVectors>();
    for (const window of windows) {
      const vectors = kept.get(window);
      if (vectors) found.set(window, vectors);
    }
    const missing = [...new Set(windows.filter((window) => !found.has(window)))];
    const encoded = await encoder.encode(missing, stop);
    for (const [i, window] of missing.entries()) found.set(window, encoded[i]!);
    for (const [window, vectors] of found) kept.set(window, vectors);
    return windows.map((window) => found.get(window)!);
  };
  return {
    ...{ modelId, dim, documentDim, maxTokens, patchTokens, coding, encode },
    tokenRanges: (text) => ranges.memo(text),
  };
}

function bytesOf({ values, ranges, used, documentVector }: TokenVectors, window: string): number {
  const arrays = [values, ranges, used, documentVector];
  return 2 * window.length + arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
