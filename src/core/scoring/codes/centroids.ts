import type { SignCodes } from '../../domain';

/**
 * The centroid of a span's sign codes: for each bit the mean of ±1 over its patches, as a unit row. Centroids of two spans
 * point in directions as near to one another as those of their patches' means do, and need nothing but the codes
 * (docs/decisions/0011-centroids.md).
 *
 * @param codes   bits / 8 bytes a patch, of spans that lie end to end
 * @param counts  patches of each span
 * @returns spans × bits; a span without patches, or without any leaning, has a row of zeros
 */
export function codeCentroids(codes: Uint8Array, counts: Uint32Array, bits: number): Float32Array {
  const width = bits / 8;
  const centroids = new Float32Array(counts.length * bits);
  let at = 0;
  counts.forEach((count, span) => {
    const row = centroids.subarray(span * bits, (span + 1) * bits);
    for (const end = at + count * width; at < end; at += width) addBits(codes, at, row);
    centre(row, count);
  });
  return centroids;
}

/** The centroid of one span's codes. */
export function codeCentroid({ bits, bytes }: SignCodes): Float32Array {
  return codeCentroids(bytes, Uint32Array.of((8 * bytes.length) / bits), bits);
}

/** Adds each bit of the code at a place. */
function addBits(codes: Uint8Array, at: number, row: Float32Array): void {
  for (let bit = 0; bit < row.length; bit++) row[bit] = row[bit]! + ((codes[at + (bit >> 3)]! >> (bit & 7)) & 1);
}

/** From how often each bit of `count` codes is set to the centroid of these codes, in place. */
export function centre(row: Float32Array, count: number): void {
  let squares = 0;
  for (let bit = 0; bit < row.length; bit++) {
    row[bit] = 2 * row[bit]! - count;
    squares += row[bit]! * row[bit]!;
  }
  const length = Math.sqrt(squares);
  if (length > 0) for (let bit = 0; bit < row.length; bit++) row[bit] = row[bit]! / length;
}
