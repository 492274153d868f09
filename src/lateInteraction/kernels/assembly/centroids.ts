// How often each bit is set in the codes of a span: 64 counts of a byte each, which are added up before they may be full.

/** Codes after which a count may be full. */
const mostAtOnce = 255;

/** Byte b of a code, eight times over: bytes 0 and 1, 2 and 3, 4 and 5, 6 and 7. */
const first: v128 = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
const second: v128 = i8x16(2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
const third: v128 = i8x16(4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5);
const fourth: v128 = i8x16(6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7);
const bitOfLane: v128 = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);

/** Adds to counts, uint32[64], the bits of `count` codes of 8 bytes. */
export function countBits(codes: usize, count: i32, counts: usize): void {
  while (count > 0) {
    const some = min(count, mostAtOnce);
    const end = codes + <usize>some * 8;
    let sum0 = i8x16.splat(0);
    let sum1 = sum0;
    let sum2 = sum0;
    let sum3 = sum0;
    for (; codes < end; codes += 8) {
      const code = v128.load64_splat(codes);
      sum0 = i8x16.sub(sum0, lanesSet(code, first));
      sum1 = i8x16.sub(sum1, lanesSet(code, second));
      sum2 = i8x16.sub(sum2, lanesSet(code, third));
      sum3 = i8x16.sub(sum3, lanesSet(code, fourth));
    }
    addLanes(counts, sum0);
    addLanes(counts + 64, sum1);
    addLanes(counts + 128, sum2);
    addLanes(counts + 192, sum3);
    count -= some;
  }
}

/** −1 in each lane with a set bit. */
function lanesSet(code: v128, bytes: v128): v128 {
  return i8x16.eq(v128.and(i8x16.swizzle(code, bytes), bitOfLane), bitOfLane);
}

function addLanes(counts: usize, lanes: v128): void {
  const low = i16x8.extend_low_i8x16_u(lanes);
  const high = i16x8.extend_high_i8x16_u(lanes);
  addFour(counts, i32x4.extend_low_i16x8_u(low));
  addFour(counts + 16, i32x4.extend_high_i16x8_u(low));
  addFour(counts + 32, i32x4.extend_low_i16x8_u(high));
  addFour(counts + 48, i32x4.extend_high_i16x8_u(high));
}

function addFour(counts: usize, four: v128): void {
  v128.store(counts, i32x4.add(v128.load(counts), four));
}
