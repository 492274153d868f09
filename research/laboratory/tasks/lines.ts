import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { usage } from '../../../src/core/errors';
import type { LinesFile } from './record';

/** A JSON Lines file with the hash of its bytes as they lie on the disk. */
export interface HashedFile extends LinesFile {
  readonly sha256: string;
}

const newline = 0x0a;
const mark = String.fromCharCode(0xfeff);

/** Reads a plain or gzipped file of lines; throws Usage when it cannot be read or a line is not UTF-8. */
export function readLines(path: string): HashedFile {
  const bytes = readBytes(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: path, lines: splitLines(path, unzipped(path, bytes)), sha256 };
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw usage(`${path} cannot be read: ${reason(error)}.`);
  }
}

function unzipped(path: string, bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw usage(`${path} is not a sound gzip file: ${reason(error)}.`);
  }
}

function splitLines(path: string, bytes: Buffer): readonly string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const lines: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(newline, start);
    const end = found < 0 ? bytes.length : found;
    try {
      lines.push(decoder.decode(bytes.subarray(start, end)));
    } catch {
      throw usage(`${path}:${lines.length + 1}: the line is not UTF-8 text.`);
    }
    start = end + 1;
  }
  if (lines[0]?.startsWith(mark) === true) lines[0] = lines[0].slice(1);
  return lines;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
