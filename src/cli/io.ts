import fs from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { diskFull, unwritable, type IdiographError } from '../core/errors';
import { SharedStopSignal } from '../core/work';
import { EngineThread } from '../node/worker/engineThread';

/** Where a command writes lines. Nothing in a line can move the cursor or reverse the direction of text. */
export interface Output {
  readonly stdout: (...lines: readonly string[]) => void;
  /** Problems, and what goes on; nothing more once nobody reads the results. */
  readonly stderr: (...lines: readonly string[]) => void;
  /** How far the work is: on a terminal each line takes the place of the one before, until the last. */
  readonly progress: (line: string, last: boolean) => void;
  readonly terminal: boolean;
}

/** Where a command writes, how it is stopped, and whom it asks. */
export interface CommandIo extends Output {
  readonly stop: SharedStopSignal;
  /** An engine with the models of a folder; the command closes it. */
  readonly engine: (modelsFolder: string) => Pick<EngineThread, 'ask' | 'close'>;
}

/** Two streams, those of the process unless told. Where nobody reads results any more, or they cannot be stored, the command is stopped. */
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
      this.broken ??= error.code === 'EPIPE' ? 'reader gone' : toOutputProblem(error);
      this.stop.raise();
    });
    err.on('error', () => undefined); // there is nobody to tell
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

  /** Waits until results have gone out, and says what became of them. */
  async flush(): Promise<'reader gone' | IdiographError | undefined> {
    await new Promise((resolve) => this.out.write('', resolve));
    await new Promise(setImmediate); // an error event follows the callback
    return this.broken;
  }
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${escapeLine(line)}\n`).join('');
}

function toOutputProblem({ code, message }: NodeJS.ErrnoException): IdiographError {
  const name = 'the standard output';
  return code === 'ENOSPC' ? diskFull(name) : unwritable(name, `the system reports ${code ?? message}`);
}

/**
 * A line as it may stand on a terminal: control, direction and other characters that cannot be seen are written as \uXXXX.
 * That is also how JSON writes them, so that a line of JSON says the same as before.
 */
export function escapeLine(line: string): string {
  return line.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u00ad\u200c\u200d])\p{Cf}/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** A number with its noun, which takes an s for all but one: "1 document", "25 documents". */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The package's own folder: the built program is in its dist folder. */
export const packageFolder = path.resolve(__dirname, '..');

/** An engine thread of the built program. */
export function startEngine(models: string): EngineThread {
  return new EngineThread(() => ({
    workerFile: path.join(packageFolder, 'dist', 'engineWorker.js'),
    modelsFolder: models,
  }));
}

export function readPackageVersion(): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
