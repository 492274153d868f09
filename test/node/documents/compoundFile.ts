import { crc32 } from 'node:zlib';

/** Streams and folders of a compound file by their names. */
export interface Folder {
  readonly [name: string]: Buffer | Folder;
}

const [free, end, table] = [0xffffffff, 0xfffffffe, 0xfffffffd];

/** A compound file ([MS-CFB]) with these streams, each in sectors of its own: the least size of such a stream is 0 here. */
export function compoundFile(root: Folder): Buffer {
  const entries: Buffer[] = [];
  const content: Buffer[] = [];
  const chains: number[] = [];
  const add = (name: string, kind: number, bytes: Buffer): Buffer => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * name.length + 2, 64);
    entry[66] = kind;
    for (const at of [68, 72, 76]) entry.writeUInt32LE(free, at);
    const sectors = Math.ceil(bytes.length / 512);
    entry.writeUInt32LE(sectors === 0 ? end : chains.length, 116);
    entry.writeUInt32LE(bytes.length, 120);
    for (let i = 0; i < sectors; i++) chains.push(i === sectors - 1 ? end : chains.length + 1);
    content.push(bytes, Buffer.alloc(512 * sectors - bytes.length));
    entries.push(entry);
    return entry;
  };
  const fill = (parent: Buffer, folder: Folder): void => {
    let last: Buffer | undefined;
    for (const [name, value] of Object.entries(folder)) {
      (last ?? parent).writeUInt32LE(entries.length, last ? 72 : 76);
      last = add(name, Buffer.isBuffer(value) ? 2 : 1, Buffer.isBuffer(value) ? value : Buffer.alloc(0));
      if (!Buffer.isBuffer(value)) fill(last, value);
    }
  };
  fill(add('Root Entry', 5, Buffer.alloc(0)), root);
  while (entries.length % 4 > 0) entries.push(Buffer.alloc(128));
  const directory = chains.length;
  for (let i = 0; i < entries.length / 4; i++) chains.push(i === entries.length / 4 - 1 ? end : chains.length + 1);
  const tables = Math.ceil((chains.length + 1) / 127);
  const firstTable = chains.length;
  for (let i = 0; i < tables; i++) chains.push(table);
  const numbers = Buffer.alloc(512 * tables, 0xff);
  for (const [i, next] of chains.entries()) numbers.writeUInt32LE(next, 4 * i);
  const header = Buffer.alloc(512, 0xff);
  header.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  for (const [at, value] of [
    [44, tables],
    [48, directory],
    [56, 0],
    [60, end],
    [68, end],
  ] as const)
    header.writeUInt32LE(value, at);
  for (let i = 0; i < tables; i++) header.writeUInt32LE(firstTable + i, 76 + 4 * i);
  return Buffer.concat([header, ...content, ...entries, numbers]);
}

/** A message of Outlook, or one within another, with properties by the names of their streams. */
export function outlookMail(
  properties: Readonly<Record<string, string | Buffer>>,
  folders: Folder = {},
  head = 32,
): Folder {
  const streams = Object.entries(properties).map(([tag, value]) => [
    `__substg1.0_${tag}`,
    Buffer.isBuffer(value) ? value : Buffer.from(value, 'utf16le'),
  ]);
  return {
    '__properties_version1.0': Buffer.alloc(head),
    ...(Object.fromEntries(streams) as Record<string, Buffer>),
    ...folders,
  };
}

/** Rich text as Outlook packs it, without any repetition. */
export function packed(text: string): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; at += 8)
    parts.push(Buffer.from([0]), Buffer.from(text.slice(at, at + 8), 'latin1'));
  const content = Buffer.concat(parts);
  const header = Buffer.alloc(16);
  header.writeUInt32LE(content.length + 12, 0);
  header.writeUInt32LE(text.length, 4);
  header.write('LZFu', 8);
  header.writeUInt32LE(~crc32(content, 0xffffffff) >>> 0, 12);
  return Buffer.concat([header, content]);
}
