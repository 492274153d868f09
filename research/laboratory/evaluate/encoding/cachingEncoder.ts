import type { StopSignal } from '../../../../src/core/basics/work';
import type { Encoder, TokenVectors } from '../../../../src/core/ports';
import { decodeFloat16, encodeFloat16 } from '../../../../src/lateInteraction/scoring/signCodes';
import { WindowShards } from './windowShards';
import { EncoderAround } from './encoderAround';

/**
 * An encoder that looks windows up before it encodes them. Token vectors are rounded to half precision, as indexes store
 * rows, with or without a cache: results do not depend on there being one. States of layers are left out.
 */
export class CachingEncoder extends EncoderAround {
  private readonly cache: WindowShards | undefined;

  constructor(encoder: Encoder, folder: string | undefined) {
    super(encoder);
    this.cache = folder === undefined ? undefined : new WindowShards(folder, encoder.modelId);
  }

  override async encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> {
    const found = windows.map((window) => this.cache?.get(window));
    const missing = windows.filter((_, window) => found[window] === undefined);
    const encoded = missing.length === 0 ? [] : await this.encoder.encode(missing, stop);
    const fresh = encoded.map(rounded);
    missing.forEach((window, at) => this.cache?.add(window, fresh[at]!));
    let next = 0;
    return found.map((vectors) => vectors ?? fresh[next++]!);
  }

  close(): void {
    this.cache?.close();
  }
}

function rounded({ dim, values, ranges, used, documentVector, documentTokens }: TokenVectors): TokenVectors {
  return { dim, values: decodeFloat16(encodeFloat16(values)), ranges, used, documentVector, documentTokens };
}
