import type { StopSignal } from '../../src/core/basics/work';

/** A pause between two looks at the signal, and the stage in which it was. */
interface Pause {
  readonly stage: string;
  readonly milliseconds: number;
}

/** How long a stage took, and how many milliseconds a stop at a random moment of it would wait. */
export interface StopWaits {
  readonly seconds: number;
  readonly p95: number;
  readonly most: number;
}

/** A signal that is never raised, and remembers how long it was not looked at. */
export class Pauses implements StopSignal {
  private readonly all: Pause[] = [];
  private stage = 'begin';
  private last = performance.now();
  private used = readProcessorTime();

  get stopped(): boolean {
    this.look();
    return false;
  }

  /** The last pause ends with the work. */
  end(): void {
    this.look();
  }

  private look(): void {
    const [now, used] = [performance.now(), readProcessorTime()];
    const milliseconds = Math.min(now - this.last, used - this.used); // other programs of a busy machine do not count
    this.all.push({ stage: this.stage, milliseconds });
    [this.last, this.used] = [now, used];
  }

  /** Work goes on with what the news name. */
  enter(news: unknown): void {
    const { stage, maintenance, step } = news as { stage?: string; maintenance?: string; step?: { kind: string } };
    this.stage = stage ?? maintenance ?? step?.kind ?? this.stage;
  }

  /** What each stage lets a stop wait: at the 95th hundredth of all moments in it, and at most. */
  describe(): Readonly<Record<string, StopWaits>> {
    const stages = [...new Set(this.all.map(({ stage }) => stage))];
    return Object.fromEntries(
      stages.map((stage) => {
        const pauses = this.all.flatMap((each) => (each.stage === stage ? [each.milliseconds] : []));
        const most = pauses.reduce((longest, each) => Math.max(longest, each), 0);
        const seconds = Math.round(pauses.reduce((sum, each) => sum + each, 0) / 100) / 10;
        return [stage, { seconds, p95: Math.round(findWait(pauses, most)), most: Math.round(most) }] as const;
      }),
    );
  }
}

/** Milliseconds of the processor that this process has used. */
function readProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The wait that a stop at a random moment stays below with a chance of .95: a pause is met the more often the longer it is. */
function findWait(pauses: readonly number[], most: number): number {
  const all = pauses.reduce((sum, pause) => sum + pause, 0);
  const shareBeyond = (wait: number): number => pauses.reduce((sum, pause) => sum + Math.max(0, pause - wait), 0) / all;
  let [low, high] = [0, most];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (shareBeyond(middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}
