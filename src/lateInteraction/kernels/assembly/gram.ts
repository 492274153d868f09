// The products of rows of float32 with one another.

/** Bytes of a row: 64 columns, over which products are summed in float32. */
const rowBytes: usize = 256;

/**
 * Adds the products of rows, float32[count][64], with one another to a matrix, float64[count][count], of which the lower triangle is used;
 * count is even.
 */
export function addProducts(rows: usize, count: i32, matrix: usize): void {
  const line = <usize>count * 8;
  for (let i = 0; i < count; i += 2) {
    const one = rows + <usize>i * rowBytes;
    for (let j = 0; j <= i; j += 2) addTile(one, rows + <usize>j * rowBytes, matrix + <usize>j * 8, line);
    matrix += 2 * line;
  }
}

/** The products of two rows with two others. `line` is the number of bytes in a line of the matrix. */
function addTile(rows: usize, others: usize, sums: usize, line: usize): void {
  let a = f32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (const end = rows + rowBytes; rows < end; rows += 16) {
    const one = v128.load(rows);
    const two = v128.load(rows, 256);
    const left = v128.load(others);
    const right = v128.load(others, 256);
    a = f32x4.add(a, f32x4.mul(one, left));
    b = f32x4.add(b, f32x4.mul(one, right));
    c = f32x4.add(c, f32x4.mul(two, left));
    d = f32x4.add(d, f32x4.mul(two, right));
    others += 16;
  }
  addSum(sums, a);
  addSum(sums + 8, b);
  addSum(sums + line, c);
  addSum(sums + line + 8, d);
}

function addSum(at: usize, parts: v128): void {
  const sums = f64x2.add(
    f64x2.promote_low_f32x4(parts),
    f64x2.promote_low_f32x4(i8x16.shuffle(parts, parts, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15)),
  );
  store<f64>(at, load<f64>(at) + f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1));
}
