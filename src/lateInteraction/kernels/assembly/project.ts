// Projections in float32 (src/core/scoring/signCodes.ts is the reference). When codes are stored, values too close to zero for this
// precision are projected again in float64 (src/node/sqlite/records/spanRows.ts).

/** Bits that are summed together: eight registers of four. */
const bitsAtOnce: usize = 32;

/**
 * Projected rows, float32[count][bits], of centred rows, float32[count][dim]; the projection is float32[dim][bits]. Bits are a
 * multiple of 32. Each value is summed in order of the dimensions.
 */
export function projectRows(
  rows: usize,
  count: i32,
  dim: usize,
  projection: usize,
  bits: usize,
  projected: usize,
): void {
  const end = rows + <usize>count * dim * 4;
  for (; rows < end; rows += dim * 4) {
    for (let bit: usize = 0; bit < bits; bit += bitsAtOnce) {
      projectRow(rows, dim, projection + bit * 4, bits * 4, projected);
      projected += bitsAtOnce * 4;
    }
  }
}

/** 32 values of one row; a row of the projection takes `stride` bytes. */
function projectRow(row: usize, dim: usize, projection: usize, stride: usize, projected: usize): void {
  let sum0 = f32x4.splat(0);
  let sum1 = sum0;
  let sum2 = sum0;
  let sum3 = sum0;
  let sum4 = sum0;
  let sum5 = sum0;
  let sum6 = sum0;
  let sum7 = sum0;
  for (const end = row + dim * 4; row < end; row += 4) {
    const value = v128.load32_splat(row);
    sum0 = f32x4.add(sum0, f32x4.mul(value, v128.load(projection)));
    sum1 = f32x4.add(sum1, f32x4.mul(value, v128.load(projection, 16)));
    sum2 = f32x4.add(sum2, f32x4.mul(value, v128.load(projection, 32)));
    sum3 = f32x4.add(sum3, f32x4.mul(value, v128.load(projection, 48)));
    sum4 = f32x4.add(sum4, f32x4.mul(value, v128.load(projection, 64)));
    sum5 = f32x4.add(sum5, f32x4.mul(value, v128.load(projection, 80)));
    sum6 = f32x4.add(sum6, f32x4.mul(value, v128.load(projection, 96)));
    sum7 = f32x4.add(sum7, f32x4.mul(value, v128.load(projection, 112)));
    projection += stride;
  }
  v128.store(projected, sum0);
  v128.store(projected, sum1, 16);
  v128.store(projected, sum2, 32);
  v128.store(projected, sum3, 48);
  v128.store(projected, sum4, 64);
  v128.store(projected, sum5, 80);
  v128.store(projected, sum6, 96);
  v128.store(projected, sum7, 112);
}
