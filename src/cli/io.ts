import fs from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { diskFull, unwritable, type IdiographError } from '../core/errors';
import { SharedStopSignal } from '../core/basics/work';
import { EngineThread } from '../node/worker/engineThread';

/** Where a command writes lines. Nothing in a line can move the cursor or reverse the direction of text. */
export interface Output {
  readonly stdout: (...lines: readonly string[]) => void;
  /** Writes problems and progress. Writes nothing after the reader of the results has gone. */
  readonly stderr: (...lines: readonly string[]) => void;
  /** Writes the progress. On a terminal each line replaces the one before, until the last. */
  readonly progress: (line: string, last: boolean) => void;
  readonly terminal: boolean;
}

export interface CommandIo extends Output {
  readonly stop: SharedStopSignal;
  /** An engine with the models of a folder; the command closes it. @param loads  loads them at once */
  readonly engine: (modelsFolder: string, loads: boolean) => Pick<EngineThread, 'ask' | 'close'>;
}

/** Two streams, by default those of the process. A command is stopped if nobody reads its results any more, or if they cannot be stored. */
export class StreamIo implements CommandIo {
  readonly stop = new SharedStopSignal();
  readonly terminal: boolean;
  /** Why results can no longer be written: the reader has gone, or an error. */
  private broken: 'reader gone' | IdiographError | undefined;

  constructor(
    readonly engine: CommandIo['engine'] = startEngine,
    private readonly out: Writable = process.stdout,
    private readonly err: Writable & { readonly isTTY?: boolean } = process.stderr,
  ) {
    this.terminal = err.isTTY === true;
    out.on('error', (error: NodeJS.ErrnoException) => {
      const { code, message } = error;
      const name = 'the standard output';
      const problem = code === 'ENOSPC' ? diskFull(name) : unwritable(name, `the system reports ${code ?? message}`);
      this.broken ??= code === 'EPIPE' ? 'reader gone' : problem;
      this.stop.raise();
    });
    err.on('error', () => undefined); // there is no stream to report this to
  }

  readonly stdout = (...lines: readonly string[]): void => {
    if (this.broken === undefined) this.out.write(joinLines(lines));
  };

  readonly stderr = (...lines: readonly string[]): void => {
    if (this.broken !== 'reader gone') this.err.write(joinLines(lines));
  };

  readonly progress = (line: string, last: boolean): void => {
    if (this.terminal) this.err.write(`\r\u001b[K${escapeLine(line)}${last ? '\n' : ''}`);
    else this.stderr(line);
  };

  /** Waits until the results are written, and returns the problem if there was one. */
  async flush(): Promise<'reader gone' | IdiographError | undefined> {
    await new Promise((resolve) => this.out.write('', resolve));
    await new Promise(setImmediate); // an error event follows the callback
    return this.broken;
  }
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${escapeLine(line)}\n`).join('');
}

/**
 * A line that is safe on a terminal: control, direction and other invisible characters are written as \uXXXX. JSON has the same escapes, so
 * a line of JSON keeps its meaning.
 */
export function escapeLine(line: string): string {
  return line.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u00ad\u200c\u200d])\p{Cf}/gu, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** A number with its noun, which gets an s unless the number is one: "1 document", "25 documents". */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The package's own folder: the built program is in its dist folder. */
export const packageFolder = path.resolve(__dirname, '..');

export function startEngine(models: string, loads?: boolean): EngineThread {
  return new EngineThread(() => ({
    workerFile: path.join(packageFolder, 'dist', 'engineWorker.js'),
    modelsFolder: models,
    loads,
  }));
}

export function readPackageVersion(): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
