import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { usage } from '../../../../src/core/errors';
import type { TokenVectors } from '../../../../src/core/ports';
import { decodeFloat16, encodeFloat16 } from '../../../../src/lateInteraction/scoring/signCodes';

/** Where a window's record lies. */
interface Place {
  readonly file: number;
  readonly offset: number;
  readonly bytes: number;
}

const magic = 0x6f696469; // "idio"
/** magic, length of the payload, its crc32, 16 bytes of key */
const headerBytes = 28;

/**
 * Encoded windows of one model on the disk, by the hash of their text. Every process appends to a shard of its own, one
 * record a window; a record cut off by a killed process ends its shard and is encoded again.
 */
export class WindowShards {
  private readonly places = new Map<string, Place>();
  private readonly readable: number[] = [];
  private written: { readonly file: number; end: number } | undefined;

  /** Opens the shards of a model in a folder, which is made if need be. Throws Usage when that fails. */
  constructor(
    private readonly folder: string,
    private readonly modelId: string,
  ) {
    try {
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder).sort()) {
        if (name.startsWith(this.prefix)) this.readShard(path.join(folder, name));
      }
    } catch (error) {
      throw usage(
        `The cache folder ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }

  /** Number of windows held. */
  get size(): number {
    return this.places.size;
  }

  get(text: string): TokenVectors | undefined {
    const place = this.places.get(keyOf(text));
    if (place === undefined) return undefined;
    const record = Buffer.alloc(place.bytes);
    if (readSync(place.file, record, 0, place.bytes, place.offset) < place.bytes) return undefined;
    const payload = record.subarray(headerBytes);
    return crc32(payload) === record.readUInt32LE(8) ? unpack(payload) : undefined;
  }

  /** Adds a window; its values must already be half-precision numbers, or reading them back would change results. */
  add(text: string, vectors: TokenVectors): void {
    const key = keyOf(text);
    const payload = pack(vectors);
    const record = Buffer.alloc(headerBytes + payload.length);
    record.writeUInt32LE(magic, 0);
    record.writeUInt32LE(payload.length, 4);
    record.writeUInt32LE(crc32(payload), 8);
    record.write(key, 12, 'latin1');
    payload.copy(record, headerBytes);
    const shard = (this.written ??= this.newShard());
    writeSync(shard.file, record, 0, record.length, shard.end);
    this.places.set(key, { file: shard.file, offset: shard.end, bytes: record.length });
    shard.end += record.length;
  }

  close(): void {
    for (const file of this.readable) closeSync(file);
    this.readable.length = 0;
    this.places.clear();
  }

  private get prefix(): string {
    return `${this.modelId.replace(/[^\w.-]/gu, '_')}.`;
  }

  private newShard(): { readonly file: number; end: number } {
    for (let number = 1; ; number += 1) {
      const name = path.join(this.folder, `${this.prefix}${String(number).padStart(4, '0')}`);
      try {
        const file = openSync(name, 'wx+');
        this.readable.push(file);
        return { file, end: 0 };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  private readShard(name: string): void {
    const file = openSync(name, 'r');
    this.readable.push(file);
    const { size } = fstatSync(file);
    const header = Buffer.alloc(headerBytes);
    for (let offset = 0; offset + headerBytes <= size;) {
      readSync(file, header, 0, headerBytes, offset);
      const bytes = headerBytes + header.readUInt32LE(4);
      if (header.readUInt32LE(0) !== magic || offset + bytes > size) return;
      this.places.set(header.toString('latin1', 12), { file, offset, bytes });
      offset += bytes;
    }
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('latin1');
}

/** dim, tokens, documentDim, documentTokens as uint32; then values as float16, ranges as uint32, document vector as float32, used as bytes. */
function pack(vectors: TokenVectors): Buffer {
  const sizes = Uint32Array.of(vectors.dim, vectors.used.length, vectors.documentVector.length, vectors.documentTokens);
  const parts = [sizes, vectors.ranges, vectors.documentVector, encodeFloat16(vectors.values), vectors.used];
  return Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
}

function unpack(payload: Buffer): TokenVectors {
  const bytes = Uint8Array.from(payload).buffer; // aligned at 0
  const [dim, tokens, documentDim, documentTokens] = new Uint32Array(bytes, 0, 4);
  const document = 16 + 8 * tokens!;
  const values = document + 4 * documentDim!;
  const used = values + 2 * tokens! * dim!;
  return {
    dim: dim!,
    ranges: new Uint32Array(bytes, 16, 2 * tokens!),
    documentVector: new Float32Array(bytes, document, documentDim),
    values: decodeFloat16(new Uint16Array(bytes, values, tokens! * dim!)),
    used: new Uint8Array(bytes, used, tokens),
    documentTokens: documentTokens!,
  };
}
