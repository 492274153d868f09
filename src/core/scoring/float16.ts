/** The float32 value of each of the 65,536 half-precision patterns. */
const decoded = Float32Array.from({ length: 0x1_0000 }, (_, bits) => valueOf(bits));

/** IEEE 754 binary16: sign, 5 bits of exponent, 10 of fraction. */
function valueOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Half-precision patterns of float32 values, rounded to nearest, ties to even; beyond 65,504 they become infinite. */
export function encodeFloat16(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < halves.length; i++) halves[i] = half(values[i]!, bits[i]!);
  return halves;
}

/** The values of half-precision patterns; exact. */
export function decodeFloat16(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < values.length; i++) values[i] = decoded[halves[i]!]!;
  return values;
}

/** @param bits  of the float32 value: 8 of exponent (bias 127), 23 of fraction; additions do the rounding (Giesen 2012) */
function half(value: number, bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude > 0x7f80_0000) return sign | 0x7e00; // not a number
  if (magnitude >= 0x4780_0000) return sign | 0x7c00; // 65,536 and more are infinite
  if (magnitude < 0x3880_0000) return sign | ((Math.fround(Math.abs(value) + 0.5) - 0.5) * 2 ** 24); // below 2^-14
  const isOdd = (magnitude >>> 13) & 1;
  return sign | ((magnitude - (112 << 23) + 0xfff + isOdd) >>> 13);
}
