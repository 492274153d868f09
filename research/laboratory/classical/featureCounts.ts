/** A sparse row of counts, by ascending feature id. */
export interface FeatureCounts {
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

/** Counts equal ids. The order of `ids` does not matter; it is sorted in place. */
export function countFeatures(ids: Uint32Array): FeatureCounts {
  ids.sort();
  const unique = new Uint32Array(ids.length);
  const counts = new Uint32Array(ids.length);
  let n = 0;
  for (const id of ids) {
    if (n > 0 && unique[n - 1] === id) counts[n - 1]! += 1;
    else {
      unique[n] = id;
      counts[n] = 1;
      n += 1;
    }
  }
  return { ids: unique.slice(0, n), counts: counts.slice(0, n) };
}
