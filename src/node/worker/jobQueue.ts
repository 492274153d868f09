import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../core/basics/work';

/** The work of the engine thread in two lanes: questions, and between two steps of these, indexing. The first job of a lane is worked on. */
export class JobQueue {
  private readonly questions: Job[] = [];
  private readonly indexings: Job[] = [];
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
        for (const [running] of lanes) await running?.steps.return(undefined);
        return;
      }
      const lane = lanes.find(({ length }) => length > 0);
      if (!lane) await new Promise<void>((resolve) => (this.wake = resolve));
      else {
        const { steps, tell, resolve, reject } = lane[0]!;
        try {
          const step = await steps.next();
          if (!step.done) {
            tell(step.value);
            continue;
          }
          resolve(step.value);
        } catch (error) {
          reject(error);
        }
        lane.shift();
      }
    }
  }

  private enqueue(lane: Job[], steps: Job['steps'], tell: Job['tell']): Promise<unknown> {
    return new Promise((resolve, reject) => {
      lane.push({ steps, tell, resolve, reject });
      this.wake?.();
    });
  }
}

/** One call under way, and who hears of it. */
interface Job {
  readonly steps: Steps<unknown, unknown>;
  readonly tell: (news: unknown) => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
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
    if (isCounted(news)) {
      const kind = news.stage ?? news.maintenance ?? 'indexing';
      const isDue = now() - last >= pause;
      if (!isDue && kind === stage && news.done !== news.total && !('evidence' in news)) return;
      [stage, last] = [kind, now()];
    }
    tell(news);
  };
}

/** Whether news say how far something is. */
function isCounted(news: unknown): news is Readonly<Record<'done' | 'total' | 'stage' | 'maintenance', unknown>> {
  return typeof news === 'object' && news !== null && 'done' in news && 'total' in news;
}
