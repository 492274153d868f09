import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const library = `extension/node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/library`;

describe('the check of the package', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-package-'));
  });
  afterEach(() => {
    fs.rmSync(folder, { recursive: true });
  });

  /** What the check says about a package of one library with this content. */
  function complaints(content: Buffer): string {
    const file = path.join(folder, 'package.vsix');
    fs.writeFileSync(file, zipOf(library, content));
    const { status, stderr } = spawnSync(process.execPath, [
      path.join(root, 'scripts', 'package', 'checkVsix.mjs'),
      file,
    ]);
    expect(status).toBe(1); // the models are missing
    return stderr.toString();
  }

  it.each([
    ['https://mobile.events.data.microsoft.com/', 'utf8', 'events.data.microsoft.com'],
    ['/OneCollector/1.0', 'utf8', 'OneCollector'],
    ['mobile.events.data.microsoft.com', 'utf16le', 'events.data.microsoft.com'],
  ] as const)('finds a library that names %s in %s', (text, encoding, address) => {
    const content = Buffer.concat([Buffer.alloc(1001), Buffer.from(text, encoding), Buffer.alloc(1000)]);
    expect(complaints(content)).toContain(`${library} names ${address}: it may report to them\n`);
  });

  it('has nothing against a library that names none', () => {
    expect(complaints(Buffer.from('https://onnx.ai'))).not.toContain('may report');
  });
});

describe('the native libraries that are installed', () => {
  it('name no collector of telemetry, for whatever platform', async () => {
    const check: unknown = await import(pathToFileURL(path.join(root, 'scripts', 'uploaders.mjs')).href);
    const { uploadersIn } = check as { uploadersIn: (bytes: Buffer) => readonly string[] };
    const files = ['onnxruntime-node/bin', 'sqlite3/build/Release'].flatMap(librariesBelow);
    expect(files.map((file) => path.basename(file))).toEqual(
      expect.arrayContaining(['libonnxruntime.so.1', 'libonnxruntime.1.dylib', 'onnxruntime.dll', 'node_sqlite3.node']),
    );
    expect(files.filter((file) => uploadersIn(fs.readFileSync(file)).length > 0)).toEqual([]);
  });
});

function librariesBelow(folder: string): readonly string[] {
  const place = path.join(root, 'node_modules', folder);
  return fs
    .readdirSync(place, { recursive: true })
    .map((name) => path.join(place, String(name)))
    .filter((file) => /\.(node|dll|dylib|so(\.\d+)*)$/.test(file));
}

/** A zip archive of one deflated file, without checksum. */
function zipOf(name: string, content: Buffer): Buffer {
  const data = zlib.deflateRawSync(content);
  const sizes = [data.length, content.length];
  const local = header(0x04034b50, 30, [
    [8, 2, 8],
    ...sizes.map((size, i) => [18 + 4 * i, 4, size] as const),
    [26, 2, name.length],
  ]);
  const central = header(0x02014b50, 46, [
    [10, 2, 8],
    ...sizes.map((size, i) => [20 + 4 * i, 4, size] as const),
    [28, 2, name.length],
  ]);
  const start = local.length + name.length + data.length;
  const end = header(0x06054b50, 22, [
    [8, 2, 1],
    [10, 2, 1],
    [12, 4, central.length + name.length],
    [16, 4, start],
  ]);
  return Buffer.concat([local, Buffer.from(name), data, central, Buffer.from(name), end]);
}

/** A signature and fields of a header, each given by its place, its width and its value. */
function header(signature: number, length: number, fields: readonly (readonly [number, number, number])[]): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature);
  for (const [at, width, value] of fields) bytes.writeUIntLE(value, at, width);
  return bytes;
}
