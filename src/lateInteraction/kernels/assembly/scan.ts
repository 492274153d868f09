// Sign-coded late interaction: the query's patches are the lanes (test/reference/lookupTables.ts is the reference).

/** Query patches that are scored together: one int8 lane each. */
export const lanes: usize = 64;
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

/** A value's sums are those of the value without its lowest set bit, with the opposite sign for that bit. */
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
 * among the span's codes, times the lane's scale. Codes are 8 bytes a patch; a span's begin at its place in starts,
 * uint32[spans], counted in patches, and are as many as counts, uint32[spans], says.
 */
export function scanSpans(
  codes: usize,
  starts: usize,
  counts: usize,
  spans: i32,
  rows: usize,
  scales: usize,
  sums: usize,
): void {
  for (let span = 0; span < spans; span++) {
    let at = codes + <usize>load<u32>(starts) * 8;
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
    starts += 4;
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

/** The sums of a code's eight rows for sixteen query patches. */
export function sumOfRows(code: usize, rows: usize): v128 {
  return i8x16.add(
    i8x16.add(
      i8x16.add(
        v128.load(rows + <usize>load<u8>(code) * lanes),
        v128.load(rows + <usize>load<u8>(code, 1) * lanes, tableBytes),
      ),
      i8x16.add(
        v128.load(rows + <usize>load<u8>(code, 2) * lanes, 2 * tableBytes),
        v128.load(rows + <usize>load<u8>(code, 3) * lanes, 3 * tableBytes),
      ),
    ),
    i8x16.add(
      i8x16.add(
        v128.load(rows + <usize>load<u8>(code, 4) * lanes, 4 * tableBytes),
        v128.load(rows + <usize>load<u8>(code, 5) * lanes, 5 * tableBytes),
      ),
      i8x16.add(
        v128.load(rows + <usize>load<u8>(code, 6) * lanes, 6 * tableBytes),
        v128.load(rows + <usize>load<u8>(code, 7) * lanes, 7 * tableBytes),
      ),
    ),
  );
}
