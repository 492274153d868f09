import type { Encoder, Progress, StopSignal, TokenVectors } from '../../core/ports';

/** An encoder that keeps the token vectors of recent windows, so that an edit encodes only what it changed. */
export class WindowCache implements Encoder {
  private readonly kept = new Map<string, TokenVectors>();
  private bytes = 0;

  /** @param capacity  in bytes */
  constructor(
    private readonly encoder: Encoder,
    private readonly capacity = 64e6,
  ) {}

  get modelId(): string {
    return this.encoder.modelId;
  }

  get dim(): number {
    return this.encoder.dim;
  }

  get openDim(): number {
    return this.encoder.openDim;
  }

  get maxTokens(): number {
    return this.encoder.maxTokens;
  }

  get patchTokens(): number {
    return this.encoder.patchTokens;
  }

  get mean(): Float32Array {
    return this.encoder.mean;
  }

  tokenRanges(text: string): Uint32Array {
    return this.encoder.tokenRanges(text);
  }

  async encode(windows: readonly string[], stop: StopSignal, progress?: Progress): Promise<readonly TokenVectors[]> {
    const found = new Map<string, TokenVectors>();
    for (const text of windows) {
      const held = this.kept.get(text);
      if (held) found.set(text, held);
    }
    const missing = [...new Set(windows)].filter((text) => !found.has(text));
    const encoded = await this.encoder.encode(missing, stop, progress);
    missing.forEach((text, i) => found.set(text, encoded[i]!));
    for (const [text, vectors] of found) this.keep(text, vectors);
    return windows.map((text) => found.get(text)!);
  }

  /** Puts a window last in line and lets the first ones go. */
  private keep(text: string, vectors: TokenVectors): void {
    if (this.kept.delete(text)) this.bytes -= size(text, vectors);
    this.kept.set(text, vectors);
    this.bytes += size(text, vectors);
    for (const [oldest, held] of this.kept) {
      if (this.bytes <= this.capacity) return;
      this.kept.delete(oldest);
      this.bytes -= size(oldest, held);
    }
  }
}

function size(text: string, { values, ranges, used, open, states }: TokenVectors): number {
  const arrays = values.byteLength + ranges.byteLength + used.byteLength + open.byteLength + (states?.byteLength ?? 0);
  return arrays + 2 * text.length;
}
