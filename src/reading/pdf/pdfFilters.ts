import { constants, inflateRawSync, inflateSync } from 'node:zlib';

/** The expanded bytes of a stream. `isWhole` is false if its own checksum shows damage. */
export interface Expanded {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** More than the number of bytes that are left. */
export const tooMuch = 'tooMuch';

/** Expands a stream to at most `most` bytes by the names of its filters. It stops at those of pictures. */
export function expand(stream: Buffer, filters: readonly string[], most: number): Expanded | typeof tooMuch {
  let [bytes, isWhole] = [stream, true];
  for (const filter of filters) {
    const expanded = expandOnce(bytes, filter, most);
    if (expanded === undefined) break;
    if (expanded === tooMuch) return tooMuch;
    bytes = expanded.bytes;
    isWhole &&= expanded.isWhole;
  }
  return bytes.length > most ? tooMuch : { bytes, isWhole };
}

function expandOnce(bytes: Buffer, filter: string, most: number): Expanded | typeof tooMuch | undefined {
  if (filter === 'FlateDecode' || filter === 'Fl') return tryInflate(bytes, most);
  const decode = decoders.get(filter);
  if (!decode) return undefined;
  const target = new Target(most);
  decode(bytes, target);
  return target.isFull ? tooMuch : { bytes: target.bytes, isWhole: true };
}

/** Without a checksum at its end, damage to a stream cannot be seen. */
function tryInflate(bytes: Buffer, most: number): Expanded | typeof tooMuch {
  try {
    return { bytes: inflateSync(bytes, { maxOutputLength: most }), isWhole: true };
  } catch (error) {
    if (isTooLarge(error)) return tooMuch;
  }
  try {
    const { buffer, engine } = inflateRawSync(bytes.subarray(2), { maxOutputLength: most, info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return { bytes: buffer, isWhole: bytes.length - 2 - engine.bytesWritten < checksumLength };
  } catch (error) {
    return isTooLarge(error) ? tooMuch : { bytes: inflateUnfinished(bytes, most), isWhole: false };
  }
}

/** What a stream without its end has. Empty if it is damaged otherwise. */
function inflateUnfinished(bytes: Buffer, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

const checksumLength = 4;

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** Bytes that are collected to a limit. */
class Target {
  private room = Buffer.alloc(4096);
  private length = 0;
  isFull = false;

  constructor(private readonly most: number) {}

  get bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }

  put(byte: number, times = 1): void {
    this.isFull ||= this.length + times > this.most;
    if (this.isFull) return;
    while (this.length + times > this.room.length)
      this.room = Buffer.concat([this.room, Buffer.alloc(this.room.length)]);
    if (times === 1) this.room[this.length] = byte;
    else this.room.fill(byte, this.length, this.length + times);
    this.length += times;
  }
}

type Decode = (bytes: Buffer, target: Target) => void;

const fromHex: Decode = (bytes, target) => {
  const digits = bytes
    .toString('latin1')
    .split('>', 1)[0]!
    .replace(/[^0-9a-f]/gi, '');
  for (const byte of Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')) target.put(byte);
};

/** Five signs are four bytes; "z" is four zero bytes. */
const fromBase85: Decode = (bytes, target) => {
  let group: number[] = [];
  const end = (): void => {
    const value = [...group, 84, 84, 84, 84].slice(0, 5).reduce((sum, digit) => sum * 85 + digit, 0);
    for (let at = 0; at < group.length - 1; at++) target.put(Math.floor(value / 256 ** (3 - at)) % 256);
    group = [];
  };
  for (const byte of bytes) {
    if (byte === 0x7e || target.isFull) break;
    if (byte === 0x7a) target.put(0, 4);
    else if (byte >= 0x21 && byte <= 0x75) group.push(byte - 0x21);
    if (group.length === 5) end();
  }
  if (group.length > 1) end();
};

const fromRuns: Decode = (bytes, target) => {
  for (let at = 0; at < bytes.length && bytes[at] !== 128 && !target.isFull;) {
    const length = bytes[at]!;
    if (length > 128) target.put(bytes[at + 1] ?? 0, 257 - length);
    else for (const byte of bytes.subarray(at + 1, at + 2 + length)) target.put(byte);
    at += length > 128 ? 2 : length + 2;
  }
};

const [clearCode, endCode, mostCodes] = [256, 257, 4096];

/** Codes of nine to twelve bits. Each means the text of an earlier code and one more byte. */
const fromCodes: Decode = (bytes, target) => {
  let [table, last, at]: [Buffer[], Buffer, number] = [[], Buffer.alloc(0), 0];
  while (at <= 8 * bytes.length - 9 && !target.isFull) {
    const width = Math.min(12, (table.length + endCode + 2).toString(2).length);
    const place = at >> 3;
    const window = ((bytes[place] ?? 0) << 16) | ((bytes[place + 1] ?? 0) << 8) | (bytes[place + 2] ?? 0);
    const code = (window >> (24 - width - (at & 7))) & ((1 << width) - 1);
    at += width;
    if (code === endCode) return;
    if (code === clearCode) [table, last] = [[], Buffer.alloc(0)];
    else last = addCode(code, table, last, target);
  }
};

function addCode(code: number, table: Buffer[], last: Buffer, target: Target): Buffer {
  const known = code < clearCode ? Buffer.from([code]) : table[code - endCode - 1];
  const entry = known ?? Buffer.concat([last, last.subarray(0, 1)]);
  for (const each of entry) target.put(each);
  if (last.length > 0 && table.length < mostCodes) table.push(Buffer.concat([last, entry.subarray(0, 1)]));
  return entry;
}

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
  ['ASCII85Decode', fromBase85],
  ['A85', fromBase85],
  ['RunLengthDecode', fromRuns],
  ['RL', fromRuns],
  ['LZWDecode', fromCodes],
  ['LZW', fromCodes],
]);
