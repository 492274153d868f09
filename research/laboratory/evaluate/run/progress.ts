import type { EvaluateIo } from './output';

/** Reports progress on one stage: on a terminal by one line that is replaced, elsewhere by a line every tenth. */
export type StageProgress = (done: number, total: number) => void;

/** Starts the progress of a stage; the time left is estimated from the pace so far. */
export function stageProgress(io: EvaluateIo, stage: string): StageProgress {
  const started = performance.now();
  let shown = '';
  return (done, total) => {
    const seconds = (performance.now() - started) / 1000;
    const left = done > 0 && done < total ? `, about ${duration((seconds / done) * (total - done))} left` : '';
    const line = `${stage}: ${done} of ${total}`;
    const key = io.terminal ? `${line} ${Math.floor(seconds)}` : String(Math.floor((10 * done) / total));
    if (key === shown) return;
    shown = key;
    const text = done === total ? `${line}, ${duration(seconds)}` : line + left;
    io.progress(text, done === total);
  };
}

/** Seconds in words, such as "40 s" or "3 min". */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
