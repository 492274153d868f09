import os from 'node:os';
import type { SharedStopSignal } from '../../core/stop';

/** How long work under way may take to stop in good order, in milliseconds. */
const patience = 1000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Lets a signal stop a command in good order. A second signal, or a second without an end, ends the process at once by
 * that very signal: tearing the engine down in the middle of an inference would abort it, and what is on the disk survives
 * being killed.
 *
 * @param tell  says that the command was stopped, where the command itself no longer will
 * @returns     the exit status that shells give for the signal that came; undefined: none came
 */
export function stopOnSignals(stop: SharedStopSignal, tell: () => void): () => number | undefined {
  let status: number | undefined;
  for (const signal of signals)
    process.on(signal, () => {
      if (status !== undefined) leaveBy(signal);
      status = 128 + os.constants.signals[signal];
      stop.raise();
      setTimeout(() => {
        tell();
        leaveBy(signal);
      }, patience).unref();
    });
  return () => status;
}

function leaveBy(signal: NodeJS.Signals): void {
  for (const name of signals) process.removeAllListeners(name);
  process.kill(process.pid, signal);
}
