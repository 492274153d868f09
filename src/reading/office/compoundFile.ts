import { unreadableDocument } from '../../core/errors';

/** A folder of a compound file: its streams and folders by name. */
export interface Storage {
  /** The bytes of a stream. Undefined if there is none with that name. Throws UnreadableDocument. */
  stream(name: string): Buffer | undefined;
  openStorage(name: string): Storage | undefined;
  /** The names of its folders, in the order of the file. */
  readonly storages: readonly string[];
}

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Numbers that are no sector: those of free sectors, of ends of chains, and of sectors with tables. */
const [leastMark, free] = [0xfffffffa, 0xffffffff];
const none = 0xffffffff;
const kinds = { storage: 1, stream: 2, root: 5 };

type Entry = Readonly<ReturnType<typeof readEntry>>;

export function isCompoundFile(bytes: Uint8Array): boolean {
  return magic.equals(bytes.subarray(0, 8));
}

/** The root of a compound file ([MS-CFB]). Streams are read on demand. Throws UnreadableDocument. */
export function openCompoundFile(bytes: Buffer, name: string): Storage {
  return new CompoundFile(bytes, name).root;
}

class CompoundFile {
  readonly root: Storage;
  private readonly sectorSize: number;
  private readonly table: Uint32Array;
  private readonly miniTable: Uint32Array;
  private readonly entries: readonly Entry[];
  private readonly miniStream: Buffer;

  constructor(
    private readonly bytes: Buffer,
    private readonly name: string,
  ) {
    const shift = isCompoundFile(bytes) && bytes.length >= 512 ? bytes.readUInt16LE(30) : 0;
    if (shift !== 9 && shift !== 12) throw this.createDamageError();
    this.sectorSize = 2 ** shift;
    this.table = readNumbers(this.join(this.listTableSectors()));
    const sectors = Math.ceil(bytes.length / this.sectorSize) - 1;
    if (this.table.subarray(sectors).some((next) => next !== free)) throw this.createDamageError();
    const directory = this.join(this.followChain(bytes.readUInt32LE(48), this.table));
    const count = Math.floor(directory.length / 128);
    this.entries = Array.from({ length: count }, (_, i) => readEntry(directory.subarray(128 * i, 128 * (i + 1))));
    this.miniTable = readNumbers(this.join(this.followChain(bytes.readUInt32LE(60), this.table)));
    const root = this.entries[0];
    if (root?.kind !== kinds.root) throw this.createDamageError();
    this.miniStream = this.join(this.followChain(root.start, this.table)).subarray(0, root.size);
    this.root = this.openStorage(root, new Set());
  }

  private createDamageError(): Error {
    return unreadableDocument(this.name, 'it is damaged or cut off');
  }

  /** The sectors of the table of sectors: 109 are in the header, the others in a chain. */
  private listTableSectors(): readonly number[] {
    const count = this.bytes.readUInt32LE(44);
    if (count * this.sectorSize > this.bytes.length) throw this.createDamageError();
    const results = Array.from({ length: Math.min(count, 109) }, (_, i) => this.bytes.readUInt32LE(76 + 4 * i));
    const perSector = this.sectorSize / 4 - 1;
    for (let next = this.bytes.readUInt32LE(68); results.length < count;) {
      const sector = readNumbers(this.readSector(next));
      results.push(...sector.subarray(0, Math.min(perSector, count - results.length)));
      next = sector[perSector]!;
    }
    return results;
  }

  private readSector(at: number): Buffer {
    const start = (at + 1) * this.sectorSize;
    if (start >= this.bytes.length) throw this.createDamageError();
    return this.bytes.subarray(start, start + this.sectorSize);
  }

  /** A chain of sectors with a cycle is longer than its table. */
  private followChain(start: number, table: Uint32Array): readonly number[] {
    const results: number[] = [];
    for (let at = start; at < leastMark; at = table[at]!) {
      if (at >= table.length || results.length > table.length) throw this.createDamageError();
      results.push(at);
    }
    return results;
  }

  private join(sectors: readonly number[]): Buffer {
    return Buffer.concat(sectors.map((at) => this.readSector(at)));
  }

  /** @param around  the folders that contain it, none of which may be inside itself */
  private openStorage(folder: Entry, around: ReadonlySet<Entry>): Storage {
    if (around.has(folder)) throw this.createDamageError();
    const inside = new Set([...around, folder]);
    const met = new Set<number>();
    for (const next = [folder.child]; next.length > 0;) {
      const at = next.pop()!;
      if (at === none) continue;
      const entry = this.entries[at];
      if (!entry || met.has(at)) throw this.createDamageError();
      met.add(at);
      next.push(entry.left, entry.right);
    }
    const results = [...met].sort((a, b) => a - b).map((at) => this.entries[at]!);
    const findEntry = (name: string, kind: number): Entry | undefined =>
      results.find((each) => each.kind === kind && each.name.toLowerCase() === name.toLowerCase());
    return {
      storages: results.flatMap((each) => (each.kind === kinds.storage ? [each.name] : [])),
      stream: (name) => {
        const entry = findEntry(name, kinds.stream);
        return entry && this.readContent(entry);
      },
      openStorage: (name) => {
        const entry = findEntry(name, kinds.storage);
        return entry && this.openStorage(entry, inside);
      },
    };
  }

  private readContent({ start, size }: Entry): Buffer {
    const isMini = size < this.bytes.readUInt32LE(56);
    const sectors = this.followChain(start, isMini ? this.miniTable : this.table);
    const content = isMini
      ? Buffer.concat(sectors.map((at) => this.miniStream.subarray(64 * at, 64 * (at + 1))))
      : this.join(sectors);
    if (content.length < size) throw this.createDamageError();
    return content.subarray(0, size);
  }
}

function readNumbers(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readUInt32LE(4 * i));
}

function readEntry(entry: Buffer) {
  const [left, right, child, start, size] = [68, 72, 76, 116, 120].map((at) => entry.readUInt32LE(at)) as Numbers;
  const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2));
  return { name, kind: entry[66]!, left, right, child, start, size };
}
type Numbers = [number, number, number, number, number];
