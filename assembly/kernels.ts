// The two hot loops as WebAssembly SIMD, in AssemblyScript: nothing is allocated, every address is the caller's, and no
// variable outlives a call. src/node/kernels/wasmKernels.ts lays the memory out; src/core/scoring is the reference.

/** First byte that the caller may use. */
export const firstFree: usize = __heap_base;

/** Query patches that are scored together: one int8 lane each. */
const lanes: usize = 64;
/** One byte of a code has 256 rows of `lanes` int8 sums. */
const tableBytes: usize = 256 * lanes;

/**
 * Sums of each code byte for 64 query patches: rows int8[8][256][64], from query float32[64 bits][64 lanes], already scaled
 * so that no sum of eight rows leaves int8. `sums` is float32[256][64] of scratch.
 */
export function fillRows(query: usize, sums: usize, rows: usize): void {
  for (let byte: usize = 0; byte < 8; byte++) {
    const bits = query + byte * 8 * lanes * 4;
    sumsOfByte(bits, sums);
    narrowed(sums, rows + byte * tableBytes);
  }
}

/** A value's sums are those of the value without its lowest set bit, with that bit's sign turned. */
function sumsOfByte(bits: usize, sums: usize): void {
  for (let at: usize = 0; at < lanes * 4; at += 16) {
    let none = f32x4.splat(0);
    for (let bit: usize = 0; bit < 8; bit++) none = f32x4.sub(none, v128.load(bits + bit * lanes * 4 + at));
    v128.store(sums + at, none);
    for (let value: usize = 1; value < 256; value++) {
      const turned = v128.load(bits + ctz(value) * lanes * 4 + at);
      const rest = v128.load(sums + (value & (value - 1)) * lanes * 4 + at);
      v128.store(sums + value * lanes * 4 + at, f32x4.add(rest, f32x4.add(turned, turned)));
    }
  }
}

/** The nearest int8 of each of 256 × 64 float32. */
function narrowed(sums: usize, row: usize): void {
  for (let at: usize = 0; at < tableBytes; at += 16) {
    const low = i16x8.narrow_i32x4_s(nearest(sums + at * 4), nearest(sums + at * 4 + 16));
    const high = i16x8.narrow_i32x4_s(nearest(sums + at * 4 + 32), nearest(sums + at * 4 + 48));
    v128.store(row + at, i8x16.narrow_i16x8_s(low, high));
  }
}

function nearest(at: usize): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(v128.load(at)));
}

/**
 * Adds to sums, float32[spans], each span's score under 64 query patches: the sum over lanes of the largest sum of rows
 * among the span's codes, times the lane's scale. Codes are 8 bytes a patch, the spans end to end; counts uint32[spans].
 */
