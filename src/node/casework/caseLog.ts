import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import type { Naming } from '../../core/casework/blind';
import {
  headShape,
  localTime,
  type LogEvent,
  type LogHead,
  logLine,
  noHead,
  readLogLine,
} from '../../core/casework/caseLog';
import { type CheckedLog, checkLog } from '../../core/casework/logCheck';
import { unwritable } from '../../core/errors';
import { replaceWhole } from '../outputFile';
import { systemError } from '../systemError';
import { exclusively } from './writeCase';
import { sha256Of } from '../sha256';

/**
 * What happened to a case, line by line. Entries are only appended, each with the hash of the one before; the last one's is kept
 * beside the log.
 */
export class CaseLog {
  /** Where its last entry stands again. */
  readonly headFile: string;

  /**
   * @param base    the folder from which documents are named
   * @param naming  how authors are called to whoever reads and writes here: the file has the names that they have
   */
  private constructor(
    readonly file: string,
    private readonly base: string,
    private readonly naming?: Naming,
  ) {
    this.headFile = file.replace(/\.jsonl$/, '-head.json');
  }

  /** The log of a case, in its folder. */
  static ofCase(folder: string, naming?: Naming): CaseLog {
    return new CaseLog(path.join(folder, '.idiograph', 'log.jsonl'), folder, naming);
  }

  /** The log of what is asked of an index outside of any case. */
  static besideIndex(index: string): CaseLog {
    return new CaseLog(`${index.replace(/\.sqlite$/, '')}-log.jsonl`, path.dirname(index));
  }

  /** By which a file is named in the log, with forward slashes. */
  nameOf(file: string): string {
    return nameFrom(this.base, file);
  }

  /** Writes events behind what is there; other processes may do so at the same time. Throws UnwritableFile, DiskFull. */
  append(...happened: readonly LogEvent[]): void {
    const folder = path.dirname(this.file);
    if ([folder, this.file].some(isLink)) throw unwritable(this.file, 'it is a link');
    try {
      fs.mkdirSync(folder, { recursive: true });
      exclusively(this.file, () => this.write(happened));
    } catch (error) {
      throw systemError(error, this.file, unwritable);
    }
  }

  /** What it says, and what of it is not as it was written. Throws where the system refuses. */
  read(): CheckedLog {
    const checked = checkLog(this.text, this.head, sha256Of);
    return this.naming ? { ...checked, entries: this.naming.masked(checked.entries) } : checked;
  }

  private write(happened: readonly LogEvent[]): void {
    const { text } = this;
    const by = { at: timeHere(), by: userName() };
    let head = this.lastOf(text);
    const named = this.naming ? this.naming.unmasked(happened) : happened;
    const lines = named.map((event) => {
      const written = logLine(head, { ...by, event }, sha256Of);
      head = written.head;
      return written.line;
    });
    const isCutOff = text !== '' && !text.endsWith('\n');
    fs.appendFileSync(this.file, `${isCutOff ? '\n' : ''}${lines.join('')}`, { flush: true });
    replaceWhole(this.headFile, `${JSON.stringify(head)}\n`);
  }

  /** The last entry: by the log, or by the head where the log lost it. */
  private lastOf(text: string): LogHead {
    const lines = text.trimEnd().split('\n');
    for (let i = lines.length - 1; i >= 0; i--) {
      const entry = readLogLine(lines[i]!, sha256Of);
      const { head = noHead } = this;
      if (entry) return entry.entry > head.entry ? { entry: entry.entry, sha256: entry.sha256 } : head;
    }
    return this.head ?? noHead;
  }

  private get text(): string {
    return fs.existsSync(this.file) ? fs.readFileSync(this.file, 'utf8') : '';
  }

  private get head(): LogHead | undefined {
    try {
      const read = v.safeParse(headShape, JSON.parse(fs.readFileSync(this.headFile, 'utf8')));
      return read.success ? read.output : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The time of this place, as logs and reports have it. */
export function timeHere(): string {
  const now = new Date();
  return localTime(now, -now.getTimezoneOffset());
}

/** A file's path from a folder, with forward slashes. */
export function nameFrom(folder: string, file: string): string {
  return path.relative(folder, path.resolve(file)).split(path.sep).join('/');
}

function isLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** A user without an entry in the system's list has a number alone. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
