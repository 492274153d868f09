import * as v from 'valibot';
import { type Evidence, modes, type QuestionedDocument } from '../domain';
import { partKinds } from '../readableFormats';
import { count, fields, flag, oneOf, text, whole } from '../shape';
import { evidenceShape } from './evidenceShape';

/** The questioned text of a review: a whole document or a selection of it. */
export interface ReviewTarget extends QuestionedDocument {
  /** The address of its document in one window. */
  readonly uri: string;
  /** Where the text starts in its document, in UTF-16 code units. */
  readonly offset: number;
  readonly words: number;
  /** A part of its document that was selected. */
  readonly isSelection?: true | undefined;
  /** The document held another text than its file. */
  readonly isUnsaved?: true | undefined;
  /** The file is not the one that the case recorded: its SHA-256 then, and now. */
  readonly changedFile?: { readonly recorded: string; readonly found: string } | undefined;
}

/** What is kept of a review on a disk: its target has no address there, and no version. */
export interface KeptResult {
  /** The path by which the document is found again. */
  readonly document: string;
  readonly target: ReviewTarget;
  readonly evidence: Evidence;
  /** Stands for what it rests on beside text and index: facts, choices, lock, models. */
  readonly settings: string;
  /** Words of the text that were compared: those of the evidence's spans. */
  readonly analysed: number;
  /** Milliseconds since 1970. */
  readonly reviewedAt: number;
}

/** The format of a result that is kept. */
const format = 'idiograph.result/1';

const yes = v.exactOptional(v.literal(true));

/** What is kept of a text. */
const textShape = fields({
  title: text,
  text: v.string(),
  offset: whole,
  words: whole,
  facts: fields({ mode: oneOf(modes), genre: text, language: text }),
  byHand: v.exactOptional(v.array(fields({ start: whole, end: whole, isAuthors: flag, sha256: text, isStale: yes }))),
  works: v.exactOptional(v.array(text)),
  sha256: text,
  hashed: v.exactOptional(v.literal('file')),
  reading: v.exactOptional(
    fields({
      reader: text,
      textSha256: text,
      parts: v.array(fields({ kind: oneOf(partKinds), words: whole, pages: v.exactOptional(v.array(whole)) })),
      pages: v.exactOptional(v.array(whole)),
    }),
  ),
  together: v.exactOptional(v.array(fields({ title: text, sha256: text }))),
  isSelection: yes,
  isUnsaved: yes,
  changedFile: v.exactOptional(fields({ recorded: text, found: text })),
});

/** And of what was found. */
const foundShape = fields({
  format: v.literal(format),
  document: text,
  settings: text,
  analysed: whole,
  reviewedAt: count,
  evidence: v.custom<Evidence>((value) => v.is(evidenceShape, value), 'evidence'),
});

/** A result as it is written. */
export function toRecord({ document, target, settings, analysed, reviewedAt, evidence }: KeptResult): object {
  const { id: title, mode, genre, language, ...about } = target;
  const text = { title, facts: { mode, genre, language }, ...about, uri: undefined, version: undefined };
  return { format, document, ...text, settings, analysed, reviewedAt, evidence };
}

/** Undefined: it is none, or of another format. */
export function readKeptResult(value: unknown): KeptResult | undefined {
  const [about, found] = [v.safeParse(textShape, value), v.safeParse(foundShape, value)];
  if (!about.success || !found.success) return undefined;
  const { title, facts, ...text } = about.output;
  const { document, settings, analysed, reviewedAt, evidence } = found.output;
  const target = { id: title, ...facts, ...text, uri: '', version: -1 };
  return { document, target, settings, analysed, reviewedAt, evidence };
}
