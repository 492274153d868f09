import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import type { Naming } from '../../core/casework/blind';
import {
  type HappenedEvent,
  headShape,
  formatLocalTime,
  type LogEntry,
  type LogHead,
  logLine,
  noHead,
  readLogLine,
} from '../../core/casework/caseLog';
import { type CheckedLog, checkLog, type LogHeads } from '../../core/casework/logCheck';
import { bundleReadOnly, unwritableCase } from '../../core/errors';
import { doIfPossible, makeFolder, replaceWhole } from '../outputFile';
import { nameFrom } from '../places';
import { findOddPlace, openRegular, readRegular, toSystemError } from '../systemError';
import { isBundleFolder } from './folderEntries';
import { keepHead, readHead } from './ownFolder';
import { lockWhile } from './writeCase';
import { computeSha256 } from '../sha256';

/**
 * The log of a case, line by line. Entries are only appended, each with the hash of the one before. The last entry is also stored beside
 * the log, and once more in the user's own folder, which nobody can change who only has access to the case.
 */
export class CaseLog {
  /** The file beside the log with its last entry. */
  readonly headFile: string;

  /**
   * @param base    the folder that documents are named from
   * @param naming  the masked names of authors, for callers; the file has the real names
   */
  private constructor(
    readonly file: string,
    private readonly base: string,
    private readonly naming?: Naming,
  ) {
    this.headFile = file.replace(/\.jsonl$/, '-head.json');
  }

  static openOfCase(folder: string, naming?: Naming): CaseLog {
    return new CaseLog(path.join(folder, '.idiograph', 'log.jsonl'), folder, naming);
  }

  /** The log beside an index, for questions outside any case and for a case in which nothing may be written. */
  static openBesideIndex(index: string): CaseLog {
    makeFolder(path.dirname(index));
    return new CaseLog(`${index.replace(/\.sqlite$/, '')}-log.jsonl`, path.dirname(index));
  }

  /** The name of a file in the log, with forward slashes. */
  toName(file: string): string {
    return nameFrom(this.base, file);
  }

  /** Whether there is a log. */
  get isThere(): boolean {
    return fs.lstatSync(this.file, { throwIfNoEntry: false }) !== undefined;
  }

  /** Appends events. Other processes may do so at the same time. Throws UnwritableFile, DiskFull. */
  append(...happened: readonly HappenedEvent[]): void {
    this.writeWhile(() => happened);
  }

  /**
   * Does work and logs the events that it returns. If the log cannot be written, the work is not done or is undone. If the work fails,
   * nothing is logged. Throws the errors of `append` and of the work.
   */
  writeWhile(
    work: (entries: () => readonly LogEntry[]) => readonly HappenedEvent[],
    undo = (): void => undefined,
  ): void {
    if (isBundleFolder(this.base)) throw bundleReadOnly(this.base);
    try {
      for (const file of [this.file, this.headFile]) {
        const odd = findOddPlace(this.base, file);
        if (odd) throw unwritableCase(odd.place, odd.problem);
      }
      if (!fs.existsSync(this.base)) throw unwritableCase(this.file, 'its folder is not there'); // and is not created again
      makeFolder(path.dirname(this.file));
      lockWhile(this.file, () => {
        const { O_APPEND, O_CREAT, O_WRONLY } = fs.constants;
        const handle = openRegular(this.file, O_APPEND | O_CREAT | O_WRONLY);
        try {
          const { size } = fs.fstatSync(handle);
          const happened = work(() => checkLog(this.text, this.heads, computeSha256).entries);
          try {
            this.write(handle, happened);
          } catch (error) {
            doIfPossible(() => fs.ftruncateSync(handle, size));
            undo();
            throw error;
          }
        } finally {
          fs.closeSync(handle);
        }
      });
    } catch (error) {
      throw toSystemError(error, this.file, unwritableCase);
    }
  }

  /** Its entries and its damage. Throws UnreadableDocument. */
  read(): CheckedLog {
    const checked = checkLog(this.text, this.heads, computeSha256);
    return this.naming ? { ...checked, entries: this.naming.mask(checked.entries) } : checked;
  }

  private write(handle: number, happened: readonly HappenedEvent[]): void {
    if (happened.length === 0) return;
    const { text } = this;
    let user = String(process.getuid?.() ?? 'unknown');
    try {
      user = os.userInfo().username;
    } catch {} // a user without an entry in the system's list has only a number
    const by = { at: readLocalTime(), by: user };
    let head = this.findLast(text);
    if (!Number.isSafeInteger(head.entry + happened.length))
      throw unwritableCase(this.headFile, 'the number of its last entry is too large');
    const named = this.naming ? this.naming.unmask(happened) : happened;
    const lines = named.map((event) => {
      const written = logLine(head, { ...by, event }, computeSha256);
      head = written.head;
      return written.line;
    });
    if (text === '' && !this.heads.beside) this.keepBeside(noHead); // if the program ends before the next head is written, no log is left without a head
    const isCutOff = text !== '' && !text.endsWith('\n');
    fs.writeFileSync(handle, `${isCutOff ? '\n' : ''}${lines.join('')}`, { flush: true });
    this.keepBeside(head);
    keepHead(this.file, head);
  }

  private keepBeside(head: LogHead): void {
    replaceWhole(this.headFile, `${JSON.stringify(head)}\n`);
  }

  /** The last entry: from the log, or from a head if the log has lost it, so that the loss remains visible. */
  private findLast(text: string): LogHead {
    const lines = text.trimEnd().split('\n');
    const { beside = noHead, own = noHead } = this.heads;
    const head = own.entry > beside.entry ? own : beside;
    for (let i = lines.length - 1; i >= 0; i--) {
      const entry = readLogLine(lines[i]!, computeSha256);
      if (entry) return entry.entry > head.entry ? { entry: entry.entry, sha256: entry.sha256 } : head;
    }
    return head;
  }

  private get text(): string {
    return readRegular(this.base, this.file)?.toString() ?? '';
  }

  private get heads(): LogHeads {
    const beside = parseHead(readRegular(this.base, this.headFile)?.toString());
    return { beside, own: parseHead(readHead(this.file)) };
  }
}

export function parseHead(json: string | undefined): LogHead | undefined {
  try {
    const read = v.safeParse(headShape, JSON.parse(json ?? ''));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** The time of this place in the notation of logs and reports. */
export function readLocalTime(): string {
  const now = new Date();
  return formatLocalTime(now, -now.getTimezoneOffset());
}