export function scanSpans(codes: usize, counts: usize, spans: i32, rows: usize, scales: usize, sums: usize): void {
  let at = codes;
  for (let span = 0; span < spans; span++) {
    const end = at + <usize>load<u32>(counts) * 8;
    let most0 = i8x16.splat(-128);
    let most1 = most0;
    let most2 = most0;
    let most3 = most0;
    for (; at < end; at += 8) {
      const a = rows + <usize>load<u8>(at) * lanes;
      const b = rows + <usize>load<u8>(at, 1) * lanes;
      const c = rows + <usize>load<u8>(at, 2) * lanes;
      const d = rows + <usize>load<u8>(at, 3) * lanes;
      const e = rows + <usize>load<u8>(at, 4) * lanes;
      const f = rows + <usize>load<u8>(at, 5) * lanes;
      const g = rows + <usize>load<u8>(at, 6) * lanes;
      const h = rows + <usize>load<u8>(at, 7) * lanes;
      most0 = i8x16.max_s(
        most0,
        i8x16.add(
          i8x16.add(
            i8x16.add(v128.load(a), v128.load(b, tableBytes)),
            i8x16.add(v128.load(c, 2 * tableBytes), v128.load(d, 3 * tableBytes)),
          ),
          i8x16.add(
            i8x16.add(v128.load(e, 4 * tableBytes), v128.load(f, 5 * tableBytes)),
            i8x16.add(v128.load(g, 6 * tableBytes), v128.load(h, 7 * tableBytes)),
          ),
        ),
      );
      most1 = i8x16.max_s(
        most1,
        i8x16.add(
          i8x16.add(
            i8x16.add(v128.load(a, 16), v128.load(b, tableBytes + 16)),
            i8x16.add(v128.load(c, 2 * tableBytes + 16), v128.load(d, 3 * tableBytes + 16)),
          ),
          i8x16.add(
            i8x16.add(v128.load(e, 4 * tableBytes + 16), v128.load(f, 5 * tableBytes + 16)),
            i8x16.add(v128.load(g, 6 * tableBytes + 16), v128.load(h, 7 * tableBytes + 16)),
          ),
        ),
      );
      most2 = i8x16.max_s(
        most2,
        i8x16.add(
          i8x16.add(
            i8x16.add(v128.load(a, 32), v128.load(b, tableBytes + 32)),
            i8x16.add(v128.load(c, 2 * tableBytes + 32), v128.load(d, 3 * tableBytes + 32)),
          ),
          i8x16.add(
            i8x16.add(v128.load(e, 4 * tableBytes + 32), v128.load(f, 5 * tableBytes + 32)),
            i8x16.add(v128.load(g, 6 * tableBytes + 32), v128.load(h, 7 * tableBytes + 32)),
          ),
        ),
      );
      most3 = i8x16.max_s(
        most3,
        i8x16.add(
          i8x16.add(
            i8x16.add(v128.load(a, 48), v128.load(b, tableBytes + 48)),
            i8x16.add(v128.load(c, 2 * tableBytes + 48), v128.load(d, 3 * tableBytes + 48)),
          ),
          i8x16.add(
            i8x16.add(v128.load(e, 4 * tableBytes + 48), v128.load(f, 5 * tableBytes + 48)),
            i8x16.add(v128.load(g, 6 * tableBytes + 48), v128.load(h, 7 * tableBytes + 48)),
          ),
        ),
      );
    }
    const halves = f32x4.add(
      f32x4.add(weighted(most0, scales), weighted(most1, scales + 64)),
      f32x4.add(weighted(most2, scales + 128), weighted(most3, scales + 192)),
    );
    store<f32>(sums, load<f32>(sums) + sumOf(halves));
    counts += 4;
    sums += 4;
  }
}

/** Sixteen int8 times their float32 scales, added up in four lanes. */
function weighted(most: v128, scales: usize): v128 {
  const low = i16x8.extend_low_i8x16_s(most);
  const high = i16x8.extend_high_i8x16_s(most);
  return f32x4.add(
    f32x4.add(
      f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low)), v128.load(scales)),
      f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low)), v128.load(scales, 16)),
    ),
    f32x4.add(
      f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high)), v128.load(scales, 32)),
      f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high)), v128.load(scales, 48)),
    ),
  );
}

function sumOf(four: v128): f32 {
  return (
    f32x4.extract_lane(four, 0) +
    f32x4.extract_lane(four, 1) +
    f32x4.extract_lane(four, 2) +
    f32x4.extract_lane(four, 3)
  );
}

/** Query rows whose dot products are taken together: four float32 lanes in each of four registers. */
const groupRows: usize = 16;
/** Document rows that stay in the nearest cache while all groups meet them; an even number. */
const blockRows = 32;

/** Rows float32[rows][dim] as groups of 16, float32[groups][dim][16]; lanes past the last row are left as they are. */
export function groupedRows(values: usize, rows: usize, dim: usize, groups: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    let to = groups + (row / groupRows) * groupRows * dim * 4 + (row % groupRows) * 4;
    for (let i: usize = 0; i < dim; i++) {
      store<f32>(to, load<f32>(values));
      values += 4;
      to += groupRows * 4;
    }
  }
}

/**
 * For each lane of the groups, the largest dot product with a document row and that row, the first of equal ones. The document
 * is float32[documentRows][dim] with an even number of rows. Dots are summed in order of the dimensions, in float32.
 */
