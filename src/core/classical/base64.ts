const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a base64 text (RFC 4648, section 4). Throws RangeError at a sign outside the alphabet. */
export function decodeBase64(text: string): Uint8Array {
  const digits = text.replace(/=+$/u, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let n = 0;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) throw new RangeError(`not a base64 digit: ${digit}`);
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[n++] = (buffer >>> bits) & 0xff;
    }
  }
  return bytes;
}

/** Little-endian unsigned 16-bit numbers of a base64 text. */
export function decodeUint16(text: string): Uint16Array {
  const bytes = decodeBase64(text);
  return Uint16Array.from({ length: bytes.length >>> 1 }, (_, i) => bytes[2 * i]! | (bytes[2 * i + 1]! << 8));
}

/** Little-endian unsigned 32-bit numbers of a base64 text. */
export function decodeUint32(text: string): Uint32Array {
  const view = new DataView(decodeBase64(text).buffer);
  return Uint32Array.from({ length: view.byteLength >>> 2 }, (_, i) => view.getUint32(4 * i, true));
}
