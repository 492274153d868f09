import type { PatchVectors, Span } from '../../core/domain/evidence';
import { computeLength, joinArrays } from '../../core/basics/numbers';
import type { TokenVectors } from '../../core/ports';

/**
 * Unit means of the used token vectors in each run of n tokens, counted from the window's first token. A run without a used token is
 * dropped. `ranges` go from the first used token of the run to the last, in the window's normalised text.
 * @param n  patch length in tokens, at least 1
 */
export function poolPatches(window: TokenVectors, n: number): PatchVectors {
  const { dim, used } = window;
  const runs = Math.ceil(used.length / n);
  const values = new Float32Array(runs * dim);
  const ranges = new Uint32Array(runs * 2);
  let patches = 0;
  for (let run = 0; run < runs; run++) {
    const [from, to] = [run * n, Math.min(run * n + n, used.length)];
    const row = values.subarray(patches * dim, (patches + 1) * dim).fill(0);
    for (let t = from; t < to; t++) {
      if (!used[t]) continue;
      for (let d = 0; d < dim; d++) row[d]! += window.values[t * dim + d]!;
    }
    if (!toUnitLength(row)) continue;
    ranges[2 * patches] = window.ranges[2 * used.indexOf(1, from)]!;
    ranges[2 * patches + 1] = window.ranges[2 * used.lastIndexOf(1, to - 1) + 1]!;
    patches += 1;
  }
  return { dim, values: values.slice(0, patches * dim), ranges: ranges.slice(0, 2 * patches) };
}

/** The patches of a span's windows, one after another. */
export function joinPatches(dim: number, parts: readonly PatchVectors[]): PatchVectors {
  const values = parts.map((part) => part.values);
  const ranges = parts.map((part) => part.ranges);
  return { dim, values: joinArrays(Float32Array, values), ranges: joinArrays(Uint32Array, ranges) };
}

/**
 * A document vector of several windows: the mean of their document vectors weighted by the tokens in each, scaled to unit length. Zeros if
 * there is nothing to average.
 */
export function averageSpanVector(documentDim: number, windows: readonly TokenVectors[]): Float32Array {
  const mean = new Float32Array(documentDim);
  for (const { documentVector, documentTokens } of windows) {
    for (let d = 0; d < documentDim; d++) mean[d]! += documentTokens * documentVector[d]!;
  }
  toUnitLength(mean);
  return mean;
}

/** Mean of the spans' document vectors weighted by their tokens, scaled to unit length. */
export function averageTextVector(
  spans: readonly { readonly documentVector: Float32Array; readonly span: Pick<Span, 'tokens'> }[],
): Float32Array {
  const sum = new Float32Array(spans[0]?.documentVector.length ?? 0);
  for (const { documentVector, span } of spans) {
    for (let i = 0; i < sum.length; i++) sum[i]! += documentVector[i]! * span.tokens;
  }
  const length = computeLength(sum);
  return length > 0 ? sum.map((value) => value / length) : sum;
}

/** Dot product of two rows of equal length. */
export function multiplyDense(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Scales the row to unit length in place; false if it is all zeros, or not finite. */
function toUnitLength(row: Float32Array): boolean {
  let squares = 0;
  for (let d = 0; d < row.length; d++) squares += row[d]! * row[d]!;
  const scale = 1 / Math.sqrt(squares);
  if (!Number.isFinite(scale) || scale === 0) return false;
  for (let d = 0; d < row.length; d++) row[d]! *= scale;
  return true;
}
