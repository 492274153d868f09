import fs from 'node:fs';
import path from 'node:path';
import type { ModelFiles, Provenance, SourceText } from '../../core/domain';
import type { Naming } from '../../core/casework/blind';
import type { ReviewOptions } from '../../core/engine';
import { replaceWhole } from '../outputFile';
import { nameFrom } from './caseLog';
import { sha256Of } from '../sha256';

/** By what a result is found again: what it is of, and what it rests on. */
export interface ResultKey {
  /** The document, and the range of a selection of it. */
  readonly place: string;
  readonly text: string;
  /** Made by `settingsHash`. */
  readonly settings: string;
  /** The content hash of the index. */
  readonly index: string;
}

/** Results of one place that are kept: those of the settings before can be gone back to. */
const keptOfPlace = 4;

/** Results of a case, beside its index. A file that is damaged or not of this kind is passed over. */
export class ResultFolder {
  private readonly folder: string;

  /**
   * @param index   the index file
   * @param naming  how authors are called to whoever reads and writes here: the files have the names that they have
   */
  constructor(
    index: string,
    private readonly naming?: Naming,
  ) {
    this.folder = `${index.replace(/\.sqlite$/, '')}-results`;
  }

  /** Where documents are named from. */
  get base(): string {
    return path.dirname(this.folder);
  }

  /** By which a file is named, with forward slashes. */
  nameOf(file: string): string {
    return nameFrom(this.base, file);
  }

  /** Writes a result over one of the same key, and deletes all but the last four of its place. Throws UnwritableFile, DiskFull. */
  keep(key: ResultKey, result: object): void {
    const text = JSON.stringify(this.naming ? this.naming.unmasked(result) : result);
    fs.mkdirSync(this.folder, { recursive: true });
    const written = path.join(this.folder, fileNameOf(key));
    replaceWhole(written, `{"sha256":"${sha256Of(text)}","result":${text}}\n`);
    const others = this.files(placeHash(key)).filter(({ file }) => file !== written);
    for (const { file } of others.slice(keptOfPlace - 1)) fs.rmSync(file, { force: true });
  }

  /** The result of exactly this key. */
  of(key: ResultKey): unknown {
    return this.masked(readWhole(path.join(this.folder, fileNameOf(key))));
  }

  /** All of them, those that were written last first. */
  all(): readonly unknown[] {
    return this.files('').flatMap(({ file }) => this.masked(readWhole(file)) ?? []);
  }

  /** SHA-256 of all of them together, whatever their order. */
  get digest(): string {
    const results = this.files('').flatMap(({ file }) => readWhole(file) ?? []);
    return sha256Of(
      results
        .map((result) => sha256Of(JSON.stringify(result)))
        .sort()
        .join('\n'),
    );
  }

  private masked(read: unknown): unknown {
    return this.naming ? this.naming.masked(read) : read;
  }

  private files(prefix: string): readonly { readonly file: string; readonly time: number }[] {
    if (!fs.existsSync(this.folder)) return [];
    const names = fs.readdirSync(this.folder).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
    const files = names.map((name) => path.join(this.folder, name));
    return files.map((file) => ({ file, time: fs.statSync(file).mtimeMs })).sort((a, b) => b.time - a.time);
  }
}

/** Raised when results hold other facts, or habits are counted otherwise: results of another form are not found. */
const form = 2;

/** Equal for equal facts of the text, choices, lock, pin and models: what a result rests on beside its text and the index. */
export function settingsHash(
  { mode, genre, language, byHand = [] }: Provenance & Pick<SourceText, 'byHand'>,
  { candidates, verifier, scale, excludeQuotes, pinned, validation, markers = [], server }: ReviewOptions,
  models: ModelFiles,
): string {
  const lock = typeof validation === 'object' ? [validation.hash, validation.found] : (validation ?? 'no case');
  const files = Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1));
  const chosen = [candidates, verifier ?? 'by mode', scale, excludeQuotes, ...markers, ...(server ? [server.url] : [])];
  const ranges = byHand.map(({ start, end, isAuthors, sha256 }) => [start, end, isAuthors, sha256]);
  return sha256Of(JSON.stringify([form, mode, genre, language, ...chosen, pinned ?? null, lock, files, ...ranges]));
}

function fileNameOf(key: ResultKey): string {
  const { text, settings, index } = key;
  return `${placeHash(key)}-${sha256Of(JSON.stringify([text, settings, index])).slice(0, 16)}.json`;
}

function placeHash({ place }: ResultKey): string {
  return sha256Of(place).slice(0, 16);
}

function readWhole(file: string): unknown {
  if (!fs.existsSync(file)) return undefined;
  const content = parsed(fs.readFileSync(file, 'utf8'));
  if (typeof content !== 'object' || content === null || !('result' in content) || !('sha256' in content))
    return undefined;
  return sha256Of(JSON.stringify(content.result)) === content.sha256 ? content.result : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
