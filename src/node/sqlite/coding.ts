import type { EncodedSpan } from '../../core/ports';
import { signCodes } from '../../core/scoring/signCodes';
import type { IndexEncoder } from './indexFacts';

/** A span with what stays in memory of it. */
export interface CodedSpan extends EncodedSpan {
  /** 8 bytes a patch. */
  readonly codes: Uint8Array;
}

/** @throws RangeError  where arrays do not fit together or rows have not unit length: bugs of the caller */
export function codeSpan(span: EncodedSpan, encoder: IndexEncoder): CodedSpan {
  requireSound(span, encoder);
  return { ...span, codes: signCodes(span.patches, encoder.coding.known).bytes };
}

function requireSound({ patches, open }: EncodedSpan, encoder: IndexEncoder): void {
  const { dim, values, ranges } = patches;
  if (dim !== encoder.dim || open.length !== encoder.openDim || 2 * values.length !== ranges.length * dim) {
    throw new RangeError(`A span has ${values.length} values of ${dim} dimensions, ${ranges.length} range ends.`);
  }
  for (let row = 0; row < values.length; row += dim) {
    let squares = 0;
    for (let i = 0; i < dim; i++) squares += values[row + i]! * values[row + i]!;
    if (!(Math.abs(squares - 1) < 0.01)) throw new RangeError(`A patch has length ${Math.sqrt(squares)}, not 1.`);
  }
}
