import { unreadableDocument, wrongEncoding } from '../../core/errors';
import { refuseLostCharacters } from '../../core/text/document';

/** Share of control characters from which bytes are no text. */
const controlShare = 0.05;

/**
 * Text of UTF-8 bytes, with or without a byte order mark, or of UTF-16 bytes with one; nothing is guessed.
 *
 * @throws UnreadableDocument  where the bytes are not text
 * @throws WrongEncoding  where they seem to be text in another encoding, or characters were lost in an earlier reading
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const encoding = markedEncoding(bytes);
  if (encoding === 'utf-8' && bytes.includes(0)) {
    throw unreadableDocument(name, 'it is not text (binary), or it is UTF-16 text without a byte order mark');
  }
  const text = encoding === 'utf-8' ? fromUtf8(bytes, name) : fromUtf16(bytes, encoding, name);
  if (controlCharacters(text) > controlShare * text.length) throw binary(name);
  refuseLostCharacters(text, name);
  return text;
}

/** Text of bytes in an encoding that the file declares. Throws UnreadableDocument, WrongEncoding. */
export function decodeWith(encoding: string, bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw error instanceof RangeError
      ? unreadableDocument(name, `it declares an encoding that is not known (${encoding})`)
      : wrongEncoding(name, `a byte that is not ${encoding}`);
  }
}

function markedEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** The decoder drops a byte order mark. */
function fromUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (controlBytes(bytes) > controlShare * bytes.length) throw binary(name);
    const offset = firstInvalidByte(bytes);
    throw wrongEncoding(name, `the byte at offset ${offset}`);
  }
}

/** The bytes of big-endian text are swapped first: not every JavaScript host decodes it. */
function fromUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be', name: string): string {
  try {
    return new TextDecoder('utf-16le', { fatal: true }).decode(encoding === 'utf-16be' ? swapped(bytes) : bytes);
  } catch {
    throw unreadableDocument(name, 'it begins as UTF-16 text, but is cut off or damaged');
  }
}

function swapped(bytes: Uint8Array): Uint8Array {
  const turned = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) turned[i] = bytes[i ^ 1] ?? bytes[i]!;
  return turned;
}

/** Where the first character that is not UTF-8 begins: where a replacement stands for it in what is read. */
function firstInvalidByte(bytes: Uint8Array): number {
  const read = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let at = read.findIndex((byte, i) => byte !== bytes[i]);
  while ((read[at]! & 0xc0) === 0x80) at -= 1; // the replacement's first byte may be the same
  return at;
}

/** C0 and C1 controls but tab, line feed, vertical tab, form feed, carriage return and next line. */
function controlCharacters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 9 || (code > 13 && code < 32) || (code > 126 && code < 160 && code !== 0x85)) count++;
  }
  return count;
}

/** C0 controls but tab, line feed, vertical tab, form feed and carriage return; bytes from 128 on are letters somewhere. */
function controlBytes(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + Number(byte < 9 || (byte > 13 && byte < 32) || byte === 127), 0);
}

function binary(name: string): ReturnType<typeof unreadableDocument> {
  return unreadableDocument(name, 'it is not text (binary)');
}
