import type { SourceText } from '../../../../src/core/domain/evidence';
import { IdiographError } from '../../../../src/core/errors';
import type { StopSignal } from '../../../../src/core/basics/work';
import type { EncodedSpan, Encoder } from '../../../../src/core/ports';
import { encodeText } from '../../../../src/core/text/encodeText';
import { findExclusions } from '../../../../src/reading/text/exclusions';

/** Encodes one text. Throws TooShort when it has nothing to score, and Cancelled. */
export type EncodeText = (source: SourceText, stop: StopSignal) => Promise<readonly EncodedSpan[]>;

/** Encodes texts as a review does: patches of the model's own length, quotations and signatures left out. */
export function encodeWith(encoder: Encoder): EncodeText {
  return ({ text }, stop) =>
    encodeText(text, encoder, { n: encoder.patchTokens, exclude: findExclusions(text, stop), stop });
}

/** The spans of one text; none where it is too short to score. Throws Cancelled. */
export async function spansOf(
  source: SourceText,
  encode: EncodeText,
  stop: StopSignal,
): Promise<readonly EncodedSpan[]> {
  try {
    return await encode(source, stop);
  } catch (error) {
    if (error instanceof IdiographError && error.code === 'TooShort') return [];
    throw error;
  }
}
