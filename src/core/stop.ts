import { cancelled } from './errors';
import type { StopSignal } from './ports';

/** A signal for work that nobody can stop. */
export const neverStops: StopSignal = { stopped: false };

/** Throws Cancelled once the signal is raised. */
export function throwIfStopped(stop: StopSignal): void {
  if (stop.stopped) throw cancelled();
}