export function bestRows(
  groups: usize,
  groupCount: usize,
  document: usize,
  documentRows: i32,
  dim: usize,
  rows: usize,
  similarities: usize,
): void {
  for (let at: usize = 0; at < groupCount * groupRows * 4; at += 16) {
    v128.store(similarities + at, f32x4.splat(-Infinity));
    v128.store(rows + at, i32x4.splat(0));
  }
  for (let row = 0; row < documentRows; row += blockRows) {
    const end = min(row + blockRows, documentRows);
    betterRows(groups, groupCount, document, row, end, dim, rows, similarities);
    document += <usize>blockRows * dim * 4;
  }
}

/** Improves on the best rows so far by the document rows from `first` to before `end`, which begin at `document`. */
function betterRows(
  groups: usize,
  groupCount: usize,
  document: usize,
  first: i32,
  end: i32,
  dim: usize,
  rows: usize,
  similarities: usize,
): void {
  const bytes = dim * 4;
  for (let group: usize = 0; group < groupCount; group++) {
    let best0 = v128.load(similarities);
    let best1 = v128.load(similarities, 16);
    let best2 = v128.load(similarities, 32);
    let best3 = v128.load(similarities, 48);
    let row0 = v128.load(rows);
    let row1 = v128.load(rows, 16);
    let row2 = v128.load(rows, 32);
    let row3 = v128.load(rows, 48);
    let at = document;
    for (let row = first; row < end; row += 2) {
      let a0 = f32x4.splat(0);
      let a1 = a0;
      let a2 = a0;
      let a3 = a0;
      let b0 = a0;
      let b1 = a0;
      let b2 = a0;
      let b3 = a0;
      let query = groups;
      for (const end = at + bytes; at < end; at += 4) {
        const a = v128.load_splat<f32>(at);
        const b = v128.load_splat<f32>(at + bytes);
        const q0 = v128.load(query);
        a0 = f32x4.add(a0, f32x4.mul(q0, a));
        b0 = f32x4.add(b0, f32x4.mul(q0, b));
        const q1 = v128.load(query, 16);
        a1 = f32x4.add(a1, f32x4.mul(q1, a));
        b1 = f32x4.add(b1, f32x4.mul(q1, b));
        const q2 = v128.load(query, 32);
        a2 = f32x4.add(a2, f32x4.mul(q2, a));
        b2 = f32x4.add(b2, f32x4.mul(q2, b));
        const q3 = v128.load(query, 48);
        a3 = f32x4.add(a3, f32x4.mul(q3, a));
        b3 = f32x4.add(b3, f32x4.mul(q3, b));
        query += groupRows * 4;
      }
      at += bytes;
      const even = i32x4.splat(row);
      const odd = i32x4.splat(row + 1);
      row0 = v128.bitselect(even, row0, f32x4.gt(a0, best0));
      best0 = f32x4.pmax(best0, a0);
      row0 = v128.bitselect(odd, row0, f32x4.gt(b0, best0));
      best0 = f32x4.pmax(best0, b0);
      row1 = v128.bitselect(even, row1, f32x4.gt(a1, best1));
      best1 = f32x4.pmax(best1, a1);
      row1 = v128.bitselect(odd, row1, f32x4.gt(b1, best1));
      best1 = f32x4.pmax(best1, b1);
      row2 = v128.bitselect(even, row2, f32x4.gt(a2, best2));
      best2 = f32x4.pmax(best2, a2);
      row2 = v128.bitselect(odd, row2, f32x4.gt(b2, best2));
      best2 = f32x4.pmax(best2, b2);
      row3 = v128.bitselect(even, row3, f32x4.gt(a3, best3));
      best3 = f32x4.pmax(best3, a3);
      row3 = v128.bitselect(odd, row3, f32x4.gt(b3, best3));
      best3 = f32x4.pmax(best3, b3);
    }
    v128.store(similarities, best0);
    v128.store(similarities, best1, 16);
    v128.store(similarities, best2, 32);
    v128.store(similarities, best3, 48);
    v128.store(rows, row0);
    v128.store(rows, row1, 16);
    v128.store(rows, row2, 32);
    v128.store(rows, row3, 48);
    groups += groupRows * bytes;
    similarities += groupRows * 4;
    rows += groupRows * 4;
  }
}
