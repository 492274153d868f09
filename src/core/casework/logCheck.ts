import { type LogEntry, type LogHead, readLogLine } from './caseLog';

/** How a log is not as it was written. Lines and entries count from 1. */
export type LogDamage =
  /** The line is no entry, or another than was written. */
  | { readonly kind: 'changed'; readonly line: number }
  | { readonly kind: 'removed'; readonly from: number; readonly to: number }
  | { readonly kind: 'moved' | 'twice'; readonly entry: number; readonly line: number }
  /** The entry is whole, but another than the one that the next, or the head, was written after. */
  | { readonly kind: 'rewritten'; readonly entry: number }
  /** There is no head: that entries are missing at the end could not be told. */
  | { readonly kind: 'headless' };

export interface CheckedLog {
  /** In the order of the file. */
  readonly entries: readonly LogEntry[];
  readonly damage: readonly LogDamage[];
  /** Lines that were cut off while they were written, as a kill or a full disk does: what they began to say was not done. */
  readonly cutOff: readonly number[];
}

/** An entry, or undefined, with the line it stands in. */
interface Line {
  readonly line: number;
  readonly entry: LogEntry | undefined;
}

/**
 * Reads a log and names what is not as it was written.
 *
 * @param head  undefined: there is none
 */
export function checkLog(text: string, head: LogHead | undefined, hash: (text: string) => string): CheckedLog {
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: i + 1, text: line }))
    .filter((each) => each.text !== '')
    .map((each): Line => ({ line: each.line, entry: readLogLine(each.text, hash) }));
  const entries = lines.flatMap(({ entry }) => entry ?? []);
  const last = Math.max(head?.entry ?? 0, ...entries.map(({ entry }) => entry));
  const missing = runsMissing(new Set(entries.map(({ entry }) => entry)), last);
  const changed = new Set<number>();
  const removed = missing.flatMap(({ from, to }): readonly LogDamage[] => {
    const after = lines.findIndex(({ entry }) => entry?.entry === from - 1) + 1;
    const end = lines.findIndex(({ entry }, i) => i >= after && entry !== undefined);
    const unread = lines.slice(after, end < 0 ? undefined : end).slice(0, to - from + 1);
    for (const { line } of unread) changed.add(line);
    return unread.length > to - from ? [] : [{ kind: 'removed', from: from + unread.length, to }];
  });
  const unread = lines.filter(({ entry }) => !entry).map(({ line }) => line);
  return {
    entries,
    damage: [
      ...[...changed].map((line) => ({ kind: 'changed', line }) as const),
      ...removed,
      ...misplaced(lines),
      ...rewritten(entries, head),
      ...(head || entries.length === 0 ? [] : [{ kind: 'headless' } as const]),
    ],
    cutOff: unread.filter((line) => !changed.has(line)),
  };
}

/** The numbers from 1 to the last that are not held, as runs. */
function runsMissing(
  held: ReadonlySet<number>,
  last: number,
): readonly { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let number = 1; number <= last; number++) {
    if (held.has(number)) continue;
    const run = runs.at(-1);
    if (run?.to === number - 1) run.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
}

/** Entries that stand behind a later one, or a second time. */
function misplaced(lines: readonly Line[]): readonly LogDamage[] {
  const seen = new Set<number>();
  let highest = 0;
  return lines.flatMap(({ line, entry }): readonly LogDamage[] => {
    if (!entry) return [];
    const number = entry.entry;
    const kind = seen.has(number) ? 'twice' : 'moved';
    const isInPlace = number > highest;
    seen.add(number);
    highest = Math.max(highest, number);
    return isInPlace ? [] : [{ kind, entry: number, line }];
  });
}

/** Entries whose hash is not the one that was written down of them in the next, or in the head. */
function rewritten(entries: readonly LogEntry[], head: LogHead | undefined): readonly LogDamage[] {
  const hashes = new Map(entries.map(({ entry, sha256 }) => [entry, sha256]));
  const stated = new Map(entries.map(({ entry, before }) => [entry - 1, before]));
  if (head) stated.set(head.entry, head.sha256);
  const others = [...hashes].filter(([entry, sha256]) => (stated.get(entry) ?? sha256) !== sha256);
  return others.map(([entry]) => ({ kind: 'rewritten', entry }));
}
