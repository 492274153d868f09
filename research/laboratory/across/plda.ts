import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { computeDot, solveSymmetric } from '../../../src/core/evaluation/solveSymmetric';
import type { FeatureRow } from '../../../src/core/classical/featureRow';

/** Rounds of subspace iteration, and of Jacobi rotations. */
const rounds = { directions: 4, rotations: 8 };
/** Share of its mean variance that is added to a covariance within authors, which fewer texts than directions make. */
const ridge = 0.1;

/** Rows as points on the leading directions of some rows. */
export type Projection = (row: FeatureRow) => Float64Array;

/** The leading principal directions of rows, by subspace iteration on their products. */
export function findDirections(rows: readonly FeatureRow[], count: number): Projection {
  const width = rows.reduce((most, { ids }) => Math.max(most, (ids.at(-1) ?? -1) + 1), 0);
  const random = createRandom(1);
  let points: readonly Float64Array[] = rows.map(() => Float64Array.from({ length: count }, () => random() - 0.5));
  let axes = new Float64Array(0);
  for (let round = 0; round < rounds.directions; round++) {
    orthonormalise(points, count);
    axes = new Float64Array(width * count);
    rows.forEach(({ ids, weights }, i) => {
      ids.forEach((id, at) => {
        for (let k = 0; k < count; k++) axes[id * count + k]! += weights[at]! * points[i]![k]!;
      });
    });
    points = rows.map((row) => project(row, axes, count));
  }
  const lengths = Float64Array.from({ length: count }, (_, k) => {
    let sum = 0;
    for (let id = 0; id < width; id++) sum += axes[id * count + k]! ** 2;
    return Math.sqrt(sum) || 1;
  });
  return (row) => project(row, axes, count).map((value, k) => value / lengths[k]!);
}

function project({ ids, weights }: FeatureRow, axes: Float64Array, count: number): Float64Array {
  const point = new Float64Array(count);
  for (let at = 0; at < ids.length && ids[at]! * count < axes.length; at++)
    for (let k = 0; k < count; k++) point[k]! += weights[at]! * axes[ids[at]! * count + k]!;
  return point;
}

/** Makes the columns of points orthonormal (Gram–Schmidt). */
function orthonormalise(points: readonly Float64Array[], count: number): void {
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < k; j++) {
      const shared = points.reduce((sum, point) => sum + point[k]! * point[j]!, 0);
      for (const point of points) point[k]! -= shared * point[j]!;
    }
    const length = Math.sqrt(points.reduce((sum, point) => sum + point[k]! ** 2, 0)) || 1;
    for (const point of points) point[k]! /= length;
  }
}

/** Texts of one author as points, and of which kind each is. */
export type AuthorPoints = readonly { readonly kind: string; readonly point: Float64Array }[];

/** Log10 ratio of a questioned and a known point, with how many texts of the usual length each is worth. */
export type Plda = (
  questioned: Float64Array,
  known: Float64Array,
  worth: { readonly questioned: number; readonly known: number },
) => number;

/**
 * The two-covariance model (Brümmer & de Villiers 2010): an author is a point with the covariance between authors, a text one about it with the
 * covariance within authors, here that of two texts of kinds that `isPair` accepts. Both are made diagonal together; the ratio is a sum over the
 * directions.
 */
export function fitPlda(authors: readonly AuthorPoints[], isPair: (a: string, b: string) => boolean): Plda {
  const size = authors[0]![0]!.point.length;
  const means = authors.map((own) => averagePoints(own.map(({ point }) => point)));
  const centre = averagePoints(means);
  const within = new Float64Array(size * size);
  let pairs = 0;
  for (const own of authors)
    own.forEach((a, i) => {
      for (const b of own.slice(i + 1)) {
        if (!isPair(a.kind, b.kind)) continue;
        addOuter(
          within,
          a.point.map((value, k) => value - b.point[k]!),
          0.5,
        );
        pairs += 1;
      }
    });
  const between = new Float64Array(size * size);
  for (const mean of means)
    addOuter(
      between,
      mean.map((value, k) => value - centre[k]!),
      1 / means.length,
    );
  const usual =
    within.reduce((sum, value, i) => (i % (size + 1) === 0 ? sum + value : sum), 0) / size / Math.max(1, pairs);
  for (let i = 0; i < within.length; i++)
    within[i] = within[i]! / Math.max(1, pairs) + (i % (size + 1) === 0 ? ridge * usual : 0);
  const white = whiten(within, size);
  const { values, vectors } = diagonalise(transform(between, white, size), size);
  const turn = (point: Float64Array): Float64Array => {
    const whitened = multiply(
      white,
      point.map((value, k) => value - centre[k]!),
      size,
    );
    return Float64Array.from(vectors, (vector) => computeDot(vector, whitened));
  };
  return (questioned, known, worth) => {
    const [q, k] = [turn(questioned), turn(known)];
    return values.reduce((sum, b, d) => sum + rateDirection(q[d]!, k[d]!, Math.max(0, b), worth), 0) / Math.LN10;
  };
}

