import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { unreadableDocument, wrongDeclaration, wrongEncoding, refuseLostCharacters } from '../core/errors';

/** Bytes with at least this share of control characters are no text. */
const controlShare = 0.05;
/** C0 and C1 controls except tab, line feed, vertical tab, form feed, carriage return and next line. */
const controls = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]+/g;

/**
 * Text of UTF-8 bytes, with or without a byte order mark, or of UTF-16 bytes with one. Nothing is guessed.
 * @throws UnreadableDocument  if the bytes are not text
 * @throws WrongEncoding  if they seem to be text in another encoding, or if characters were lost in an earlier reading
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const encoding = getBOMEncoding(bytes) ?? 'utf-8';
  if (encoding === 'utf-8' && bytes.includes(0)) {
    throw unreadableDocument(name, 'it is not text (binary), or it is UTF-16 text without a byte order mark');
  }
  const text = tryDecode(encoding, bytes);
  if (text === undefined && encoding !== 'utf-8')
    throw unreadableDocument(name, 'it begins as UTF-16 text, but is cut off or damaged');
  if (text === undefined) {
    const ofControl = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127); // from 128 on are letters in some encodings
    if (ofControl.length > controlShare * bytes.length) throw createBinaryError(name);
    throw wrongEncoding(name, `the byte at offset ${findFirstInvalidByte(bytes)}`);
  }
  if (text.length - text.replace(controls, '').length > controlShare * text.length) throw createBinaryError(name);
  refuseLostCharacters(text, name);
  return text;
}

const dosWestern =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
/** The characters of the bytes from 128 on in code pages of DOS, which no web standard has. */
const dosPages: ReadonlyMap<string, string> = new Map([
  [
    'ibm437',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  ['ibm850', dosWestern],
  ['ibm858', dosWestern.replace('ı', '€')],
]);

/** Encodings by the number of a Windows code page, besides the pages 1250 to 1258 and the parts of ISO 8859. */
const codePages: Readonly<Record<number, string>> = {
  ...{ 437: 'ibm437', 850: 'ibm850', 858: 'ibm858', 866: 'ibm866', 874: 'windows-874', 932: 'shift_jis', 936: 'gbk' },
  ...{ 949: 'euc-kr', 950: 'big5', 1200: 'utf-16le', 1201: 'utf-16be', 10000: 'macintosh', 10007: 'x-mac-cyrillic' },
  ...{ 20127: 'us-ascii', 20866: 'koi8-r', 21866: 'koi8-u', 54936: 'gb18030', 65001: 'utf-8' },
};
/** The Windows code pages that programs write where they declare a part of ISO 8859, by its number. */
const writtenPages: Readonly<Record<number, number>> = {
  ...{ 2: 1250, 4: 1257, 5: 1251, 6: 1256, 7: 1253, 8: 1255, 13: 1257, 15: 1252 },
};

/** The encoding of a Windows code page. Undefined if it is unknown. */
export function findEncodingOfCodePage(page: number): string | undefined {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  if (page > 28590 && page <= 28606) return `iso-8859-${page - 28590}`;
  return codePages[page];
}

/**
 * Text of bytes in an encoding that the file declares, decoded by the WHATWG Encoding Standard, and so equal on every host. If the declared
 * encoding is ASCII or unknown, the text is read as UTF-8 if its bytes allow it. A part of ISO 8859 has no letters or marks at the bytes 128
 * to 159, so a text with such bytes is read by the code page of Windows for the same languages.
 * @param encoding  a label such as "iso-8859-1", or a result of `findEncodingOfCodePage`
 * @throws UnreadableDocument  if the encoding is unknown
 * @throws WrongEncoding  if bytes do not belong to that encoding
 */
export function decodeWith(encoding: string, bytes: Uint8Array, name: string): string {
  const label = encoding.trim().toLowerCase();
  // the standard's name for the label, which in mail programs may have a prefix or the number of a code page
  const number = /^(?:x-)?(?:cp|ibm|ms|windows)?[-_]?(\d{3,5})$/.exec(label)?.[1];
  const named = normalizeEncoding(label) ?? (number && findEncodingOfCodePage(Number(number)));
  const known = named ?? normalizeEncoding(label.replace(/^(?:x-|cs)/, '')) ?? undefined;
  const high = dosPages.get(known ?? '');
  if (high) return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : high[byte - 128]!)).join('');
  if (!known || /ascii|^ansi_x3/.test(label)) {
    const text = /utf-?7/.test(label) ? undefined : tryDecode('utf-8', bytes);
    if (text !== undefined) return text;
    if (!known) throw unreadableDocument(name, `it declares an encoding that is not known (${encoding})`);
  }
  const declared = tryDecode(known, bytes);
  const isOfWindows = declared !== undefined && /[\x80-\x9f]/.test(declared);
  const page = isOfWindows ? writtenPages[Number(/^iso-8859-(\d+)$/.exec(known)?.[1])] : undefined;
  const text = (page === undefined ? undefined : tryDecode(`windows-${page}`, bytes)) ?? declared;
  if (text === undefined) throw wrongDeclaration(name, encoding, findFirstInvalid(known, bytes));
  return text;
}

/** Undefined if bytes do not belong to the encoding. @param stream  whether more bytes may follow */
function tryDecode(encoding: string, bytes: Uint8Array, stream = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** Finds the first byte that does not belong to an encoding by halving: the text before it can be decoded, and longer texts cannot. */
function findFirstInvalid(encoding: string, bytes: Uint8Array): number {
  if (encoding === 'utf-8') return findFirstInvalidByte(bytes);
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (tryDecode(encoding, bytes.subarray(0, middle), true) !== undefined) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** The offset of the first character that is not UTF-8, which is read as a replacement character. */
function findFirstInvalidByte(bytes: Uint8Array): number {
  const read = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let at = read.findIndex((byte, i) => byte !== bytes[i]);
  while ((read[at]! & 0xc0) === 0x80) at -= 1; // the first byte of the replacement may be equal by chance
  return at;
}

function createBinaryError(name: string): ReturnType<typeof unreadableDocument> {
  return unreadableDocument(name, 'it is not text (binary)');
}
