import * as v from 'valibot';
import { decisionShape } from './decisions';
import { count, fields, flag, type Shape, sha256, text, whole, tryParse } from '../basics/shape';

const askedShape = v.variant('kind', [
  v.object({ kind: v.literal('search'), authors: count }),
  v.object({ kind: v.literal('among'), names: text }),
  v.object({ kind: v.literal('author'), author: text }),
  v.object({ kind: v.literal('text'), title: text }),
]);

/** The subject and the options of a question about a text. */
export type Asked = v.InferOutput<typeof askedShape>;

/** A text was reviewed or compared: the question, and its outcome in the words of that time. */
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
  /** A questioned file, with the SHA-256 of its bytes when the case first saw them. */
  v.object({ kind: v.literal('received'), document: text, sha256 }),
  /** Documents were added to the index or removed, with its content hash afterwards. */
  v.object({ kind: v.literal('indexed'), added: whole, replaced: whole, removed: whole, index: sha256 }),
  /** An examiner's decision on a passage of a candidate. Without values an earlier decision was taken back. */
  v.object({ kind: v.literal('decided'), document: text, author: text, passage: text, decision: decisionShape }),
  /** A file of the case could not be read, or was passed over. The code is the reason. */
  v.object({ kind: v.literal('unread'), file: text, author: v.exactOptional(text), code: text }),
  /**
   * A range of a text was set by hand: as its author's, as not its author's, or, without `isAuthors`, back to the rules. The hash is that
   * of its words, which are not logged.
   */
  v.object({
    ...{ kind: v.literal('ranged'), file: text, start: whole, end: count, words: count, sha256 },
    isAuthors: v.exactOptional(flag),
  }),
  /** The user said which speakers of a text count. */
  v.object({ kind: v.literal('speakers'), file: text, speakers: text }),
  /** The examiner said who could have written the texts of the case, or one of them: names, "known" or "anybody". */
  v.object({ kind: v.literal('questionSet'), document: v.exactOptional(text), names: text }),
  v.object({ kind: v.literal('validated'), index: sha256 }),
  /** The lock is identified by its hash. */
  v.object({ kind: v.literal('locked'), lock: sha256 }),
  v.object({ kind: v.literal('pinned'), index: sha256 }),
  /** The authors were masked. */
  v.object({ kind: v.literal('masked') }),
  /** The authors were unmasked, with the hash of the findings at that time. */
  v.object({ kind: v.literal('unmasked'), findings: sha256 }),
  /** Whether the AI features of an editor, which can read the folder of the case, were off. */
  v.object({ kind: v.literal('assistant'), isOff: flag }),
  /** A report, a bundle or a page was written, with the SHA-256 of its bytes. */
  v.object({ kind: v.literal('exported'), file: text, sha256 }),
]);

/** An event of a case. */
export type LogEvent = Shape<typeof eventShape>;

/** An event to be logged, perhaps late. */
export type HappenedEvent = LogEvent & { readonly late?: true };

/** An entry of the log without its event. */
const entryShape = fields({
  /** From 1 on, without a gap. */
  entry: count,
  at: text,
  /** The user's name on that machine. */
  by: text,
  /** The event was found in the case file later, because the program had ended before it could log it. */
  late: v.exactOptional(v.literal(true)),
  /** The hash of the entry before; zeros for the first one. */
  before: sha256,
});

/** An entry of the log with its own hash. An event of a later version of the program is unknown here. */
export type LogEntry = Shape<typeof entryShape> & {
  readonly sha256: string;
  readonly event: LogEvent | { readonly kind: 'unknown'; readonly json: string };
};

/**
 * The last entry of a log, which is stored beside it, because a chain of hashes does not contain its own end. It is 0 before the first
 * entry.
 */
export const headShape = fields({ entry: whole, sha256 });
export type LogHead = Shape<typeof headShape>;

/** The head of an empty log. */
export const noHead: LogHead = { entry: 0, sha256: '0'.repeat(64) };

type Hash = (text: string) => string;

/** A time in ISO 8601 with offset, as "2026-11-22T18:04:09+01:00". @param minutesAhead  of UTC */
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

/** The entry of a line. Undefined if the line has no entry or was changed. */
export function readLogLine(line: string, hash: Hash): LogEntry | undefined {
  const [, stated, json] = lineForm.exec(line) ?? [];
  if (stated === undefined || json === undefined || hash(json) !== stated) return undefined;
  const value = tryParse(json);
  const read = v.safeParse(entryShape, value);
  if (!read.success) return undefined;
  const event = v.safeParse(eventShape, value);
  return { ...read.output, sha256: stated, event: event.success ? event.output : { kind: 'unknown', json } };
}

/** A question as it was logged. */
export type LoggedQuestion = Pick<LogEntry, 'at'> & Omit<v.InferOutput<typeof askedEvent>, 'kind'>;

/** The questions about a document in the order in which they were first asked. A question with the same outcome is listed once. */
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

/** The last entry about the AI features of an editor. Undefined if there is none. */
export function findAssistantNoted(entries: readonly LogEntry[]): { readonly isOff: boolean } | undefined {
  const noted = entries.flatMap(({ event }) => (event.kind === 'assistant' ? [{ isOff: event.isOff }] : []));
  return noted.at(-1);
}
