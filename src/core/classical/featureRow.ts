/** A sparse row: ascending feature ids and their weights. Rows made here have unit length, or are empty. */
export interface FeatureRow {
  readonly ids: Uint32Array;
  readonly weights: Float32Array;
}

/** Makes the rows of texts. */
export interface FeatureMethod {
  featuresOf(text: string): FeatureRow;
}

/** Scales a row to unit length; a row of zeros stays. */
export function unitRow(row: FeatureRow): FeatureRow {
  const length = euclideanLength(row.weights);
  return length > 0 ? { ids: row.ids, weights: row.weights.map((weight) => weight / length) } : row;
}

/** Σ over shared ids of the products of the weights; the cosine when both rows have unit length. */
export function dotRows(a: FeatureRow, b: FeatureRow): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  while (i < a.ids.length && j < b.ids.length) {
    const left = a.ids[i]!;
    const right = b.ids[j]!;
    if (left === right) sum += a.weights[i]! * b.weights[j]!;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return sum;
}

/** The same for equal rows, which texts have that are one but for blanks, and hardly for others. */
export function rowKey({ ids, weights }: FeatureRow): number {
  return weights.reduce((sum, weight, i) => sum + weight * ids[i]!, ids.length);
}

/** `dotRows` of one row with many: it is spread over all feature ids once; sums run in the same order. */
export function dotsWith({ ids, weights }: FeatureRow): (row: FeatureRow) => number {
  const spread = new Float32Array((ids.at(-1) ?? -1) + 1);
  for (let i = 0; i < ids.length; i++) spread[ids[i]!] = weights[i]!;
  return ({ ids: others, weights: theirs }) => {
    let sum = 0;
    for (let i = 0; i < others.length; i++) {
      const id = others[i]!;
      if (id >= spread.length) break;
      sum += theirs[i]! * spread[id]!;
    }
    return sum;
  };
}

/** The `max` heaviest features, by ascending id and of unit length; of equal weights the lower ids. */
export function strongestFeatures(row: FeatureRow, max: number): FeatureRow {
  const { ids, weights } = row;
  if (ids.length <= max) return unitRow(row);
  const lightest = weights.toSorted()[weights.length - max]!;
  let ties = max - weights.reduce((above, weight) => above + Number(weight > lightest), 0);
  const kept = Array.from(ids, (_, i) => i).filter(
    (i) => weights[i]! > lightest || (weights[i] === lightest && ties-- > 0),
  );
  return unitRow({ ids: Uint32Array.from(kept, (i) => ids[i]!), weights: Float32Array.from(kept, (i) => weights[i]!) });
}

function euclideanLength(weights: Float32Array): number {
  let sum = 0;
  for (const weight of weights) sum += weight * weight;
  return Math.sqrt(sum);
}
