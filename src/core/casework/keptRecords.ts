import * as v from 'valibot';
import { type Evidence, modes } from '../domain';
import { partKinds } from '../readableFormats';
import { count, fields, oneOf, text, type Shape } from '../shape';

/** The format of a result that is kept. */
export const resultFormat = 'idiograph.result/1';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const yes = v.exactOptional(v.literal(true));

/** A text that was reviewed, a whole document or a selection of it: what is the same of it in every window. */
const textEntries = {
  title: text,
  text: v.string(),
  /** Where the text starts in its document, in UTF-16 code units. */
  offset: whole,
  words: whole,
  facts: fields({ mode: oneOf(modes), genre: text, language: text }),
  /** Hex digest: of the bytes of its file where `hashed` says so, else of the UTF-8 text. */
  sha256: text,
  hashed: v.exactOptional(v.literal('file')),
  /** How the text was made from the file. */
  reading: v.exactOptional(
    fields({
      reader: text,
      textSha256: text,
      parts: v.array(fields({ kind: oneOf(partKinds), words: whole })),
      pages: v.exactOptional(v.array(whole)),
    }),
  ),
  /** The texts that it is made of. */
  together: v.exactOptional(v.array(fields({ title: text, sha256: text }))),
  /** A part of its document that was selected. */
  isSelection: yes,
  /** The document held another text than its file. */
  isUnsaved: yes,
  /** The file is not the one that the case recorded: its SHA-256 then, and now. */
  changedFile: v.exactOptional(fields({ recorded: text, found: text })),
};
const textShape = fields(textEntries);
export type ReviewedText = Shape<typeof textShape>;

/** What a result or a target says of its text, alone. */
export function reviewedText(of: ReviewedText): ReviewedText {
  return v.parse(textShape, of);
}

/** What is kept of a review beside its evidence. The evidence was written by this program, and its hash says that it is whole. */
const resultShape = fields({
  format: v.literal(resultFormat),
  document: text,
  ...textEntries,
  settings: text,
  analysed: whole,
  reviewedAt: count,
  evidence: v.custom<Evidence>((value) => typeof value === 'object' && value !== null, 'evidence'),
});

/** A result as it is kept on a disk: without the address of its document in one window, and without the index. */
export type KeptResult = Shape<typeof resultShape>;

/** Undefined: it is none, or of another format. */
export function readKeptResult(value: unknown): KeptResult | undefined {
  const read = v.safeParse(resultShape, value);
  return read.success ? read.output : undefined;
}
