import fs from 'node:fs';
import path from 'node:path';

// One place on the disk has many paths: with other case on Windows and macOS, with composed or decomposed accents, by a link, by a short
// name, by another drive letter. Only this module compares paths, and names files relative to a folder.

/** A path in the spelling of the disk and without links, for the part of it that exists. */
export function resolveTrueName(file: string): string {
  const full = path.resolve(file);
  try {
    return fs.realpathSync.native(full);
  } catch {
    const folder = path.dirname(full);
    return folder === full ? full : path.join(resolveTrueName(folder), path.basename(full));
  }
}

/**
 * The numbers of network file systems on Linux: NFS, SMB in two versions, CIFS, AFS, 9P, which WSL uses for the disks of Windows, and FUSE,
 * such as sshfs.
 */
const networkTypes = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x01021997, 0x65735546]);

/** Whether a place is on a server. Windows resolves such a place to the server's name, even from a drive letter. */
export function isOnNetwork(place: string): boolean {
  const [nearest] = listFoldersAbove(resolveTrueName(place)).filter((each) => fs.existsSync(each));
  if (process.platform === 'win32') return resolveTrueName(place).startsWith('\\\\');
  return process.platform === 'linux' && nearest !== undefined && networkTypes.has(fs.statfsSync(nearest).type);
}

export function isSamePlace(one: string, other: string): boolean {
  return resolveTrueName(one) === resolveTrueName(other);
}

export function isWithin(file: string, folder: string): boolean {
  const away = path.relative(resolveTrueName(folder), resolveTrueName(file));
  return !path.isAbsolute(away) && away.split(path.sep)[0] !== '..';
}

/** A path and all folders above it, the nearest first. */
export function listFoldersAbove(place: string): readonly string[] {
  const full = path.resolve(place);
  const above = path.dirname(full);
  return above === full ? [full] : [full, ...listFoldersAbove(above)];
}

/**
 * The places between a folder and a file in it, including the file, in the spelling of the file's path. Undefined if it is not in the
 * folder.
 */
export function listPlacesBetween(folder: string, file: string): readonly string[] | undefined {
  const above = listFoldersAbove(file);
  const real = resolveTrueName(folder);
  const at = above.findLastIndex((each) => resolveTrueName(each) === real);
  return at < 0 ? undefined : above.slice(0, at).reverse();
}

export function linkBetween(folder: string, file: string): string | undefined {
  return listPlacesBetween(folder, file)?.find(isLink);
}

/** Whether a place is a link. A text of a mailbox has a path below a file, and is none. */
function isLink(place: string): boolean {
  try {
    return fs.lstatSync(place).isSymbolicLink();
  } catch {
    return false;
  }
}

/**
 * The only name of a file relative to a folder, with forward slashes: in the spelling of the disk, with composed accents. If a link in the
 * folder leads to the file, it has the name of the link.
 */
export function nameFrom(folder: string, file: string): string {
  const base = resolveTrueName(folder);
  const between = listPlacesBetween(folder, file);
  const link = between && linkBetween(folder, file);
  const real =
    link === undefined ? resolveTrueName(file) : path.join(base, ...between!.map((each) => path.basename(each)));
  return composeName(base, path.relative(base, real).split(path.sep).join('/'));
}

/** A name with composed accents, unless this is the name of another file. */
function composeName(folder: string, name: string): string {
  const composed = name.normalize('NFC');
  if (composed === name) return name;
  const [own, other] = [name, composed].map((each) => readStat(path.join(folder, each)));
  return own && other && !isSameFile(own, other) ? name : composed;
}

export function toListedName(folder: string, file: string): string {
  return composeName(folder, path.relative(folder, file).split(path.sep).join('/'));
}

/**
 * The path of a file from its name relative to a folder, as `nameFrom` returns it. If the disk has decomposed accents, the path has them
 * too.
 */
export function findFileNamed(folder: string, name: string): string {
  const full = path.resolve(folder, name);
  if (name.normalize('NFD') === name || fs.existsSync(full)) return full;
  return name.split('/').reduce((at, part) => {
    const next = path.resolve(at, part);
    if (fs.existsSync(next)) return next;
    return path.resolve(at, listNames(at).find((each) => each.normalize('NFC') === part.normalize('NFC')) ?? part);
  }, path.resolve(folder));
}

/** Compares the disk's own numbers, so that names do not matter. */
export function isSameFile(one: fs.BigIntStats, other: fs.BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

export function readStat(file: string): fs.BigIntStats | undefined {
  return fs.statSync(file, { throwIfNoEntry: false, bigint: true });
}

function listNames(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // a file, such as a mailbox, or a folder that may not be listed
  }
}
