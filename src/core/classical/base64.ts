/** Of every JavaScript host: a character a byte. */
declare function atob(base64: string): string;

/** The bytes of a base64 text (RFC 4648, section 4). Throws at a sign outside the alphabet. */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
}

/** Little-endian unsigned 16-bit numbers of a base64 text. */
export function decodeUint16(text: string): Uint16Array {
  const view = new DataView(decodeBase64(text).buffer);
  return Uint16Array.from({ length: view.byteLength >>> 1 }, (_, i) => view.getUint16(2 * i, true));
}

/** Little-endian unsigned 32-bit numbers of a base64 text. */
export function decodeUint32(text: string): Uint32Array {
  const view = new DataView(decodeBase64(text).buffer);
  return Uint32Array.from({ length: view.byteLength >>> 2 }, (_, i) => view.getUint32(4 * i, true));
}
