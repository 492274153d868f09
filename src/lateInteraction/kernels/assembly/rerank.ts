// Exact scores of stored rows: products of int16 query rows and int8 document rows, added up in int32, so that every machine
// has the same sums (`plainReranker` in test/reference/plainKernels.ts is the reference).

import { lanes, sumOfRows } from './scan';

/** Query rows that are multiplied together: four pairs of int16 in each of four registers. */
const groupRows: usize = 16;
/** This many document rows stay in the nearest cache while all groups are multiplied with them; an even number. */
const blockRows = 32;

/** Int8 as int16. The count is a multiple of 16. */
export function widened(from: usize, count: usize, to: usize): void {
  for (const end = from + count; from < end; from += 16) {
    const values = v128.load(from);
    v128.store(to, i16x8.extend_low_i8x16_s(values));
    v128.store(to, i16x8.extend_high_i8x16_s(values), 16);
    to += 32;
  }
}

/**
 * For each lane of the groups, int16[groups][dim / 2][16][2], the largest product with a document row, int16[rows][dim], times
 * the row's scale: float32[groups × 16]. The number of document rows is even.
 */
export function bestProducts(
  groups: usize,
  groupCount: usize,
  document: usize,
  documentRows: i32,
  dim: usize,
  scales: usize,
  best: usize,
): void {
  for (let at: usize = 0; at < groupCount * groupRows * 4; at += 16) v128.store(best + at, f32x4.splat(-Infinity));
  for (let row = 0; row < documentRows; row += blockRows) {
    const rows = min(blockRows, documentRows - row);
    for (let group: usize = 0; group < groupCount; group++) {
      betterProducts(groups + group * groupRows * dim * 2, document, rows, dim, scales, best + group * groupRows * 4);
    }
    document += <usize>blockRows * dim * 2;
    scales += blockRows * 4;
  }
}

/** Improves the best products of one group with some document rows. */
function betterProducts(group: usize, document: usize, rows: i32, dim: usize, scales: usize, best: usize): void {
  const bytes = dim * 2;
  let best0 = v128.load(best);
  let best1 = v128.load(best, 16);
  let best2 = v128.load(best, 32);
  let best3 = v128.load(best, 48);
  let at = document;
  for (let row = 0; row < rows; row += 2) {
    let a0 = i32x4.splat(0);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let b0 = a0;
    let b1 = a0;
    let b2 = a0;
    let b3 = a0;
    let query = group;
    for (const end = at + bytes; at < end; at += 4) {
      const a = v128.load32_splat(at);
      const b = v128.load32_splat(at + bytes);
      const q0 = v128.load(query);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(q0, a));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(q0, b));
      const q1 = v128.load(query, 16);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(q1, a));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(q1, b));
      const q2 = v128.load(query, 32);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(q2, a));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(q2, b));
      const q3 = v128.load(query, 48);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(q3, a));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(q3, b));
      query += groupRows * 4;
    }
    at += bytes;
    const even = v128.load32_splat(scales);
    const odd = v128.load32_splat(scales, 4);
    scales += 8;
    best0 = f32x4.pmax(f32x4.pmax(best0, scaled(a0, even)), scaled(b0, odd));
    best1 = f32x4.pmax(f32x4.pmax(best1, scaled(a1, even)), scaled(b1, odd));
    best2 = f32x4.pmax(f32x4.pmax(best2, scaled(a2, even)), scaled(b2, odd));
    best3 = f32x4.pmax(f32x4.pmax(best3, scaled(a3, even)), scaled(b3, odd));
  }
  v128.store(best, best0);
  v128.store(best, best1, 16);
  v128.store(best, best2, 32);
  v128.store(best, best3, 48);
}

function scaled(products: v128, scale: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(products), scale);
}

/**
 * `bestProducts` for the 64 query rows of one pass, int16[64][dim], and only for document rows with a sign score within `slack` of the best
 * of the same lane; float32[64]. The first `used` lanes have a patch. `sums` is int8[codes][64] of scratch.
 */
export function screenedProducts(
  codes: usize,
  count: usize,
  tables: usize,
  sums: usize,
  slack: i32,
  used: i32,
  query: usize,
  document: usize,
  dim: usize,
  scales: usize,
  best: usize,
): void {
  const filled: u64 = used < 64 ? ((<u64>1) << used) - 1 : <u64>-1;
  let most0 = i8x16.splat(-128);
  let most1 = most0;
  let most2 = most0;
  let most3 = most0;
  for (let at: usize = 0; at < count; at++) {
    const code = codes + at * 8;
    const to = sums + at * lanes;
    const sum0 = sumOfRows(code, tables);
    v128.store(to, sum0);
    most0 = i8x16.max_s(most0, sum0);
    const sum1 = sumOfRows(code, tables + 16);
    v128.store(to, sum1, 16);
    most1 = i8x16.max_s(most1, sum1);
    const sum2 = sumOfRows(code, tables + 32);
    v128.store(to, sum2, 32);
    most2 = i8x16.max_s(most2, sum2);
    const sum3 = sumOfRows(code, tables + 48);
    v128.store(to, sum3, 48);
    most3 = i8x16.max_s(most3, sum3);
  }
  const less = i8x16.splat(<i8>slack);
  const least0 = i8x16.sub_sat_s(most0, less);
  const least1 = i8x16.sub_sat_s(most1, less);
  const least2 = i8x16.sub_sat_s(most2, less);
  const least3 = i8x16.sub_sat_s(most3, less);
  for (let at: usize = 0; at < lanes * 4; at += 16) v128.store(best + at, f32x4.splat(-Infinity));
  for (let row: usize = 0; row < count; row++) {
    const from = sums + row * lanes;
    let near =
      (<u64>(<u32>i8x16.bitmask(i8x16.ge_s(v128.load(from), least0))) |
        ((<u64>(<u32>i8x16.bitmask(i8x16.ge_s(v128.load(from, 16), least1)))) << 16) |
        ((<u64>(<u32>i8x16.bitmask(i8x16.ge_s(v128.load(from, 32), least2)))) << 32) |
        ((<u64>(<u32>i8x16.bitmask(i8x16.ge_s(v128.load(from, 48), least3)))) << 48)) &
      filled;
    if (near === 0) continue;
    const scale = load<f32>(scales + row * 4);
    for (; near !== 0; near &= near - 1) {
      const lane = <usize>ctz(near);
      const product = <f32>productOf(query + lane * dim * 2, document + row * dim * 2, dim * 2) * scale;
      const to = best + lane * 4;
      if (product > load<f32>(to)) store<f32>(to, product);
    }
  }
}

/** The product of two rows of int16 with a length of `bytes`. */
function productOf(a: usize, b: usize, bytes: usize): i32 {
  let even = i32x4.splat(0);
  let odd = even;
  for (const end = a + bytes; a < end; a += 32) {
    even = i32x4.add(even, i32x4.dot_i16x8_s(v128.load(a), v128.load(b)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(v128.load(a, 16), v128.load(b, 16)));
    b += 32;
  }
  const sum = i32x4.add(even, odd);
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}
