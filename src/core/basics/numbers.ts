/** The sum in the order of the values. */
export function computeSum(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!; // an iterator would allocate each number
  return sum;
}

/** NaN if there is no value. */
export function computeMean(values: ArrayLike<number>): number {
  return computeSum(values) / values.length;
}

/** The Euclidean length of a vector. */
export function computeLength(vector: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!;
  return Math.sqrt(squares);
}

/** Joins arrays in their order. */
export function joinArrays<Numbers extends Float32Array | Uint32Array>(
  kind: new (length: number) => Numbers,
  parts: readonly Numbers[],
): Numbers {
  const all = new kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Multiplies full rows. */
export interface RowKernel {
  /**
   * The products of each row with itself and all rows before it, as a square. For unit rows they are within 1e-6 of the exact values.
   * @param width  of each row
   */
  multiplyRows(values: Float32Array, width: number): Float64Array;
}

/** Items by key, keys in the order of their first item. */
export function groupBy<Item, Key extends string | number = string>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.get(key)?.push(item) === undefined) groups.set(key, [item]);
  }
  return groups;
}

/** How often each value comes, values in the order of their first. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Orders by id, so that sums always run in one order and samples are the same each time. */
export function compareIds(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
