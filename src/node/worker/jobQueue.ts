import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../core/basics/work';

/** The work of the engine thread in two lanes: questions, and between two steps of these, indexing. */
export class JobQueue {
  private readonly questions = new Lane();
  private readonly indexings = new Lane();
  private wake: (() => void) | undefined;
  private isClosed = false;

  get closed(): boolean {
    return this.isClosed;
  }

  /** Answers a question, such as a review. Questions are answered one after the other. */
  ask(steps: Job['steps'], tell: Job['tell']): Promise<unknown> {
    return this.enqueue(this.questions, steps, tell);
  }

  /** Runs an indexing. Questions are answered between any two of its steps. */
  index(steps: Job['steps'], tell: Job['tell']): Promise<unknown> {
    return this.enqueue(this.indexings, steps, tell);
  }

  close(): void {
    this.isClosed = true;
    this.wake?.();
  }

  /** Works until it is closed. */
  async run(): Promise<void> {
    const lanes = [this.questions, this.indexings] as const;
    for (;;) {
      await setImmediate(); // a turn of the event loop, so that messages reach the queue
      if (this.isClosed) {
        for (const lane of lanes) await lane.end();
        return;
      }
      await (lanes.find((lane) => lane.hasWork)?.goOn() ?? this.waitForArrival());
    }
  }

  private enqueue(lane: Lane, steps: Job['steps'], tell: Job['tell']): Promise<unknown> {
    return new Promise((resolve, reject) => {
      lane.jobs.push({ steps, tell, resolve, reject });
      this.wake?.();
    });
  }

  /** Resolves when something has come, or at once if something waits. */
  private waitForArrival(): Promise<void> {
    if (this.isClosed || this.questions.hasWork || this.indexings.hasWork) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = () => {
        this.wake = undefined;
        resolve();
      };
    });
  }
}

/** Jobs that are worked on one after the other, a step at a time. */
class Lane {
  readonly jobs: Job[] = [];
  private running: Job | undefined;

  get hasWork(): boolean {
    return this.running !== undefined || this.jobs.length > 0;
  }

  async goOn(): Promise<void> {
    this.running ??= this.jobs.shift();
    if (this.running && !(await runStep(this.running))) this.running = undefined;
  }

  /** Stops what is under way. */
  async end(): Promise<void> {
    await this.running?.steps.return(undefined);
  }
}

/** One call under way, and who hears of it. */
interface Job {
  readonly steps: Steps<unknown, unknown>;
  readonly tell: (news: unknown) => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Takes one step. False: it was the last, and the asker has the answer or the error. */
async function runStep({ steps, tell, resolve, reject }: Job): Promise<boolean> {
  try {
    const step = await steps.next();
    if (step.done) resolve(step.value);
    else tell(step.value);
    return step.done !== true;
  } catch (error) {
    reject(error);
    return false;
  }
}

/** Milliseconds between two reports of one stage. */
const pause = 100;

/**
 * Passes on news as someone can follow them: of how far a stage is the first, the last, evidence, and of the others ten a second; any
 * other news at once.
 *
 * @param now  milliseconds of a clock
 */
export function paceProgress(
  tell: (news: unknown) => void,
  now: () => number = () => performance.now(),
): (news: unknown) => void {
  let stage: unknown;
  let last = -Infinity;
  return (news) => {
    const kind = isCounted(news) ? findKind(news) : undefined;
    const isDue = now() - last >= pause;
    if (kind !== undefined && isCounted(news)) {
      if (!isDue && kind === stage && news.done !== news.total && !('evidence' in news)) return;
      stage = kind;
      last = now();
    }
    tell(news);
  };
}

/** Whether news say how far something is. */
function isCounted(news: unknown): news is { readonly done: number; readonly total: number } {
  return typeof news === 'object' && news !== null && 'done' in news && 'total' in news;
}

function findKind(progress: object): unknown {
  if ('stage' in progress) return progress.stage;
  return 'maintenance' in progress ? progress.maintenance : 'indexing';
}
