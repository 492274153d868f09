/** Measures in points from the left and the bottom of the page as it is shown. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export function multiplyMatrices([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f];
}

export function transformPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The box around a rectangle of another space. */
export function toBox(matrix: Matrix, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Box {
  const corners = [
    transformPoint(matrix, x1, y1),
    transformPoint(matrix, x2, y1),
    transformPoint(matrix, x1, y2),
    transformPoint(matrix, x2, y2),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

export function overlap(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
    top: Math.min(a.top, b.top),
  };
}

export function holds({ left, right, bottom, top }: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

/** The codes of a path in PDF.js, by the number of values after each: move, line, curve of three and of two points, end. */
const pathNumbers = [2, 2, 6, 4, 0];
/** A shape that fills at least this share of its bounding box counts as a box. */
const boxShare = 0.9;

interface Shape {
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  /** Whether it is filled to its edges and has no hole. */
  readonly isBox: boolean;
}

/** The shapes of a path. A shape inside the one before it may be a hole. */
export function findShapes(data: Float32Array): readonly Shape[] {
  const results: Shape[] = [];
  const outlines: [number, number][][] = [];
  for (let at = 0; at < data.length;) {
    const [code, numbers] = [data[at]!, pathNumbers[data[at]!] ?? data.length];
    const to: [number, number] = [data[at + numbers - 1]!, data[at + numbers]!];
    if (code === 0) outlines.push([to]);
    else if (numbers > 0) outlines.at(-1)?.push(to);
    at += numbers + 1;
  }
  for (const points of outlines.filter(({ length }) => length > 1)) {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const box = [findMin(xs), findMin(ys), findMax(xs), findMax(ys)] as const;
    const area = points.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length]!;
      return sum + (x * nextY - nextX * y) / 2; // its sign is the direction of the outline
    }, 0);
    const isBox = Math.abs(area) >= boxShare * (box[2] - box[0]) * (box[3] - box[1]);
    const before = results.at(-1);
    const around = before?.box;
    const isWithin = around && box.every((side, i) => (i < 2 ? side >= around[i]! : side <= around[i]!));
    if (before && isWithin) results[results.length - 1] = { ...before, isBox: false };
    results.push({ box, isBox });
  }
  return results;
}

const findMin = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const findMax = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);

/** The leftmost and the rightmost place of some spots. */
export function findSpan(spots: readonly Pick<Box, 'left' | 'right'>[]): Pick<Box, 'left' | 'right'> {
  return { left: findMin(spots.map(({ left }) => left)), right: findMax(spots.map(({ right }) => right)) };
}

export function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The weights of values, summed by value. */
export function sumWeights<Value>(
  values: readonly (readonly [value: Value, weight: number])[],
): ReadonlyMap<Value, number> {
  const sums = new Map<Value, number>();
  for (const [value, weight] of values) sums.set(value, (sums.get(value) ?? 0) + weight);
  return sums;
}

/** The value with the most weight in total, the first of several. 0 if there are no values. */
export function findHeaviest(values: readonly (readonly [value: number, weight: number])[]): number {
  return [...sumWeights(values)].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0];
}

/** The counts at a whole number and beside it. */
export function sumNear(counts: ReadonlyMap<number, number>, place: number): number {
  return [place - 1, place, place + 1].reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
}

/** The gap that divides words, as a share of the height of letters. */
export const wordGap = 0.2;
/** Kerns are at most this wide, as a share of the size of letters, and a line has at least this many gaps if its blanks are measured. */
const [widestKern, fewestGaps] = [0.12, 3];

/** The gap between words as a share of the size: `wordGap`, or in lines of shrunk blanks, but not of spaced letters, a share of the median gap. */
export function findNarrowGap(glyphs: readonly unknown[]): number {
  const gaps = glyphs.filter((glyph): glyph is number => typeof glyph === 'number' && glyph < -1000 * widestKern);
  const isSpaced = gaps.length < fewestGaps || 3 * gaps.length > glyphs.length - gaps.length;
  return isSpaced ? wordGap : Math.min(wordGap, (-0.6 * computeMedian(gaps)) / 1000);
}
