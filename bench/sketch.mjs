import { projectedRows, signsOf } from '../src/core/scoring/signCodes';

/** Codes that stand for a span in front of the sign tier: the alternative to document vectors (docs/decisions/0007-pruning.md). */
const sketchCodes = 16;

/** Passes of k-means over a span's patches. */
const passes = 4;

/**
 * The sketch of a span: the signs of the centroids of its projected patches, `sketchCodes` codes in all. It depends
 * on the span's rows alone, and is the same on every machine. Zero bytes for a span without patches.
 */
export function sketchOf(patches, projection) {
  return sketchOfProjected(projectedRows(patches, projection), projection.bits);
}

/** The sketch of rows that were centred and projected: float64[patches][bits]. */
function sketchOfProjected(rows, bits) {
  const count = rows.length / bits;
  if (count === 0) return new Uint8Array((sketchCodes * bits) / 8);
  const centroids = evenlyChosen(rows, bits);
  const nearest = new Uint32Array(count);
  for (let pass = 0; pass < passes; pass++) {
    assign(rows, centroids, bits, nearest);
    recentre(rows, nearest, bits, centroids);
  }
  return signsOf(centroids);
}

/** Rows at even distances in the text, the last of them repeated where there are fewer than codes. */
function evenlyChosen(rows, bits) {
  const count = rows.length / bits;
  const chosen = new Float64Array(sketchCodes * bits);
  for (let code = 0; code < sketchCodes; code++) {
    const row = count > sketchCodes ? Math.floor((code * count) / sketchCodes) : Math.min(code, count - 1);
    chosen.set(rows.subarray(row * bits, (row + 1) * bits), code * bits);
  }
  return chosen;
}

/** Each row's nearest centroid by squared distance, of equal ones the first. */
function assign(rows, centroids, bits, nearest) {
  const halves = halfSquares(centroids, bits);
  for (let row = 0; row < nearest.length; row++) {
    let most = -Infinity;
    for (let code = 0; code < sketchCodes; code++) {
      const closeness = dot(rows.subarray(row * bits, (row + 1) * bits), centroids, code * bits) - halves[code];
      if (closeness > most) {
        most = closeness;
        nearest[row] = code;
      }
    }
  }
}

/** Half of each centroid's squared length. */
function halfSquares(centroids, bits) {
  const halves = new Float64Array(sketchCodes);
  for (let code = 0; code < sketchCodes; code++) {
    const centroid = centroids.subarray(code * bits, (code + 1) * bits);
    halves[code] = dot(centroid, centroids, code * bits) / 2;
  }
  return halves;
}

function dot(row, others, at) {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += row[i] * others[at + i];
  return sum;
}

/** Moves each centroid to the mean of its rows; one without rows stays where it is. */
function recentre(rows, nearest, bits, centroids) {
  const sums = new Float64Array(centroids.length);
  const members = new Uint32Array(sketchCodes);
  for (let row = 0; row < nearest.length; row++) {
    const at = nearest[row] * bits;
    for (let i = 0; i < bits; i++) sums[at + i] = sums[at + i] + rows[row * bits + i];
    members[nearest[row]] += 1;
  }
  for (let i = 0; i < sums.length; i++) {
    const count = members[Math.floor(i / bits)];
    if (count > 0) centroids[i] = sums[i] / count;
  }
}
