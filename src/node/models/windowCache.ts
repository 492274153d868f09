import type { Encoder, Progress, StopSignal, TokenVectors } from '../../core/ports';

/** Bytes of token vectors that are kept: about 900 windows of 128 tokens by 128 numbers. */
const defaultLimit = 64_000_000;

/** Characters of paragraphs whose tokens are kept. */
const rangesLimit = 2_000_000;

/**
 * An encoder that remembers windows and paragraphs by their text, so that after an edit only those it touched are cut and
 * encoded. The ones longest unused go first.
 */
export class WindowCache implements Encoder {
  readonly modelId: string;
  readonly dim: number;
  readonly openDim: number;
  readonly maxTokens: number;
  readonly patchTokens: number;
  readonly mean: Float32Array;
  private readonly kept = new Map<string, TokenVectors>();
  private bytes = 0;
  private readonly ranges = new Map<string, Uint32Array>();
  private characters = 0;

  /** @param limit  bytes that may be kept */
  constructor(
    private readonly encoder: Encoder,
    private readonly limit = defaultLimit,
  ) {
    this.modelId = encoder.modelId;
    this.dim = encoder.dim;
    this.openDim = encoder.openDim;
    this.maxTokens = encoder.maxTokens;
    this.patchTokens = encoder.patchTokens;
    this.mean = encoder.mean;
  }

  tokenRanges(text: string): Uint32Array {
    const ranges = this.ranges.get(text) ?? this.encoder.tokenRanges(text);
    if (!this.ranges.delete(text)) this.characters += text.length;
    this.ranges.set(text, ranges);
    for (const oldest of this.ranges.keys()) {
      if (this.characters <= rangesLimit) break;
      this.ranges.delete(oldest);
      this.characters -= oldest.length;
    }
    return ranges;
  }

  async encode(windows: readonly string[], stop: StopSignal, progress?: Progress): Promise<readonly TokenVectors[]> {
    const found = new Map<string, TokenVectors>();
    for (const window of windows) {
      const vectors = this.kept.get(window);
      if (vectors) found.set(window, vectors);
    }
    const missing = [...new Set(windows.filter((window) => !found.has(window)))];
    const before = windows.length - missing.length;
    const encoded = await this.encoder.encode(missing, stop, (done) => progress?.(before + done, windows.length));
    for (const [i, window] of missing.entries()) found.set(window, encoded[i]!);
    for (const [window, vectors] of found) this.keep(window, vectors);
    return windows.map((window) => found.get(window)!);
  }

  /** Puts a window at the young end, and lets the oldest go until all fit. */
  private keep(window: string, vectors: TokenVectors): void {
    if (this.kept.delete(window)) this.bytes -= sizeOf(window, vectors);
    this.kept.set(window, vectors);
    this.bytes += sizeOf(window, vectors);
    for (const [oldest, dropped] of this.kept) {
      if (this.bytes <= this.limit) return;
      this.kept.delete(oldest);
      this.bytes -= sizeOf(oldest, dropped);
    }
  }
}

function sizeOf(window: string, { values, ranges, used, open, states }: TokenVectors): number {
  const arrays = [values, ranges, used, open, ...(states ? [states] : [])];
  return 2 * window.length + arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
