import * as v from 'valibot';
import { decisionShape } from './decisions';
import { count, fields, flag, type Shape, sha256, text, whole } from '../shape';

const askedShape = v.variant('kind', [
  v.object({ kind: v.literal('search'), authors: count }),
  v.object({ kind: v.literal('author'), author: text }),
  v.object({ kind: v.literal('text'), title: text }),
]);

/** What was asked of a text. */
export type Asked = v.InferOutput<typeof askedShape>;

/** A text was reviewed or compared: what was asked, and what came of it in the words of that time. */
const askedEvent = v.object({
  kind: v.literal('asked'),
  document: text,
  title: text,
  sha256: text,
  asked: askedShape,
  outcome: text,
});

const eventShape = v.variant('kind', [
  askedEvent,
  /** A questioned file, by the SHA-256 of its bytes as the case first saw them. */
  v.object({ kind: v.literal('received'), document: text, sha256 }),
  /** Documents came into the index or left it; its content hash then. */
  v.object({ kind: v.literal('indexed'), added: whole, replaced: whole, removed: whole, index: sha256 }),
  /** What an examiner made of a passage of a candidate; nothing: an earlier decision was taken back. */
  v.object({ kind: v.literal('decided'), document: text, author: text, passage: text, decision: decisionShape }),
  /** A file of the case could not be read, or was passed over: for the reason of this code. */
  v.object({ kind: v.literal('unread'), file: text, author: v.exactOptional(text), code: text }),
  /**
   * A range of a text was set by hand: as its author's, as not its author's, or, without `isAuthors`, as the rules have it again. The hash
   * is that of its words; these are not written down.
   */
  v.object({
    ...{ kind: v.literal('ranged'), file: text, start: whole, end: count, words: count, sha256 },
    isAuthors: v.exactOptional(flag),
  }),
  v.object({ kind: v.literal('validated'), index: sha256 }),
  /** The lock is identified by its hash. */
  v.object({ kind: v.literal('locked'), lock: sha256 }),
  v.object({ kind: v.literal('pinned'), index: sha256 }),
  /** The authors were hidden. */
  v.object({ kind: v.literal('masked') }),
  /** They were shown: by the hash of the findings at that moment. */
  v.object({ kind: v.literal('unmasked'), findings: sha256 }),
  /** Whether the AI features of an editor, which can read the folder of the case, were off. */
  v.object({ kind: v.literal('assistant'), isOff: flag }),
  /** A report, a bundle or a page was written: the SHA-256 of its bytes. */
  v.object({ kind: v.literal('exported'), file: text, sha256 }),
]);

/** Something that happened to a case. */
export type LogEvent = Shape<typeof eventShape>;

/** Something to be written down, maybe afterwards. */
export type HappenedEvent = LogEvent & { readonly late?: true };

/** Where an entry stands in its log. */
const entryShape = fields({
  /** From 1 on, without a gap. */
  entry: count,
  at: text,
  /** The user's name on that machine. */
  by: text,
  /** It was found in the case file later: when it happened, the program was ended before it wrote this down. */
  late: v.exactOptional(v.literal(true)),
  /** The hash of the entry before; of the first one, zeros. */
  before: sha256,
});

/** An entry of the log with its own hash. What a later version wrote is an event that is not known here. */
export type LogEntry = Shape<typeof entryShape> & {
  readonly sha256: string;
  readonly event: LogEvent | { readonly kind: 'unknown'; readonly json: string };
};

/** The last entry of a log, which is kept beside it: a chain does not hold its own end. Before the first one it is 0. */
export const headShape = fields({ entry: whole, sha256 });
export type LogHead = Shape<typeof headShape>;

/** What comes before the first entry. */
export const noHead: LogHead = { entry: 0, sha256: '0'.repeat(64) };

type Hash = (text: string) => string;

/** A moment by ISO 8601, as "2026-11-22T18:04:09+01:00": the time of a place so many minutes ahead of UTC. */
export function formatLocalTime(moment: Date, minutesAhead: number): string {
  const there = new Date(moment.getTime() + minutesAhead * 60_000).toISOString();
  const away = Math.abs(minutesAhead);
  const offset = [Math.floor(away / 60), away % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${there.slice(0, 19)}${minutesAhead < 0 ? '-' : '+'}${offset}`;
}

/** The line of an entry. Its hash is that of the UTF-8 text between `"entry":` and the last brace. */
export function logLine(
  head: LogHead,
  { at, by, event }: { readonly at: string; readonly by: string; readonly event: HappenedEvent },
  hash: Hash,
): { readonly line: string; readonly head: LogHead } {
  const entry = head.entry + 1;
  const json = JSON.stringify({ entry, at, by, ...event, before: head.sha256 });
  const sha256 = hash(json);
  return { line: `{"sha256":"${sha256}","entry":${json}}\n`, head: { entry, sha256 } };
}

const lineForm = /^\{"sha256":"([0-9a-f]{64})","entry":(\{.*\})\}$/;

/** The entry of a line; undefined: it holds none, or another than was written. */
export function readLogLine(line: string, hash: Hash): LogEntry | undefined {
  const [, stated, json] = lineForm.exec(line) ?? [];
  if (stated === undefined || json === undefined || hash(json) !== stated) return undefined;
  const value = parseJson(json);
  const read = v.safeParse(entryShape, value);
  if (!read.success) return undefined;
  const event = v.safeParse(eventShape, value);
  return { ...read.output, sha256: stated, event: event.success ? event.output : { kind: 'unknown', json } };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A question as it was written down. */
export type LoggedQuestion = Pick<LogEntry, 'at'> & Omit<v.InferOutput<typeof askedEvent>, 'kind'>;

/** The questions about a document in the order in which they were asked first; the same one with the same outcome stands once. */
export function listQuestionsAbout(document: string, entries: readonly LogEntry[]): readonly LoggedQuestion[] {
  const results = new Map<string, LoggedQuestion>();
  for (const { at, event } of entries) {
    if (event.kind !== 'asked' || event.document !== document) continue;
    const { title, sha256, asked, outcome } = event;
    const question = { document, title, sha256, asked, outcome };
    const key = JSON.stringify(question);
    if (!results.has(key)) results.set(key, { at, ...question });
  }
  return [...results.values()];
}

/** What was noted last of the AI features of an editor; undefined: nothing. */
export function findAssistantNoted(entries: readonly LogEntry[]): { readonly isOff: boolean } | undefined {
  const noted = entries.flatMap(({ event }) => (event.kind === 'assistant' ? [{ isOff: event.isOff }] : []));
  return noted.at(-1);
}
