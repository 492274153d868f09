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
    const [a, b] = nearest(rows);
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

function nearest(rows: readonly (readonly number[])[]): readonly [number, number] {
  let [best, a, b] = [Infinity, 0, 1];
  for (let i = 0; i < rows.length; i++)
    for (let j = i + 1; j < rows.length; j++) if (rows[i]![j]! < best) [best, a, b] = [rows[i]![j]!, i, j];
  return [a, b];
}

/** The texts in the order in which a dendrogram has them, so that no lines cross. */
export function leafOrder(merges: readonly Merge[]): readonly number[] {
  const texts = merges.length + 1;
  const leaves = (id: number): readonly number[] => {
    const merge = merges[id - texts];
    return merge ? [...leaves(merge.first), ...leaves(merge.second)] : [id];
  };
  return leaves(2 * merges.length);
}

/** Places in a plane, and which share of the spread of the distances they show. */
export interface Plane {
  readonly places: readonly (readonly [x: number, y: number])[];
  /** In [0, 1]: of the two largest among the positive eigenvalues. */
  readonly shown: number;
}

/**
 * Classical multidimensional scaling (Torgerson 1952): B = −½ J D² J, whose two leading eigenvectors, each times the root of its
 * eigenvalue, are the places. The largest coordinate of an axis is positive. As R's `cmdscale`, but for signs.
 */
export function classicalScaling(distances: Distances): Plane {
  const n = distances.length;
  const squared = distances.map((row) => row.map((distance) => distance ** 2));
  const means = squared.map((row) => row.reduce((sum, value) => sum + value, 0) / n);
  const mean = means.reduce((sum, value) => sum + value, 0) / n;
  const inner = squared.map((row, i) => row.map((value, j) => -(value - means[i]! - means[j]! + mean) / 2));
  const { values, vectors } = eigen(inner);
  const order = values.map((_, k) => k).sort((a, b) => values[b]! - values[a]!);
  const axes = order.slice(0, 2).map((k) => axisOf(vectors[k]!, values[k]!));
  const positive = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const led = order.slice(0, 2).reduce((sum, k) => sum + Math.max(0, values[k]!), 0);
  return {
    places: distances.map((_, i) => [axes[0]?.[i] ?? 0, axes[1]?.[i] ?? 0]),
    shown: positive > 0 ? led / positive : 0,
  };
}

function axisOf(vector: Float64Array, value: number): readonly number[] {
  const axis = Array.from(vector, (each) => each * Math.sqrt(Math.max(0, value)));
  const largest = axis.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
  return largest < 0 ? axis.map((each) => -each) : axis;
}

const maxSweeps = 50;
const precision = 1e-20; // what is left off the diagonal, of all squares

/** Eigenvalues and eigenvectors of a symmetric matrix, by cyclic Jacobi rotations (Golub & Van Loan, 8.5). */
function eigen(symmetric: readonly (readonly number[])[]): {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
} {
  const rows = symmetric.map((row) => Float64Array.from(row));
  const vectors = rows.map((_, i) => Float64Array.from(rows, (_, j) => Number(i === j)));
  const all = rows.reduce((sum, row) => sum + squares(row), 0);
  const offDiagonal = (): number => rows.reduce((sum, row, i) => sum + squares(row) - row[i]! ** 2, 0);
  for (let sweep = 0; sweep < maxSweeps && offDiagonal() > precision * all; sweep++)
    for (let p = 0; p < rows.length; p++) for (let q = p + 1; q < rows.length; q++) rotate(rows, vectors, p, q);
  return { values: rows.map((row, i) => row[i]!), vectors };
}

function squares(row: Float64Array): number {
  let sum = 0;
  for (const value of row) sum += value * value;
  return sum;
}

/** Makes the entry (p, q) zero; the eigenvectors are turned with the rows. */
function rotate(rows: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const [rowP, rowQ] = [rows[p]!, rows[q]!];
  const [pp, qq, pq] = [rowP[p]!, rowQ[q]!, rowP[q]!];
  if (pq === 0) return;
  const tau = (qq - pp) / (2 * pq);
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const cos = 1 / Math.sqrt(1 + t * t);
  turn(rowP, rowQ, cos, t * cos);
  turn(vectors[p]!, vectors[q]!, cos, t * cos);
  rowP[p] = pp - t * pq;
  rowQ[q] = qq + t * pq;
  rowP[q] = 0;
  rowQ[p] = 0;
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k]!; // the columns are as the rows
    row[p] = rowP[k]!;
    row[q] = rowQ[k]!;
  }
}

function turn(a: Float64Array, b: Float64Array, cos: number, sin: number): void {
  for (let k = 0; k < a.length; k++) {
    const x = a[k]!;
    const y = b[k]!;
    a[k] = cos * x - sin * y;
    b[k] = sin * x + cos * y;
  }
}
