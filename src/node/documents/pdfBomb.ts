import { inflateSync } from 'node:zlib';

/** No stream of a PDF may expand to more bytes. */
const mostExpanded = 200_000_000;
/** Deflate makes a thousandth at best: shorter streams cannot expand to that. */
const fewestBytes = mostExpanded / 1100;

/** Whether a stream of a PDF would expand beyond 200 MB: PDF.js would hold all of it. */
export function hasBomb(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const start = file[at + 6] === 0x0d ? at + 8 : at + 7;
    const end = file.indexOf('endstream', start);
    if (end - start < fewestBytes) continue;
    if (expandsBeyond(file.subarray(start, end))) return true;
  }
  return false;
}

function expandsBeyond(stream: Buffer): boolean {
  try {
    inflateSync(stream, { maxOutputLength: mostExpanded });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  }
}
