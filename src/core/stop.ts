import { cancelled } from './errors';
import type { StopSignal } from './ports';

/** A signal for work that nobody can stop. */
export const neverStops: StopSignal = { stopped: false };

/** Units of work between two looks at a signal: a few milliseconds of reading. */
const pollEvery = 0x8000;

/** Throws Cancelled once the signal is raised. */
export function throwIfStopped(stop: StopSignal): void {
  if (stop.stopped) throw cancelled();
}

/** For a loop over a text: called with how far it is, throws Cancelled soon after the signal is raised. */
export function polling(stop: StopSignal): (place: number) => void {
  let next = 0;
  return (place) => {
    if (place < next) return;
    next = place + pollEvery;
    throwIfStopped(stop);
  };
}

/** A stop flag in shared memory, so that a busy thread sees it where no message could arrive. */
export class SharedStopSignal implements StopSignal {
  private readonly flag: Int32Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.flag = new Int32Array(buffer);
  }

  get stopped(): boolean {
    return Atomics.load(this.flag, 0) === 1;
  }

  raise(): void {
    Atomics.store(this.flag, 0, 1);
  }
}
