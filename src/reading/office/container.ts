import path from 'node:path';
import AdmZip from 'adm-zip';
import { type IdiographError, unreadableDocument } from '../../core/errors';
import { decodeText } from '../decodeText';

/** The parts of a document may have at most this many bytes after they are expanded, counted as often as they are read. */
const mostExpanded = 200_000_000;

/** The parts of a zipped document, from the directory of its container. Every part is compared with its checksum when it is read. */
export class Container {
  private readonly entries = new Map<string, { readonly part: string; readonly entry: AdmZip.IZipEntry }>();

  /** Throws UnreadableDocument for another kind, or damage. @param spent  the expanded bytes, which documents within a document share */
  constructor(
    bytes: Uint8Array,
    private readonly name: string,
    readonly spent = { bytes: 0 },
  ) {
    const begins = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
    if (begins === '\xd0\xcf\x11\xe0')
      throw unreadableDocument(name, 'it is protected by a password, or of the kind of Word 97 to 2003 (.doc)');
    if (!begins.startsWith('PK')) throw unreadableDocument(name, 'it is of another kind than its name says');
    for (const entry of this.list(bytes)) {
      const part = normalisePart(entry.entryName);
      if (this.entries.has(part.toLowerCase())) throw unreadableDocument(name, `it contains two parts ${part}`);
      this.entries.set(part.toLowerCase(), { part, entry });
    }
  }

  /** The library lists what it finds. Parts that are not in the list, or have another name before their data, are damage, too. A size of ZIP64 is elsewhere. */
  private list(given: Uint8Array): readonly AdmZip.IZipEntry[] {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    try {
      const entries = new AdmZip(bytes, { noSort: true }).getEntries();
      const size = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 12);
      const isWhole = entries.every(({ header: { offset }, rawEntryName }) =>
        rawEntryName.equals(bytes.subarray(offset + 30, offset + 30 + rawEntryName.length)),
      );
      const listed = entries.reduce((sum, { header }) => sum + header.centralHeaderSize, 0);
      if (isWhole && (listed === size || size === 0xffffffff)) return entries;
    } catch (error) {
      const [, part] = /ADM-ZIP: Duplicate entry name (.*)/.exec(String(error)) ?? [];
      if (part !== undefined) throw unreadableDocument(this.name, `it contains two parts ${part.replace(/"/g, '')}`);
    }
    throw this.createDamageError();
  }

  private createDamageError(part?: string): IdiographError {
    const what = part === undefined ? 'it is damaged or cut off' : `its part ${part} is damaged`;
    return unreadableDocument(this.name, `${what}. Get it from its source again`);
  }

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
    const found = this.entries.get(part.toLowerCase());
    if (!found) return undefined;
    const { entry } = found;
    if (entry.header.encrypted) throw unreadableDocument(this.name, 'it is protected by a password');
    this.spend(entry.header.size);
    try {
      return entry.getData();
    } catch {
      throw this.createDamageError(found.part);
    }
  }

  /** A part of XML: its bytes if it is in UTF-8, or its text if it is in UTF-16. */
  readXml(part: string): string | Uint8Array | undefined {
    const content = this.readBytes(part);
    const isWide = content && (content[0] === 0xfe || content[0] === 0xff);
    return isWide ? decodeText(content, this.name) : content;
  }

  readText(part: string): string | undefined {
    const xml = this.readXml(part);
    return typeof xml === 'object' ? new TextDecoder().decode(xml) : xml;
  }
}

/** The name of a part. Some programs write it with backslashes, and relationships begin it with a slash. */
export function normalisePart(name: string): string {
  return path.posix.normalize(name.replaceAll('\\', '/')).replace(/^\//, '');
}
