/** A sequence of numbers that a seed alone decides (xorshift32). */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e3779b1) | 1;
    for (let i = 0; i < 8; i++) this.below(2);
  }

  /** A whole number from 0 to `end` - 1. */
  below(end: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % end;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }
}

/** What parsers trip over. */
const tokens = [
  ...[
    '\0',
    '\ud800',
    '\ufeff',
    '__proto__',
    'constructor',
    '-1',
    '1e309',
    'NaN',
    '9007199254740993',
    '-0',
    'null',
    '""',
  ],
  ...[
    '[[[[[[[[',
    '{"a":'.repeat(50),
    '<',
    '</',
    '&#x110000;',
    '<!DOCTYPE a [',
    ']]>',
    '%s',
    '\r\n\r\n',
    '--',
    '>> ',
    'From ',
  ],
  ...[
    'endstream',
    '<<',
    '/Length 999999999',
    '/Filter',
    '\\bin99999',
    '{\\rtf1',
    'x'.repeat(3000),
    '\u0301'.repeat(300),
  ],
].map((token) => Buffer.from(token));

type Change = (bytes: Buffer, dice: Dice, at: number, length: number) => Buffer;

const changes: readonly Change[] = [
  (bytes, dice, at) => set(bytes, at, bytes[at]! ^ (1 << dice.below(8))),
  (bytes, dice, at) => set(bytes, at, dice.below(256)),
  (bytes, dice, at) => set(bytes, at, dice.pick([0, 0xff, 0x7f, 0x80, 0x0a, 0x22, 0x30, 0x2d])),
  (bytes, _dice, at) => bytes.subarray(0, at),
  (bytes, _dice, at, length) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
  (bytes, _dice, at, length) =>
    Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at, at + length), bytes.subarray(at + length)]),
  (bytes, _dice, at, length) => Buffer.from(bytes).fill(0, at, Math.min(at + length, bytes.length)),
  (bytes, dice, at) => Buffer.concat([bytes.subarray(0, at), dice.pick(tokens), bytes.subarray(at)]),
  (bytes, dice, at, length) => {
    const from = dice.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + length), bytes.subarray(at)]);
  },
];

function set(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = value;
  return changed;
}

/** Bytes with one to four changes. */
export function mutate(bytes: Buffer, dice: Dice): Buffer {
  let changed = bytes;
  for (let i = 1 + dice.below(4); i > 0 && changed.length > 0; i--) {
    const length = 1 + dice.below(dice.pick([4, 64, 1024]));
    changed = dice.pick(changes)(changed, dice, dice.below(changed.length), length);
  }
  return changed;
}

/** Values of another kind than those that are meant. */
const oddValues: readonly unknown[] = [
  ...[null, true, -1, 0.5, 1e300, 2 ** 53, '', '0', 'a\0b', '\u202eabc', '../../a', 'C:\\a', 'x'.repeat(5000), [], {}],
  ...[[[[[]]]], { toString: 1 }, JSON.parse('{"__proto__":{"a":1}}') as unknown, { length: 1e9 }, Array(50).fill('a')],
];

/** A value with one to three of its parts replaced, dropped, repeated or renamed. It is the same as text where nothing else is said. */
export function mutateValue(value: unknown, dice: Dice): unknown {
  let changed = value;
  for (let i = 1 + dice.below(3); i > 0; i--) changed = changeOne(changed, dice);
  return changed;
}

function changeOne(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.below(5) === 0) return changeWhole(value, dice);
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return dice.pick(oddValues);
  const at = dice.below(entries.length);
  const [key, part] = entries[at]!;
  const others = entries.filter((_, i) => i !== at);
  const named = dice.pick([
    () => [...others, [key, changeOne(part, dice)] as const],
    () => [...others, [key, changeOne(part, dice)] as const],
    () => [...others, [key, changeOne(part, dice)] as const],
    () => others,
    () => [...entries, [dice.pick(['__proto__', 'constructor', 'toString', '', 'x']), part] as const],
  ])();
  return Array.isArray(value) ? named.map(([, each]) => each) : Object.fromEntries(named);
}

function changeWhole(value: unknown, dice: Dice): unknown {
  if (typeof value === 'string' && dice.below(2) === 0) return mutate(Buffer.from(value), dice).toString();
  if (typeof value === 'number' && dice.below(2) === 0) return value + dice.pick([-1, 1, 0.5, 1e9, -1e9, NaN]);
  return dice.pick(oddValues);
}
