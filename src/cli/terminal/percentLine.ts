import type { Output } from './io';

/** Progress in numbers on a terminal, and one line per tenth elsewhere. */
export function percentLine(io: Output): (label: string, done: number, total: number) => void {
  let shown = '';
  return (label, done, total) => {
    const tenths = total > 0 ? Math.floor((10 * done) / total) : 0;
    const line = io.terminal ? `${label} ${Math.floor(10 * done) / 10} of ${total}` : `${label} ${tenths * 10} %`;
    if (line === shown) return;
    shown = line;
    io.progress(line, done === total);
  };
}
