import { HostStop } from '../node/worker/engineThread';

/** Where a command writes and how it is stopped. Results go to stdout, progress and problems to stderr. */
export interface CommandIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly stop: HostStop;
}

/** The process's own streams; the first Ctrl-C asks for a stop, the second leaves at once. */
export function processIo(): CommandIo {
  const stop = new HostStop();
  const interrupt = (): void => {
    if (stop.stopped) process.exit(130);
    stop.raise();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    stop,
  };
}

/** One line of progress that replaces the last on a terminal, and one line per tenth elsewhere. */
export function progressLine(io: CommandIo): (label: string, done: number, total: number) => void {
  let shown = '';
  return (label, done, total) => {
    const tenths = total > 0 ? Math.floor((10 * done) / total) : 0;
    const line = process.stderr.isTTY
      ? `${label} ${Math.floor(10 * done) / 10} of ${total}`
      : `${label} ${tenths * 10} %`;
    if (line === shown) return;
    shown = line;
    io.stderr(process.stderr.isTTY ? `\r\u001b[K${line}${done === total ? '\n' : ''}` : `${line}\n`);
  };
}
