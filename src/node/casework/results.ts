import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { IdiographError, unwritable } from '../../core/errors';
import { makeFolder, replaceWhole } from '../outputFile';
import { nameFrom } from '../places';
import { findOddPlace, readRegular } from '../systemError';
import { computeCode } from './ownFolder';
import { computeSha256 } from '../sha256';

/** The key of a result: its text and all that it rests on. */
export interface ResultKey {
  /** The document, and the range of a selection of it. */
  readonly place: string;
  readonly text: string;
  /** What the result rests on besides its text and the index. Equal settings have equal values. */
  readonly settings: string;
  /** The content hash of the index. */
  readonly index: string;
}

/** At most this many results of one place are kept, so that a user can return to earlier settings. */
const keptOfPlace = 4;

/**
 * Results of a case, beside its index. They save time and prove nothing. A result counts only with the code of this user, so that nobody
 * can hand one over. A file without it, of an earlier version (`.json`), or with another place, text, index or setting, is listed in
 * `refused` and not used.
 */
export class ResultFolder {
  private readonly folder: string;
  private readonly odd = new Set<string>();

  constructor(index: string) {
    this.folder = `${index.replace(/\.sqlite$/, '')}-results`;
  }

  /** The folder that documents are named from. */
  get base(): string {
    return path.dirname(this.folder);
  }

  /** Files that were found and not trusted. */
  get refused(): readonly string[] {
    return [...this.odd];
  }

  /** The name of a file, with forward slashes. */
  toName(file: string): string {
    return nameFrom(this.base, file);
  }

  /**
   * Writes a result over one with the same key, and deletes all but the last four of its place. Returns the name of its file. Throws
   * UnwritableFile, also if a link leads elsewhere, and DiskFull.
   */
  keep(key: ResultKey, result: object): string {
    const text = JSON.stringify(result);
    const name = this.toFileName(key);
    const written = this.toPath(name);
    const odd = findOddPlace(this.base, written);
    if (odd) throw unwritable(odd.place, odd.problem);
    makeFolder(this.folder);
    replaceWhole(written, zlib.gzipSync(`{"code":"${computeCode('result', name, text)}","result":${text}}\n`));
    this.odd.delete(written);
    const others = this.listFiles(hashPlace(key)).filter(({ file }) => file !== written);
    for (const [i, { file }] of others.entries())
      if (i >= keptOfPlace - 1 || file.endsWith('.json')) fs.rmSync(file, { force: true });
    return name;
  }

  /** Deletes all results. */
  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** The names of their files, the latest first. */
  get names(): readonly string[] {
    return this.listFiles('').map(({ file }) => path.basename(file));
  }

  /** The name of the file of exactly this key. */
  toFileName(key: ResultKey): string {
    const { text, settings, index } = key;
    return `${hashPlace(key)}-${computeSha256(JSON.stringify([text, settings, index])).slice(0, 16)}.json.gz`;
  }

  toPath(name: string): string {
    return path.join(this.folder, name);
  }

  /** The result in the file of this name. Undefined if this user's program wrote none. */
  read(name: string): unknown {
    return this.readFile(this.toPath(name));
  }

  /** SHA-256 of all results together, in any order. */
  get digest(): string {
    const results = this.listFiles('').flatMap(({ file }) => this.readFile(file) ?? []);
    return computeSha256(
      results
        .map((result) => computeSha256(JSON.stringify(result)))
        .sort()
        .join('\n'),
    );
  }

  private listFiles(prefix: string): readonly { readonly file: string; readonly time: number }[] {
    const stats = fs.lstatSync(this.folder, { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) this.odd.add(this.folder);
    if (!stats?.isDirectory()) return [];
    const names = fs.readdirSync(this.folder).filter((name) => name.startsWith(prefix) && /\.json(\.gz)?$/.test(name));
    const files = names.map((name) => path.join(this.folder, name));
    return files.map((file) => ({ file, time: fs.lstatSync(file).mtimeMs })).sort((a, b) => b.time - a.time);
  }

  /** The contents of a file if this user's program wrote it under this name. Undefined otherwise, or if there is no such file. */
  private readFile(file: string): unknown {
    try {
      const stored = unzip(readRegular(this.base, file));
      const [, code, text] = /^\{"code":"([0-9a-f]{64})","result":(.*)\}\n$/s.exec(stored) ?? [];
      if (text !== undefined && code === computeCode('result', path.basename(file), text)) return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof IdiographError)) throw error;
    }
    if (fs.lstatSync(file, { throwIfNoEntry: false })) this.odd.add(file);
    return undefined;
  }
}

/** Empty for what is not compressed, is damaged, or would take more than 100 MB. */
function unzip(bytes: Uint8Array = new Uint8Array()): string {
  try {
    return zlib.gunzipSync(bytes, { maxOutputLength: 1e8 }).toString();
  } catch {
    return '';
  }
}

function hashPlace({ place }: ResultKey): string {
  return computeSha256(place).slice(0, 16);
}
