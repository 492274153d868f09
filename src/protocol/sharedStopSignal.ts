import type { StopSignal } from '../core/ports';

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
