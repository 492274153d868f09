import { expect } from 'vitest';
import { CountedRegExp, steps } from './countedRegExp';
import { isAll } from './needs';

/**
 * Expects the work of a run to grow as its size does. Its steps are counted at a small size; with --all also its processor time is
 * measured, at a large one.
 */
export async function expectLinear(
  run: (size: number) => unknown,
  { counted, timed }: { readonly counted: number; readonly timed: number },
): Promise<void> {
  expect(await countGrowth(run, counted)).toBeLessThan(2.3);
  if (isAll) expect(await measureGrowth(run, timed)).toBeLessThan(3.5);
}

/**
 * By what the steps of a run grow when its size is doubled: 2 where it is linear, 4 where it is quadratic. Steps are those of regular
 * expressions, and the characters or items that functions of texts and lists go over. The run's own loops are not counted.
 */
export async function countGrowth(run: (size: number) => unknown, size: number): Promise<number> {
  const half = await countSteps(() => run(Math.ceil(size / 2)));
  return Math.sqrt((await countSteps(() => run(2 * size))) / half);
}

/** The functions that go over a text or a list, or a part of it. */
const whole = {
  text: ['split', 'toLowerCase', 'toUpperCase', 'normalize', 'replace', 'replaceAll', 'trim', 'trimEnd', 'trimStart'],
  list: ['concat', 'filter', 'includes', 'indexOf', 'join', 'map', 'slice', 'splice', 'unshift', 'toSpliced', 'some'],
} as const;
const finding = ['indexOf', 'lastIndexOf', 'includes'] as const;

type Functions = Record<string, (this: { readonly length: number }, ...args: unknown[]) => unknown>;

/** How many steps some work takes. */
export async function countSteps(work: () => unknown): Promise<number> {
  const restoring: (() => void)[] = [];
  const replace = (owner: object, name: string, make: (real: Functions[string]) => Functions[string]): void => {
    const own = owner as Functions;
    const real = own[name]!;
    Object.defineProperty(own, name, { value: make(real), configurable: true, writable: true, enumerable: false });
    restoring.push(() => {
      Object.defineProperty(own, name, { value: real, configurable: true, writable: true, enumerable: false });
    });
  };
  const goOver = (owner: object, names: readonly string[]): void => {
    for (const name of names)
      replace(
        owner,
        name,
        (real) =>
          function (...args) {
            if (!isMatching) steps.taken += this.length;
            return real.apply(this, args);
          },
      );
  };
  goOver(String.prototype, whole.text);
  goOver(Array.prototype, whole.list);
  for (const name of finding)
    replace(
      String.prototype,
      name,
      (real) =>
        function (...args) {
          const found = real.apply(this, args);
          if (isMatching) return found;
          const from = typeof args[1] === 'number' ? args[1] : 0;
          steps.taken += typeof found === 'number' && found >= 0 ? Math.abs(found - from) + 1 : this.length - from;
          return found;
        },
    );
  replace(RegExp.prototype, 'exec', (real) => {
    return function (text) {
      return isMatching ? real.call(this, text) : matchCounted(this as unknown as RegExp, String(text));
    };
  });
  try {
    const before = steps.taken;
    await work();
    return steps.taken - before;
  } finally {
    for (const restore of restoring.reverse()) restore();
  }
}

const counted = new Map<string, CountedRegExp>();
/** Whether steps of an expression are being counted, which itself uses expressions and goes over lists. */
let isMatching = false;

/** As the specification has it for `RegExp.prototype.exec`. */
function matchCounted(native: RegExp, text: string): RegExpExecArray | null {
  const key = String(native);
  const moves = native.global || native.sticky;
  const from = moves ? native.lastIndex : 0;
  isMatching = true;
  try {
    const expression = counted.get(key) ?? new CountedRegExp(new RegExp(native.source, native.flags));
    counted.set(key, expression);
    const found = from > text.length ? null : expression.match(text, from);
    if (moves) native.lastIndex = found ? found.index + found[0].length : 0;
    return found;
  } finally {
    isMatching = false;
  }
}

/**
 * By what the CPU time of a run grows when its size is doubled: about 2 where a run is linear, 4 where it is quadratic. Two doublings are
 * measured, from half a size to twice the size, so that the noise of a busy machine is halved. The least of several runs counts, since
 * other work of the process only adds to its time. The clock of Windows goes in steps of 16 ms, so that a run is repeated there.
 */
async function measureGrowth(run: (size: number) => unknown, size: number): Promise<number> {
  const started = performance.now();
  await run(size);
  const turns = process.platform === 'win32' ? Math.ceil(300 / (performance.now() - started)) : 1;
  const timeOf = async (length: number): Promise<number> => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < turns; turn++) await run(length);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let [half, twice] = [Infinity, Infinity];
  for (let i = 0; i < 4; i++) {
    half = Math.min(half, await timeOf(Math.ceil(size / 2)));
    twice = Math.min(twice, await timeOf(2 * size));
  }
  return Math.sqrt(twice / half);
}
