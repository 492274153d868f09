import { type LogEntry, type LogHead, readLogLine, type HappenedEvent, type LogEvent } from './caseLog';
import type { CaseFile } from './caseFile';
import { trimDecision } from './decisions';

/** A kind of damage to a log. Lines and entries count from 1. */
export type LogDamage =
  /** The line has no entry, or a changed one. */
  | { readonly kind: 'changed'; readonly line: number }
  | { readonly kind: 'removed'; readonly from: number; readonly to: number }
  | { readonly kind: 'moved' | 'twice'; readonly entry: number; readonly line: number }
  /** The entry is intact, but the next entry or the head has another hash for it. */
  | { readonly kind: 'rewritten'; readonly entry: number }
  /** The clock says that the entry was made before the entry before it. */
  | { readonly kind: 'backwards'; readonly entry: number; readonly at: string; readonly before: string }
  /** There is no head, so missing entries at the end could not be found. */
  | { readonly kind: 'headless' };

export interface CheckedLog {
  /** In the order of the file. */
  readonly entries: readonly LogEntry[];
  readonly damage: readonly LogDamage[];
  /** Lines that were cut off while they were written, for example by a kill or a full disk. Their events did not happen. */
  readonly cutOff: readonly number[];
  /**
   * Whether the user's own folder has the end of the log. Otherwise nobody can see that the last entries were removed together with the
   * head.
   */
  readonly isEndKnown: boolean;
}

/** The last entry according to the file beside the log and to the user's own folder. Undefined if that file is missing. */
export interface LogHeads {
  readonly beside: LogHead | undefined;
  readonly own: LogHead | undefined;
}

/** In milliseconds: clocks of machines that write one log, and corrections of a clock, differ by less. */
const usualDifference = 60_000;

/** Reads a log and lists its damage. */
export function checkLog(text: string, { beside, own }: LogHeads, hash: (text: string) => string): CheckedLog {
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: i + 1, text: line }))
    .filter((each) => each.text !== '')
    .map((each) => ({ line: each.line, entry: readLogLine(each.text, hash) }));
  const entries = lines.flatMap(({ entry }) => entry ?? []);
  const heads = [beside, own].flatMap((head) => head ?? []);
  // Entries that are missing, and the lines that take the place of some.
  const places = lines.flatMap(({ entry }, i) => (entry ? [[entry.entry, i] as const] : []));
  const placeOf = new Map(places.reverse()); // the first place of each number
  const numbers = [...placeOf.keys()].sort((a, b) => a - b);
  const last = Math.max(0, ...heads.map(({ entry }) => entry));
  if (last > (numbers.at(-1) ?? 0)) numbers.push(last);
  const changed = new Set<number>();
  const removed: LogDamage[] = [];
  let before = 0;
  for (const number of numbers) {
    const missing = placeOf.has(number) ? number - 1 : number;
    const from = (placeOf.get(before) ?? -1) + 1;
    let to = from;
    while (to < lines.length && !lines[to]!.entry && to - from < missing - before) changed.add(lines[to++]!.line);
    const first = before + 1 + to - from;
    if (first <= missing) removed.push({ kind: 'removed', from: first, to: missing });
    before = number;
  }
  // Entries that come after a later one, or a second time.
  const seen = new Set<number>();
  let highest = 0;
  const misplaced = lines.flatMap(({ line, entry }): readonly LogDamage[] => {
    if (!entry) return [];
    const number = entry.entry;
    const kind = seen.has(number) ? 'twice' : 'moved';
    const isInPlace = number > highest;
    seen.add(number);
    highest = Math.max(highest, number);
    return isInPlace ? [] : [{ kind, entry: number, line }];
  });
  // Entries with another hash than the next entry or a head records for them.
  const hashes = new Map(entries.map(({ entry, sha256 }) => [entry, sha256]));
  const stated = [...entries.map((each) => ({ entry: each.entry - 1, sha256: each.before })), ...heads];
  const others = stated.filter(({ entry, sha256 }) => (hashes.get(entry) ?? sha256) !== sha256);
  const rewritten = [...new Set(others.map(({ entry }) => entry))];
  // Entries with a time before that of the entry with the number before theirs.
  const inOrder = [...entries].sort((a, b) => a.entry - b.entry);
  const backwards = inOrder.flatMap(({ entry, at }, i): readonly LogDamage[] => {
    const former = inOrder[i - 1]?.at ?? at;
    const isBackwards = Date.parse(at) < Date.parse(former) - usualDifference;
    return isBackwards ? [{ kind: 'backwards', entry, at, before: former }] : [];
  });
  return {
    entries,
    damage: [
      ...[...changed].map((line) => ({ kind: 'changed', line }) as const),
      ...removed,
      ...misplaced,
      ...rewritten.map((entry) => ({ kind: 'rewritten', entry }) as const),
      ...backwards,
      ...(beside || entries.length === 0 ? [] : [{ kind: 'headless' } as const]),
    ],
    cutOff: lines.flatMap(({ line, entry }) => (entry || changed.has(line) ? [] : [line])),
    isEndKnown: own !== undefined,
  };
}

/**
 * What a case file states and its log does not have, as events. Either the program ended after it wrote the one and before the other, or
 * the log was removed, or somebody edited the case file.
 */
export function findUnlogged(
  { documents, question, pinned, validation, blind, decisions = [] }: Omit<CaseFile, 'warnings'>,
  entries: readonly LogEntry[],
): readonly HappenedEvent[] {
  const stated: readonly LogEvent[] = [
    ...[...documents].flatMap(([document, { role, sha256, question: own, speakers }]): readonly LogEvent[] => [
      ...(role === 'questioned' && sha256 !== undefined ? [{ kind: 'received', document, sha256 } as const] : []),
      ...(own ? [{ kind: 'questionSet', document, names: [own].flat().join(', ') } as const] : []),
      ...(speakers ? [{ kind: 'speakers', file: document, speakers: speakers.join(', ') } as const] : []),
    ]),
    ...(question ? [{ kind: 'questionSet', names: [question].flat().join(', ') } as const] : []),
    ...(pinned?.index === undefined ? [] : [{ kind: 'pinned', index: pinned.index } as const]),
    ...(validation ? [{ kind: 'locked', lock: validation.hash } as const] : []),
    ...decisions.map(({ document, candidate: author, questioned: passage, ...made }) => {
      return { kind: 'decided', document, author, passage, decision: trimDecision(made) } as const;
    }),
    ...(blind?.unmasked ?? []).map(({ findings }) => ({ kind: 'unmasked', findings }) as const),
  ];
  const events = entries.map(({ event }) => event);
  const missing = stated.filter((each) => {
    const logged = events.findLast((event) => identifySubject(event) === identifySubject(each));
    return !logged || serialise(logged) !== serialise(each);
  });
  const last = events.findLast(({ kind }) => kind === 'masked' || kind === 'unmasked')?.kind;
  const masked = blind?.masked && last !== 'masked' ? [{ kind: 'masked' } as const] : [];
  return [...missing, ...masked].map((event) => ({ ...event, late: true }));
}

/** What an event is about. The last event about a subject is compared with the case file. */
function identifySubject(event: LogEntry['event']): string {
  const { kind, document, file, author, passage, findings } = event as Readonly<Record<string, unknown>>;
  return JSON.stringify([kind, document, file, author, passage, findings]);
}

/** The facts of an event, the same for equal events. */
function serialise(event: LogEntry['event']): string {
  const facts = event.kind === 'decided' ? { ...event, decision: trimDecision(event.decision) } : event;
  return JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
