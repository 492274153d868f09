import fs from 'node:fs';
import sqlite3 from 'sqlite3';

/**
 * What can go wrong at call n: in the shim (shim.c), in a call of SQLite's driver, in the clock, which jumps by a day, and in the
 * process, which is killed or loses its power supply.
 */
export const kinds = ['once', 'gone', 'full', 'alloc', 'driver', 'clock', 'kill', 'power'] as const;
export type Kind = (typeof kinds)[number];
/** How many calls an operation makes at which a kind can go wrong. */
export type Counts = Readonly<Record<Kind, number>>;

/** Tells the shim what to let go wrong. */
function arm(mode: string, n: number): void {
  fs.accessSync(`/idiograph-fault/${mode}/${n}`);
}

/** Ends that. The numbers of all operations, of those that need room, and of allocations. */
function disarm(): readonly [all: number, room: number, allocations: number] {
  arm('off', 0);
  return JSON.parse(fs.readFileSync(process.env['FAULT_COUNTS']!, 'utf8')) as [number, number, number];
}

/** Calls of a kind that is not the shim's, and the one that fails. */
const driver = { calls: 0, failing: 0 };
const clock = { calls: 0, failing: 0, jump: 0 };

function isNext(of: typeof driver): boolean {
  of.calls += 1;
  return of.calls === of.failing;
}

for (const name of ['run', 'all', 'exec'] as const) {
  const prototype = sqlite3.Database.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const real = prototype[name]!;
  prototype[name] = function (...args: unknown[]) {
    if (!isNext(driver)) return real.apply(this, args);
    const done = args.findLast((each) => typeof each === 'function') as (error: Error) => void;
    const error = Object.assign(new Error('SQLITE_IOERR: disk I/O error'), { errno: 10, code: 'SQLITE_IOERR' });
    setImmediate(() => done.call({ changes: 0, lastID: 0 }, error));
    return this;
  };
}

const day = 24 * 3600 * 1000;
globalThis.Date = class extends Date {
  constructor(...args: readonly unknown[]) {
    super(...((args.length > 0 ? args : [JumpingNow()]) as [number]));
  }

  static override now(): number {
    return JumpingNow();
  }
} as DateConstructor;
const realNow = Object.getPrototypeOf(Date) as DateConstructor;

function JumpingNow(): number {
  if (isNext(clock)) clock.jump = clock.failing % 2 === 0 ? day : -day;
  return realNow.now() + clock.jump;
}

/** Lets call n of a kind go wrong while work is done. */
export async function during<T>(kind: Kind, n: number, work: () => Promise<T>): Promise<T> {
  Object.assign(driver, { calls: 0, failing: kind === 'driver' ? n : 0 });
  Object.assign(clock, { calls: 0, failing: kind === 'clock' ? n : 0, jump: 0 });
  if (kind !== 'driver' && kind !== 'clock') arm(kind, n);
  try {
    return await work();
  } finally {
    disarm();
    Object.assign(driver, { failing: 0 });
    Object.assign(clock, { failing: 0 }); // the clock stays where it is
  }
}

/** Counts the calls that work makes. It is done twice, each time from the state that `prepare` makes. */
export async function countCalls(prepare: () => Promise<void>, work: () => Promise<unknown>): Promise<Counts> {
  await prepare();
  arm('alloc', 0);
  await work();
  const [, , alloc] = disarm();
  await prepare();
  Object.assign(driver, { calls: 0 });
  Object.assign(clock, { calls: 0, jump: 0 });
  arm('count', 0);
  await work();
  const [all, room] = disarm();
  return { once: all, gone: all, full: room, alloc, driver: driver.calls, clock: clock.calls, kill: all, power: all };
}
