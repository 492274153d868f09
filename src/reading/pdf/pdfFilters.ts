import { constants, inflateRawSync, inflateSync } from 'node:zlib';

/** The expanded bytes of a stream, or only their number where they are no text. `isWhole` is false if its own checksum shows damage. */
export interface Expanded {
  readonly bytes: Buffer;
  readonly size: number;
  readonly isWhole: boolean;
}

/** Expands a stream to at most `most` bytes by the names of its filters. It stops at those of pictures. Undefined if there are more bytes. */
export function expand(stream: Buffer, filters: readonly string[], most: number): Expanded | undefined {
  let expanded: Expanded | undefined = { bytes: stream, size: stream.length, isWhole: true };
  for (const filter of filters) {
    const next = expandOnce(expanded.bytes, filter, most);
    if (next === 'picture') break;
    if (!next) return undefined;
    expanded = { ...next, isWhole: expanded.isWhole && next.isWhole };
  }
  return expanded.size > most ? undefined : expanded;
}

const none = Buffer.alloc(0);
const mostPacked = 1_000_000; // bytes of LZW, each of which may be a thousand: longer streams are refused

function expandOnce(bytes: Buffer, filter: string, most: number): Expanded | undefined | 'picture' {
  const wrap = (decoded: Buffer, size = decoded.length): Expanded => ({ bytes: decoded, size, isWhole: true });
  if (/^Fl(?:ateDecode)?$/.test(filter)) return tryInflate(bytes, most);
  if (/^(?:ASCIIHexDecode|AHx)$/.test(filter))
    return wrap(Buffer.from(bytes.toString('latin1').split('>', 1)[0]!.replace(/\s/g, ''), 'hex'));
  if (/^(?:ASCII85Decode|A85)$/.test(filter)) return wrap(fromBase85(bytes));
  if (/^(?:RunLengthDecode|RL)$/.test(filter)) return wrap(none, 64 * bytes.length); // two bytes are at most 128
  if (/^LZW(?:Decode)?$/.test(filter)) return wrap(none, bytes.length > mostPacked ? Infinity : 20 * bytes.length);
  return 'picture';
}

/** Without a checksum at its end, damage to a stream cannot be seen. */
function tryInflate(bytes: Buffer, most: number): Expanded | undefined {
  const wrap = (inflated: Buffer, isWhole: boolean): Expanded => ({ bytes: inflated, size: inflated.length, isWhole });
  try {
    return wrap(inflateSync(bytes, { maxOutputLength: most }), true);
  } catch (error) {
    if (isTooLarge(error)) return undefined;
  }
  try {
    const { buffer, engine } = inflateRawSync(bytes.subarray(2), { maxOutputLength: most, info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return wrap(buffer, bytes.length - 2 - engine.bytesWritten < checksumLength);
  } catch (error) {
    return isTooLarge(error) ? undefined : wrap(inflateUnfinished(bytes, most), false);
  }
}

/** What a stream without its end has. Empty if it is damaged otherwise. */
function inflateUnfinished(bytes: Buffer, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return none;
  }
}

const checksumLength = 4;

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** Five signs are four bytes; "z" is four zero bytes. */
function fromBase85(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .split('~', 1)[0]!
    .replaceAll('z', '!!!!!')
    .replace(/[^!-u]/g, '');
  const decoded = Buffer.alloc(4 * Math.ceil(text.length / 5));
  for (let at = 0; at < text.length; at += 5) {
    let value = 0;
    for (let i = at; i < at + 5; i++) value = value * 85 + (i < text.length ? text.charCodeAt(i) - 33 : 84);
    decoded.writeUInt32BE(value % 2 ** 32, (4 * at) / 5);
  }
  return decoded.subarray(0, Math.floor((4 * text.length) / 5));
}
