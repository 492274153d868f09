import { cancelled } from '../errors';

/** The stages of a review, in order. A comparison of two texts has encoding and passages. */
export type Stage = 'reading' | 'encoding' | 'reordering' | 'passages' | 'splitting' | 'verifying' | 'validating';

/** The progress of a stage, in its own units. */
export interface StageProgress<Name extends Stage = Stage> {
  readonly stage: Name;
  readonly done: number;
  readonly total: number;
}

/** Work that can be followed and stopped between its steps: it yields its progress and returns its result. */
export type Steps<Step, Result> = AsyncGenerator<Step, Result, void>;

/** Turns work with a progress callback into steps. The work continues while nobody asks for the next step. */
export async function* reportSteps<Step, Result>(
  work: (report: (step: Step) => void) => Promise<Result>,
): Steps<Step, Result> {
  const waiting: Step[] = [];
  const state = { isDone: false };
  let wakeUp = (): void => undefined;
  const result = work((step) => {
    waiting.push(step);
    wakeUp();
  });
  const finishWork = (): void => {
    state.isDone = true;
    wakeUp();
  };
  void result.then(finishWork, finishWork);
  while (!state.isDone || waiting.length > 0) {
    if (waiting.length === 0) await new Promise<void>((resolve) => (wakeUp = resolve));
    yield* waiting.splice(0);
  }
  return result;
}

/** Turns work with progress into the steps of a stage. */
export function runStage<Name extends Stage, Result>(
  name: Name,
  work: (progress: Progress) => Promise<Result>,
): Steps<StageProgress<Name>, Result> {
  return reportSteps((report) => work((done, total) => report({ stage: name, done, total })));
}

/** The result of some steps. @param tell  receives each step */
export async function finish<Step, Result>(
  steps: Steps<Step, Result>,
  tell: (step: Step) => void = () => undefined,
): Promise<Result> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
    tell(step.value);
  }
}

/** The same steps, each converted by `tell`. */
export async function* mapSteps<Step, Told, Result>(
  steps: Steps<Step, Result>,
  tell: (step: Step) => Told,
): Steps<Told, Result> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
    yield tell(step.value);
  }
}

/** A signal for work that nobody can stop. */
export const neverStops: StopSignal = { stopped: false };

/** Units of work between two checks of the signal: a few milliseconds of reading. */
const pollEvery = 0x8000;

/** Throws Cancelled once the signal is raised. */
export function throwIfStopped(stop: StopSignal): void {
  if (stop.stopped) throw cancelled();
}

/** A check for a loop over a text. It is called with the current place, and throws Cancelled soon after the signal is raised. */
export function createPoll(stop: StopSignal): (place: number) => void {
  let next = 0;
  return (place) => {
    if (place < next) return;
    next = place + pollEvery;
    throwIfStopped(stop);
  };
}

/** A stop flag in shared memory, so that a busy thread sees it although it receives no messages. */
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

/** Polled by `throwIfStopped` between batches and documents. */
export interface StopSignal {
  readonly stopped: boolean;
}

/** Called with the work done so far and the total, in the same unit. */
export type Progress = (done: number, total: number) => void;

/** How to stop work, and how to follow it in its own units. */
export interface WorkRun {
  readonly stop: StopSignal;
  readonly progress?: Progress;
}
