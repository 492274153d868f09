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
  for (let i = 0; i < halves.length; i++) halves[i] = half(bits[i]!);
  return halves;
}

/** The values of half-precision patterns; exact. */
export function decodeFloat16(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < values.length; i++) values[i] = decoded[halves[i]!]!;
  return values;
}

/** From the bits of a float32: 8 bits of exponent (bias 127), 23 of fraction. */
function half(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude > 0x7f80_0000) return sign | 0x7e00; // not a number
  if (magnitude >= 0x477f_f000) return sign | 0x7c00; // 65,520 and more round to infinity
  if (magnitude < 0x3880_0000) return sign | subnormalHalf(magnitude); // below 2^-14
  const rebiased = magnitude - (112 << 23);
  return sign | roundedShift(rebiased, 13);
}

function subnormalHalf(magnitude: number): number {
  const exponent = magnitude >>> 23;
  if (exponent < 102) return 0; // below 2^-25 everything rounds to zero
  const fraction = (magnitude & 0x7f_ffff) | 0x80_0000;
  return roundedShift(fraction, 126 - exponent);
}

/** value / 2^shift to the nearest integer, ties to even. */
function roundedShift(value: number, shift: number): number {
  const step = 2 ** shift;
  const quotient = Math.floor(value / step);
  const rest = value - quotient * step;
  return rest > step / 2 || (rest === step / 2 && quotient & 1) ? quotient + 1 : quotient;
}
