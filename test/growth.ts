import { Session } from 'node:inspector/promises';
import { expect } from 'vitest';
import { CountedRegExp, steps } from './countedRegExp';
import { isAll } from './needs';

/**
 * What counts how often each block of code runs, as for a report of coverage. V8 counts in functions that it compiles from now on. So it is
 * begun before the functions of the product are called, and with --all alone, where each file has a process of its own.
 */
const blocks = isAll ? new Session() : undefined;
if (blocks) {
  blocks.connect();
  await blocks.post('Profiler.enable');
  await blocks.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/** Expects the work of a run to grow as its size does. */
export async function expectLinear(run: (size: number) => unknown, size: number): Promise<void> {
  expect(await countGrowth(run, size)).toBeLessThan(2.3);
}

/**
 * By what the steps of a run grow when its size is doubled: 2 where it is linear, 4 where it is quadratic. Steps are those of regular
 * expressions, and the characters or items that functions of texts and lists go over. With --all also the product's own loops count.
 */
export async function countGrowth(run: (size: number) => unknown, size: number): Promise<number> {
  const count = async (length: number): Promise<number> => {
    await countBlocks(); // from nought
    const taken = await countSteps(() => run(length));
    return taken + (await countBlocks());
  };
  const half = await count(Math.ceil(size / 2));
  return Math.sqrt((await count(2 * size)) / half);
}

/** How often the blocks of the product's code ran since the last call. */
async function countBlocks(): Promise<number> {
  const scripts = (await blocks?.post('Profiler.takePreciseCoverage'))?.result ?? [];
  const ofProduct = scripts.filter(({ url }) => /[/\\](?:src|webview|research)[/\\]/.test(url));
  const ranges = ofProduct.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

/** The functions that go over a text or a list, or a part of it. */
const whole = {
  text: ['split', 'toLowerCase', 'toUpperCase', 'normalize', 'replace', 'replaceAll', 'trim', 'trimEnd', 'trimStart'],
  list: ['concat', 'filter', 'includes', 'indexOf', 'join', 'map', 'slice', 'splice', 'unshift', 'toSpliced', 'some'],
} as const;
const finding = ['indexOf', 'lastIndexOf', 'includes'] as const;

type Functions = Record<string, (this: { readonly length: number }, ...args: unknown[]) => unknown>;

/** How many steps of expressions and lists some work takes. */
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
