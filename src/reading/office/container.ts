import path from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { type IdiographError, unreadableDocument } from '../../core/errors';
import { decodeText } from '../decodeText';

/** The parts of a document may have at most this many bytes after they are expanded, counted as often as they are read. */
const mostExpanded = 200_000_000;

/** Signatures and lengths of the records of a ZIP file (APPNOTE 6.3.10, §4.3). */
const [localHeader, directoryEntry, directoryEnd] = [0x04034b50, 0x02014b50, 0x06054b50];
const [localLength, entryLength, endLength, locatorLength] = [30, 46, 22, 20];
const longestComment = 0xffff;
/** A number of 32 bits that refers to the real one in a ZIP64 record. */
const isElsewhere = 0xffffffff;

interface Entry {
  readonly part: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly data: Buffer;
  readonly size: number;
}

/** The parts of a zipped document, from the directory of its container. Every part is compared with its checksum when it is read. */
export class Container {
  private readonly entries = new Map<string, Entry>();

  /**
   * @param spent  counts the expanded bytes; documents within a document share it
   * @throws UnreadableDocument  if it is no such container, or is damaged
   */
  constructor(
    bytes: Uint8Array,
    private readonly name: string,
    readonly spent = { bytes: 0 },
  ) {
    const begins = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
    if (begins === '\xd0\xcf\x11\xe0')
      throw unreadableDocument(name, 'it is protected by a password, or of the kind of Word 97 to 2003 (.doc)');
    if (!begins.startsWith('PK')) throw unreadableDocument(name, 'it is of another kind than its name says');
    try {
      this.list(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    } catch (error) {
      throw error instanceof RangeError ? this.createDamageError() : error;
    }
  }

  /** Throws RangeError if a record would be outside the file. */
  private list(bytes: Buffer): void {
    const { count, start, end } = findDirectory(bytes);
    let at = start;
    for (let number = 0; number < count; number++) {
      if (bytes.readUInt32LE(at) !== directoryEntry) throw this.createDamageError();
      const nameEnd = at + entryLength + bytes.readUInt16LE(at + 28);
      const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
      this.add(bytes, at, bytes.subarray(at + entryLength, nameEnd), bytes.subarray(nameEnd, extraEnd));
      at = extraEnd + bytes.readUInt16LE(at + 32);
    }
    if (at !== end) throw this.createDamageError();
  }

  private add(bytes: Buffer, at: number, partName: Buffer, extra: Buffer): void {
    const sizes = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const [size, packed, local] = readWideNumbers(sizes, extra) as [number, number, number];
    const localName = local + localLength;
    const dataAt = localName + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const isNamedAlike = bytes.subarray(localName, localName + partName.length).equals(partName);
    const part = normalisePart(partName.toString());
    if (bytes.readUInt32LE(local) !== localHeader || !isNamedAlike || dataAt + packed > bytes.length)
      throw this.createDamageError();
    if (this.entries.has(part.toLowerCase())) throw unreadableDocument(this.name, `it contains two parts ${part}`);
    this.entries.set(part.toLowerCase(), {
      part,
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      data: bytes.subarray(dataAt, dataAt + packed),
      size,
    });
  }

  private createDamageError(part?: string): IdiographError {
    const what = part === undefined ? 'it is damaged or cut off' : `its part ${part} is damaged`;
    return unreadableDocument(this.name, `${what}. Get it from its source again`);
  }

  /** The names of its parts, in the order of its directory. */
  get names(): readonly string[] {
    return [...this.entries.values()].map(({ part }) => part).filter((part) => !part.endsWith('/'));
  }

  /** Counts the bytes of a reading. Throws UnreadableDocument above 200 MB. */
  spend(bytes: number): void {
    this.spent.bytes += bytes;
    if (this.spent.bytes > mostExpanded)
      throw unreadableDocument(this.name, 'it would grow to more than 200 MB when it is expanded');
  }

  /** A part, compared with its checksum. Undefined if there is none with that name. Case is ignored in names. */
  readBytes(part: string): Uint8Array | undefined {
    const entry = this.entries.get(part.toLowerCase());
    if (!entry) return undefined;
    if (entry.isEncrypted) throw unreadableDocument(this.name, 'it is protected by a password');
    this.spend(entry.size);
    const content = expand(entry);
    if (content?.length !== entry.size || crc32(content) !== entry.crc) throw this.createDamageError(entry.part);
    return content;
  }

  /** A part of XML: its bytes if it is in UTF-8, or its text if it is in UTF-16. */
  readXml(part: string): string | Uint8Array | undefined {
    const content = this.readBytes(part);
    const isWide = content && (content[0] === 0xfe || content[0] === 0xff);
    return isWide ? decodeText(content, this.name) : content;
  }

  /** The text of a part of XML. */
  readText(part: string): string | undefined {
    const xml = this.readXml(part);
    return typeof xml === 'object' ? new TextDecoder().decode(xml) : xml;
  }
}

/** Undefined if it cannot be expanded to its stated size. */
function expand({ method, data, size }: Entry): Uint8Array | undefined {
  if (method === 0) return data;
  try {
    const [maxOutputLength, chunkSize] = [Math.max(1, size), Math.max(64, size + 1)]; // a single chunk need not be joined
    return method === 8 ? inflateRawSync(data, { maxOutputLength, chunkSize }) : undefined;
  } catch {
    return undefined;
  }
}

/** The name of a part. Some programs write it with backslashes, and relationships begin it with a slash. */
export function normalisePart(name: string): string {
  return path.posix.normalize(name.replaceAll('\\', '/')).replace(/^\//, '');
}

/** The place of the list of parts. Throws RangeError if there is none. */
function findDirectory(bytes: Buffer): { count: number; start: number; end: number } {
  const tail = bytes.subarray(Math.max(0, bytes.length - endLength - longestComment));
  const found = tail.lastIndexOf(Buffer.of(0x50, 0x4b, 5, 6));
  const at = bytes.length - tail.length + found;
  if (found < 0 || bytes.readUInt32LE(at) !== directoryEnd) throw new RangeError('no directory');
  if (at + endLength + bytes.readUInt16LE(at + 20) > bytes.length) throw new RangeError('cut off');
  const [count, size, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
  if (start !== isElsewhere && count !== longestComment) return { count, start, end: start + size };
  const wide = Number(bytes.readBigUInt64LE(at - locatorLength + 8));
  const [wideCount, wideSize, wideStart] = [32, 40, 48].map((field) => Number(bytes.readBigUInt64LE(wide + field)));
  return { count: wideCount!, start: wideStart!, end: wideStart! + wideSize! };
}

/** Numbers of an entry. Those that do not fit into 32 bits come from its ZIP64 field (tag 1). */
function readWideNumbers(numbers: readonly number[], extra: Buffer): readonly number[] {
  if (!numbers.includes(isElsewhere)) return numbers;
  let field = 0;
  while (extra.readUInt16LE(field) !== 1) field += 4 + extra.readUInt16LE(field + 2);
  let at = field + 4;
  return numbers.map((number) => {
    if (number !== isElsewhere) return number;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
}
