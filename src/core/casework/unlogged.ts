import type { CaseFile } from './caseFile';
import type { HappenedEvent, LogEntry, LogEvent } from './caseLog';
import { trimDecision, isSameDecision } from './decisions';

/**
 * What a case file says and its log does not, as events: the program was ended after it wrote the one and before it wrote the other,
 * the log was taken away, or somebody wrote the case file by hand.
 */
export function findUnlogged(read: Omit<CaseFile, 'warnings'>, entries: readonly LogEntry[]): readonly HappenedEvent[] {
  const events = entries.map(({ event }) => event);
  const missing = listEventsOfFile(read).filter((each) => !events.some((event) => isSameEvent(event, each)));
  const last = events.findLast(({ kind }) => kind === 'masked' || kind === 'unmasked')?.kind;
  const masked = read.blind?.masked && last !== 'masked' ? [{ kind: 'masked' } as const] : [];
  return [...missing, ...masked].map((event) => ({ ...event, late: true }));
}

function listEventsOfFile({
  documents,
  pinned,
  validation,
  blind,
  decisions = [],
}: Omit<CaseFile, 'warnings'>): readonly LogEvent[] {
  return [
    ...[...documents].flatMap(([document, { role, sha256 }]) =>
      role === 'questioned' && sha256 !== undefined ? [{ kind: 'received', document, sha256 } as const] : [],
    ),
    ...(pinned?.index === undefined ? [] : [{ kind: 'pinned', index: pinned.index } as const]),
    ...(validation ? [{ kind: 'locked', lock: validation.hash } as const] : []),
    ...decisions.map(({ document, candidate: author, questioned: passage, ...made }) => {
      return { kind: 'decided', document, author, passage, decision: trimDecision(made) } as const;
    }),
    ...(blind?.unmasked ?? []).map(({ findings }) => ({ kind: 'unmasked', findings }) as const),
  ];
}

function isSameEvent(event: LogEntry['event'], other: LogEvent): boolean {
  if (event.kind !== other.kind) return false;
  if (event.kind !== 'decided' || other.kind !== 'decided') return serialise(event) === serialise(other);
  return (
    serialise({ ...event, decision: undefined }) === serialise({ ...other, decision: undefined }) &&
    isSameDecision(event.decision, other.decision)
  );
}

function serialise(event: object): string {
  return JSON.stringify(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
}
