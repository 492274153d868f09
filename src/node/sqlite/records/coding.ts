import type { VectorBlock } from '../../../core/domain';
import type { EncodedSpan } from '../../../core/ports';
import type { ProjectionKernel } from '../../../core/scoring/kernels';
import { type Projection, signCodes, signsOf } from '../../../core/scoring/signCodes';
import type { IndexEncoder } from './indexFacts';

/** A span with what stays in memory of it. */
export interface CodedSpan extends EncodedSpan {
  /** 8 bytes a patch. */
  readonly codes: Uint8Array;
}

/**
 * @throws RangeError  where arrays do not fit together or rows have not unit length: bugs of the caller
 */
export function codeSpan(span: EncodedSpan, encoder: IndexEncoder, kernel: ProjectionKernel): CodedSpan {
  requireSound(span, encoder);
  return { ...span, codes: exactCodes(span.patches, encoder.coding.known, kernel) };
}

/** What `largestError` says of the projections that were used. */
const errors = new WeakMap<Projection, number>();

/** The codes of `signCodes`. Patches with a value that the kernel's rounding may have turned round are projected exactly. */
function exactCodes(patches: VectorBlock, projection: Projection, kernel: ProjectionKernel): Uint8Array {
  const { dim, bits } = projection;
  const { values } = kernel.project(patches, projection);
  const unsure = errors.get(projection) ?? largestError(projection);
  errors.set(projection, unsure);
  const codes = signsOf(values);
  for (let at = 0; at < values.length; at += bits) {
    if (isClear(values, at, at + bits, unsure)) continue;
    const row = { dim, values: patches.values.subarray((at / bits) * dim, (at / bits + 1) * dim) };
    codes.set(signCodes(row, projection).bytes, at / 8);
  }
  return codes;
}

/** How far a sum in float32 may be from the exact one: γ(dim + 2) · |r| · |x − μ| (Higham 2002, §3.1), x of length 1.01 at most. */
function largestError({ bits, dim, rows, centre }: Projection): number {
  const lengths = Array.from({ length: bits }, (_, bit) => lengthOf(rows.subarray(bit * dim, (bit + 1) * dim)));
  return (dim + 2) * 2 ** -24 * Math.max(...lengths) * (1.01 + lengthOf(centre));
}

function lengthOf(row: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < row.length; i++) squares += row[i]! * row[i]!;
  return Math.sqrt(squares);
}

/** Whether no value of a range is so near to 0 that its sign is unsure. */
function isClear(values: Float64Array, start: number, end: number, unsure: number): boolean {
  for (let i = start; i < end; i++) if (Math.abs(values[i]!) <= unsure) return false;
  return true;
}

function requireSound({ patches, documentVector }: EncodedSpan, encoder: IndexEncoder): void {
  const { dim, values, ranges } = patches;
  if (
    dim !== encoder.dim ||
    documentVector.length !== encoder.documentDim ||
    2 * values.length !== ranges.length * dim
  ) {
    throw new RangeError(`A span has ${values.length} values of ${dim} dimensions, ${ranges.length} range ends.`);
  }
  for (let row = 0; row < values.length; row += dim) {
    let squares = 0;
    for (let i = 0; i < dim; i++) squares += values[row + i]! * values[row + i]!;
    if (!(Math.abs(squares - 1) < 0.01)) throw new RangeError(`A patch has length ${Math.sqrt(squares)}, not 1.`);
  }
}
