import fs from 'node:fs';
import sqlite3 from 'sqlite3';

/**
 * What can go wrong at call n: in the shim (shim.c), in a call of SQLite's driver, in an array of the engine thread for which there is no
 * memory, in the clock, which jumps by a day, in a server, which leaves one question or all later ones unanswered, and in the process,
 * which is killed or loses its power supply.
 */
export const callKinds = [
  ...(['once', 'gone', 'full', 'alloc', 'driver', 'array', 'clock', 'unanswered', 'offline'] as const),
] as const;
export const kinds = [...callKinds, 'kill', 'power'] as const;
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
const arrays = { calls: 0, failing: 0 };
/** Questions to the server; from the n-th on none is answered where `forGood`. */
const server = { calls: 0, failing: 0, forGood: false };
const counters = { driver, clock, array: arrays, unanswered: server, offline: server } as const;

/** Whether the server leaves a question unanswered. */
export function isUnanswered(): boolean {
  return isNext(server) || (server.forGood && server.failing > 0 && server.calls > server.failing);
}

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

/** Arrays of less are part of the heap of JavaScript. */
const smallestArray = 16_384;
const ownArrays = { Float32Array, Float64Array, Uint8Array, Uint32Array, Int32Array };

/** While work is done, an array for which there is no memory is refused as V8 does it. */
function watchArrays(): void {
  for (const [name, Own] of Object.entries(ownArrays)) {
    const construct = (_: object, args: readonly unknown[]): object => {
      const bytes = typeof args[0] === 'number' ? args[0] * Own.BYTES_PER_ELEMENT : 0;
      if (bytes >= smallestArray && isNext(arrays)) throw new RangeError('Array buffer allocation failed');
      return Reflect.construct(Own, args) as object;
    };
    Object.assign(globalThis, { [name]: new Proxy(Own, { construct }) });
  }
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
  for (const each of Object.values(counters)) Object.assign(each, { calls: 0, failing: 0 });
  clock.jump = 0;
  server.forGood = kind === 'offline';
  if (kind in counters) counters[kind as keyof typeof counters].failing = n;
  else arm(kind, n);
  watchArrays();
  try {
    return await work();
  } finally {
    disarm();
    Object.assign(globalThis, ownArrays);
    for (const each of Object.values(counters)) each.failing = 0; // the clock stays where it is
  }
}

/** Counts the calls that work makes. It is done twice, each time from the state that `prepare` makes. */
export async function countCalls(prepare: () => Promise<void>, work: () => Promise<unknown>): Promise<Counts> {
  await prepare();
  arm('alloc', 0);
  await work();
  const [, , alloc] = disarm();
  await prepare();
  for (const each of Object.values(counters)) each.calls = 0;
  clock.jump = 0;
  watchArrays();
  arm('count', 0);
  await work();
  const [all, room] = disarm();
  Object.assign(globalThis, ownArrays);
  const ofFiles = { once: all, gone: all, full: room, alloc, kill: all, power: all };
  return {
    ...{ ...ofFiles, driver: driver.calls, clock: clock.calls, array: arrays.calls },
    ...{ unanswered: server.calls, offline: server.calls },
  };
}
