// Rows of int8: how they are made, and the products of one row of int16 with many of them, added up in int32.

/** The largest step of a row (src/core/scoring/quantizedVectors.ts is the reference: the steps are the same). */
const largest: f64 = 127;

/** Float32[count][dim] as rows of the kind that `rowProducts` reads: dim bytes, the scale, float32, and 12 bytes more. */
export function packRows(values: usize, count: i32, dim: usize, rows: usize): void {
  for (let row = 0; row < count; row++) {
    const end = values + dim * 4;
    let most = f32x4.splat(0);
    for (let at = values; at < end; at += 16) most = f32x4.pmax(most, f32x4.abs(v128.load(at)));
    const widest: f64 = max(
      max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    );
    const perStep = f64x2.splat(widest > 0 ? largest / widest : 0);
    for (; values < end; values += 64) {
      const low = i16x8.narrow_i32x4_s(fourSteps(values, perStep), fourSteps(values + 16, perStep));
      const high = i16x8.narrow_i32x4_s(fourSteps(values + 32, perStep), fourSteps(values + 48, perStep));
      v128.store(rows, i8x16.narrow_i16x8_s(low, high));
      rows += 16;
    }
    store<f32>(rows, <f32>(widest / largest));
    rows += 16;
  }
}

/** Four values in steps, rounded as ⌊x + ½⌋ in float64. */
function fourSteps(values: usize, perStep: v128): v128 {
  return v128.shuffle<i32>(twoSteps(values, perStep), twoSteps(values + 8, perStep), 0, 2, 4, 6);
}

/** Two steps, each in the low half of a float64 that has the place of 1 at its last bit. */
function twoSteps(values: usize, perStep: v128): v128 {
  const value = f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(values)), perStep);
  return f64x2.add(f64x2.floor(f64x2.add(value, f64x2.splat(0.5))), f64x2.splat(6755399441055744)); // 1.5 · 2⁵²
}

/**
 * The products of a query, int16[dim], with rows of int8, each times the row's scale: float32[count]. A row takes dim bytes,
 * its scale, float32, and 12 bytes more; dim is a multiple of 16.
 */
export function rowProducts(query: usize, dim: usize, rows: usize, count: i32, products: usize): void {
  for (let row = 0; row < count; row++) {
    let low = i32x4.splat(0);
    let high = low;
    let at = query;
    const end = rows + dim;
    for (; rows < end; rows += 16) {
      const values = v128.load(rows);
      low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(at), i16x8.extend_low_i8x16_s(values)));
      high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(at, 16), i16x8.extend_high_i8x16_s(values)));
      at += 32;
    }
    const sum = i32x4.add(low, high);
    const product =
      i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
    store<f32>(products, <f32>product * load<f32>(rows));
    rows += 16;
    products += 4;
  }
}
