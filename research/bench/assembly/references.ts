// What the shipped kernels are measured against, for bench/ only: FastScan with plain i8x16.swizzle (André, Kermarrec & Le
// Scouarnec 2015), and a streaming read of memory.

/** First byte that the caller may use. */
export const firstFree: usize = __heap_base;

/** Patches of a block, one in each lane; a group of four blocks shares its loads of tables. */
const blockBytes: usize = 128;
const groupBytes: usize = 1024;

const lowHalf: u8 = 15;

/**
 * Adds to sums, float32[spans], each span's score: over the query's patches the largest sum of 16 table entries among the
 * span's patches, times the patch's scale. Codes lie transposed, in blocks of 16 patches of which each byte is adjacent; the
 * blocks of a span, uint32[spans], are a multiple of 4. tables int8[patches][16][16]; scratch holds the largest span's nibbles.
 */
export function fastScan(
  codes: usize,
  blocks: usize,
  spans: i32,
  tables: usize,
  scales: usize,
  patches: i32,
  scratch: usize,
  sums: usize,
): void {
  for (let span = 0; span < spans; span++) {
    const groups = <usize>load<u32>(blocks) / 4;
    nibbles(codes, groups, scratch);
    codes += groups * 4 * blockBytes;
    let score: f32 = 0;
    let table = tables;
    let scale = scales;
    for (let patch = 0; patch < patches; patch++) {
      score += <f32>largest(scratch, groups, table) * load<f32>(scale);
      table += 256;
      scale += 4;
    }
    store<f32>(sums, load<f32>(sums) + score);
    blocks += 4;
    sums += 4;
  }
}

/** Splits the codes of a span once for all query patches: [group][16 nibbles][4 blocks][16 patches]. */
function nibbles(codes: usize, groups: usize, scratch: usize): void {
  for (let group: usize = 0; group < groups; group++) {
    for (let block: usize = 0; block < 4; block++) {
      for (let byte: usize = 0; byte < 8; byte++) {
        const both = v128.load(codes);
        const to = scratch + byte * 128 + block * 16;
        v128.store(to, v128.and(both, i8x16.splat(lowHalf)));
        v128.store(to, i8x16.shr_u(both, 4), 64);
        codes += 16;
      }
    }
    scratch += groupBytes;
  }
}

/** The largest sum of one query patch's table entries over the patches of a span. */
function largest(nibble: usize, groups: usize, table: usize): i32 {
  let most = i8x16.splat(-128);
  for (const end = nibble + groups * groupBytes; nibble < end; nibble += groupBytes) {
    let a = i8x16.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let at: usize = 0; at < 16; at += 4) {
      const from = nibble + at * 64;
      const t0 = v128.load(table + at * 16);
      a = i8x16.add(a, i8x16.swizzle(t0, v128.load(from)));
      b = i8x16.add(b, i8x16.swizzle(t0, v128.load(from, 16)));
      c = i8x16.add(c, i8x16.swizzle(t0, v128.load(from, 32)));
      d = i8x16.add(d, i8x16.swizzle(t0, v128.load(from, 48)));
      const t1 = v128.load(table + at * 16, 16);
      a = i8x16.add(a, i8x16.swizzle(t1, v128.load(from, 64)));
      b = i8x16.add(b, i8x16.swizzle(t1, v128.load(from, 80)));
      c = i8x16.add(c, i8x16.swizzle(t1, v128.load(from, 96)));
      d = i8x16.add(d, i8x16.swizzle(t1, v128.load(from, 112)));
      const t2 = v128.load(table + at * 16, 32);
      a = i8x16.add(a, i8x16.swizzle(t2, v128.load(from, 128)));
      b = i8x16.add(b, i8x16.swizzle(t2, v128.load(from, 144)));
      c = i8x16.add(c, i8x16.swizzle(t2, v128.load(from, 160)));
      d = i8x16.add(d, i8x16.swizzle(t2, v128.load(from, 176)));
      const t3 = v128.load(table + at * 16, 48);
      a = i8x16.add(a, i8x16.swizzle(t3, v128.load(from, 192)));
      b = i8x16.add(b, i8x16.swizzle(t3, v128.load(from, 208)));
      c = i8x16.add(c, i8x16.swizzle(t3, v128.load(from, 224)));
      d = i8x16.add(d, i8x16.swizzle(t3, v128.load(from, 240)));
    }
    most = i8x16.max_s(most, i8x16.max_s(i8x16.max_s(a, b), i8x16.max_s(c, d)));
  }
  return largestLane(most);
}

function largestLane(lanes: v128): i32 {
  const low = i16x8.extend_low_i8x16_s(lanes);
  const eight = i16x8.max_s(low, i16x8.extend_high_i8x16_s(lanes));
  const four = i32x4.max_s(i32x4.extend_low_i16x8_s(eight), i32x4.extend_high_i16x8_s(eight));
  return max(
    max(i32x4.extract_lane(four, 0), i32x4.extract_lane(four, 1)),
    max(i32x4.extract_lane(four, 2), i32x4.extract_lane(four, 3)),
  );
}

/** Reads so many bytes, a multiple of 64, and folds them so that no read can be left out. */
export function readThrough(from: usize, bytes: usize): i64 {
  let a = i64x2.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (const end = from + bytes; from < end; from += 64) {
    a = v128.xor(a, v128.load(from));
    b = v128.xor(b, v128.load(from, 16));
    c = v128.xor(c, v128.load(from, 32));
    d = v128.xor(d, v128.load(from, 48));
  }
  const all = v128.xor(v128.xor(a, b), v128.xor(c, d));
  return i64x2.extract_lane(all, 0) ^ i64x2.extract_lane(all, 1);
}
