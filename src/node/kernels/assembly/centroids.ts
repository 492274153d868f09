// How often each bit is set in the codes of a span. Codes are added to counters that lie across registers, one binary digit of
// all in each (carry-save adders; Muła, Kurz and Lemire 2018), which are spread out to 64 counts of a byte each at the end.

/** Codes after which a counter of seven digits may be full: those of even and of odd places are counted apart. */
const mostAtOnce = 251;

/** Byte b of a code, eight times over: bytes 0 and 1, 2 and 3, 4 and 5, 6 and 7. */
const first: v128 = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
const second: v128 = i8x16(2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
const third: v128 = i8x16(4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5);
const fourth: v128 = i8x16(6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7);
/** From a byte of the first code of a register to that of the second. */
const toSecond: v128 = i8x16.splat(8);
const bitOfLane: v128 = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);

/** Adds to counts, uint32[64], the bits of `count` codes of 8 bytes. */
export function countBits(codes: usize, count: i32, counts: usize): void {
  while (count > 0) {
    const some = min(count, mostAtOnce);
    countSome(codes, some, counts);
    codes += <usize>some * 8;
    count -= some;
  }
}

function countSome(codes: usize, count: i32, counts: usize): void {
  let d0 = i8x16.splat(0); // digit 0 of all counters
  let d1 = d0;
  let d2 = d0;
  let d3 = d0;
  let d4 = d0;
  let d5 = d0;
  let d6 = d0;
  const end = codes + <usize>count * 8;
  while (codes < end) {
    let carry: v128;
    if (codes + 32 <= end) {
      const one = v128.load(codes);
      const other = v128.load(codes, 16);
      const sum = v128.xor(d0, one);
      carry = v128.or(v128.and(d0, one), v128.and(sum, other));
      d0 = v128.xor(sum, other);
      codes += 32;
    } else {
      const last = v128.load64_zero(codes);
      carry = v128.and(d0, last);
      d0 = v128.xor(d0, last);
      codes += 8;
    }
    let next = v128.and(d1, carry);
    d1 = v128.xor(d1, carry);
    carry = v128.and(d2, next);
    d2 = v128.xor(d2, next);
    next = v128.and(d3, carry);
    d3 = v128.xor(d3, carry);
    carry = v128.and(d4, next);
    d4 = v128.xor(d4, next);
    next = v128.and(d5, carry);
    d5 = v128.xor(d5, carry);
    d6 = v128.xor(d6, next);
  }
  for (let part: usize = 0; part < 4; part++) {
    const bytes = part == 0 ? first : part == 1 ? second : part == 2 ? third : fourth;
    let sums = withDigit(withDigit(withDigit(i8x16.splat(0), d6, bytes), d5, bytes), d4, bytes);
    sums = withDigit(withDigit(withDigit(withDigit(sums, d3, bytes), d2, bytes), d1, bytes), d0, bytes);
    addLanes(counts + part * 64, sums);
  }
}

/** Twice the sums and the next lower digit of the counters, in a lane for each bit of two bytes. */
function withDigit(sums: v128, digit: v128, bytes: v128): v128 {
  const both = i8x16.add(lanesSet(digit, bytes), lanesSet(digit, i8x16.add(bytes, toSecond)));
  return i8x16.sub(i8x16.add(sums, sums), both);
}

/** −1 in the lanes whose bit is set. */
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
