/** Distances between texts, symmetric with zeros on the diagonal: row by row. */
export type Distances = readonly (readonly number[])[];

/** Two clusters that become one: texts have the numbers 0 to n − 1, and the cluster of merge i has n + i. */
export interface Merge {
  readonly first: number;
  readonly second: number;
  /** Mean distance of the texts of one to those of the other. */
  readonly height: number;
  /** Texts in it. */
  readonly size: number;
}

/**
 * Agglomerative clustering by average linkage (UPGMA; Sokal & Michener 1958): the two clusters that are nearest are merged until one
 * is left. Of equal distances the first pair. As scipy's `linkage(…, 'average')`.
 */
export function averageLinkage(distances: Distances): readonly Merge[] {
  const rows = distances.map((row) => [...row]);
  const clusters = rows.map((_, text) => ({ id: text, size: 1 }));
  const merges: Merge[] = [];
  while (clusters.length > 1) {
    const [a, b] = findNearest(rows);
    const [one, other] = [clusters[a]!, clusters[b]!];
    const size = one.size + other.size;
    const height = rows[a]![b]!;
    const [first, second] = [one.id, other.id].sort((x, y) => x - y) as [number, number];
    merges.push({ first, second, height, size });
    for (let k = 0; k < rows.length; k++) {
      const mean = (one.size * rows[a]![k]! + other.size * rows[b]![k]!) / size;
      rows[a]![k] = mean;
      rows[k]![a] = mean;
    }
    rows.splice(b, 1);
    for (const row of rows) row.splice(b, 1);
    clusters[a] = { id: distances.length + merges.length - 1, size };
    clusters.splice(b, 1);
  }
  return merges;
}

function findNearest(rows: readonly (readonly number[])[]): readonly [number, number] {
  let [best, a, b] = [Infinity, 0, 1];
  for (let i = 0; i < rows.length; i++)
    for (let j = i + 1; j < rows.length; j++) if (rows[i]![j]! < best) [best, a, b] = [rows[i]![j]!, i, j];
  return [a, b];
}

/** The texts in the order in which a dendrogram has them, so that no lines cross. */
export function listLeaves(merges: readonly Merge[]): readonly number[] {
  const texts = merges.length + 1;
  const collectLeaves = (id: number): readonly number[] => {
    const merge = merges[id - texts];
    return merge ? [...collectLeaves(merge.first), ...collectLeaves(merge.second)] : [id];
  };
  return collectLeaves(2 * merges.length);
}