/** Natural logarithm of the ratio along one direction, where texts have the variance 1 within an author. */
function rateDirection(
  q: number,
  k: number,
  between: number,
  worth: { readonly questioned: number; readonly known: number },
): number {
  const [a, c] = [between + 1 / worth.questioned, between + 1 / worth.known];
  const determinant = a * c - between ** 2;
  const together = (c * q * q - 2 * between * q * k + a * k * k) / determinant;
  return -0.5 * (Math.log(determinant) + together) + 0.5 * (Math.log(a * c) + (q * q) / a + (k * k) / c);
}

/** L⁻¹ of a covariance L Lᵀ, row after row. */
function whiten(covariance: Float64Array, size: number): Float64Array {
  const lower = covariance.slice();
  solveSymmetric(lower, new Float64Array(size), 1e-12);
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++)
    for (let i = column; i < size; i++) {
      let sum = Number(i === column);
      for (let k = column; k < i; k++) sum -= lower[i * size + k]! * inverse[k * size + column]!;
      inverse[i * size + column] = sum / lower[i * size + i]!;
    }
  return inverse;
}

/** W M Wᵀ of a symmetric M. */
function transform(matrix: Float64Array, white: Float64Array, size: number): Float64Array {
  const half = new Float64Array(size * size);
  const rows = Array.from({ length: size }, (_, i) => white.subarray(i * size, (i + 1) * size));
  rows.forEach((row, i) => half.set(multiply(matrix, row, size), i * size));
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return computeDot(half.subarray(i * size, (i + 1) * size), rows[j]!);
  });
}

/** Eigenvalues and unit eigenvectors of a symmetric matrix by cyclic Jacobi rotations (Golub & Van Loan, §8.5). */
function diagonalise(matrix: Float64Array, size: number) {
  const a = matrix.slice();
  const vectors = Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (__, k) => Number(i === k)),
  );
  const at = (i: number, j: number): number => i * size + j;
  for (let round = 0; round < rounds.rotations; round++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(a[at(p, q)]!) < 1e-12) continue;
        const angle = 0.5 * Math.atan2(2 * a[at(p, q)]!, a[at(q, q)]! - a[at(p, p)]!);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (let k = 0; k < size; k++) {
          const [x, y] = [a[at(p, k)]!, a[at(q, k)]!];
          [a[at(p, k)], a[at(q, k)]] = [c * x - s * y, s * x + c * y];
        }
        for (let k = 0; k < size; k++) {
          const [x, y] = [a[at(k, p)]!, a[at(k, q)]!];
          [a[at(k, p)], a[at(k, q)]] = [c * x - s * y, s * x + c * y];
          const [v, w] = [vectors[p]![k]!, vectors[q]![k]!];
          [vectors[p]![k], vectors[q]![k]] = [c * v - s * w, s * v + c * w];
        }
      }
  return { values: Array.from({ length: size }, (_, i) => a[at(i, i)]!), vectors };
}

function averagePoints(points: readonly Float64Array[]): Float64Array {
  return points[0]!.map((_, k) => points.reduce((sum, point) => sum + point[k]!, 0) / points.length);
}

function addOuter(matrix: Float64Array, point: Float64Array, weight: number): void {
  const size = point.length;
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) matrix[i * size + j]! += weight * point[i]! * point[j]!;
}

function multiply(matrix: Float64Array, vector: Float64Array, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => computeDot(matrix.subarray(i * size, (i + 1) * size), vector));
}
