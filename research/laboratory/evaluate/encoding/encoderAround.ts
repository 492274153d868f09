import type { StopSignal } from '../../../../src/core/basics/work';
import type { Encoder, TokenVectors } from '../../../../src/core/ports';
import type { SignCoding } from '../../../../src/lateInteraction/scoring/signCodes';

/** Passes everything on to another encoder; what stands around one changes only what it is for. */
export class EncoderAround implements Encoder {
  readonly modelId: string;
  readonly dim: number;
  readonly documentDim: number;
  readonly maxTokens: number;
  readonly patchTokens: number;
  readonly coding: SignCoding;

  constructor(protected readonly encoder: Encoder) {
    this.modelId = encoder.modelId;
    this.dim = encoder.dim;
    this.documentDim = encoder.documentDim;
    this.maxTokens = encoder.maxTokens;
    this.patchTokens = encoder.patchTokens;
    this.coding = encoder.coding;
  }

  findTokenRanges(text: string): Uint32Array {
    return this.encoder.findTokenRanges(text);
  }

  encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> {
    return this.encoder.encode(windows, stop);
  }
}
