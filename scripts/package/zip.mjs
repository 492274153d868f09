import zlib from 'node:zlib';

/** The files of a zip archive by its central directory: name, size, and what gives the content. */
export function listZip(archive) {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('not a zip file');
  const found = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = archive.readUInt16LE(at + 28);
    const entry = at;
    found.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      bytes: archive.readUInt32LE(at + 24),
      content: () => contentOf(archive, entry),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return found;
}

function contentOf(archive, entry) {
  const stored = archive.readUInt16LE(entry + 10) === 0;
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const data = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  return stored ? data : zlib.inflateRawSync(data);
}
