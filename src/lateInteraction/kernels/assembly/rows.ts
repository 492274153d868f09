// The products of one row of int16 with many of int8, added up in int32.

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
