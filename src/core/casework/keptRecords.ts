import * as v from 'valibot';
import { type Evidence, modes, type QuestionedDocument, genreRelations, modePairs, verifierKinds } from '../domain';
import { partKinds } from '../readableFormats';
import { count, fields, flag, oneOf, text, whole } from '../shape';

// What evidence has at least where it is shown: enough that a surface can draw it without meeting a value of another kind.

const texts = v.array(v.string());
const numbers = v.array(v.number());
const range = { start: whole, end: whole };
const rate = { count: whole, occasions: whole };
const others = v.looseObject({ of: whole, sharers: texts, within: whole });
const noted = {
  caveats: texts,
  notes: v.array(v.looseObject({ caveat: v.string(), title: v.string(), share: v.number() })),
};
const basis = { models: v.record(v.string(), v.string()), otherParts: v.array(v.looseObject({ part: v.string() })) };

const passages = v.array(
  v.looseObject({
    ...{ questioned: v.looseObject(range), known: v.looseObject(range), author: v.string(), document: v.string() },
    ...{ gain: v.number(), kinds: texts, others, population: v.looseObject({ of: whole, having: whole }) },
    marks: v.array(v.looseObject({ kind: v.string(), questioned: v.looseObject(range), known: v.looseObject(range) })),
  }),
);

const markers = v.array(
  v.looseObject({
    ...{ name: v.string(), family: v.string(), per: v.string(), isMore: v.boolean(), leads: v.boolean() },
    ...{ questioned: v.looseObject(rate), candidate: v.looseObject(rate), others: numbers, sharers: texts },
    ...{ shared: v.number(), weight: v.number(), places: v.array(v.looseObject(range)) },
    texts: v.array(v.looseObject({ ...rate, document: v.string() })),
  }),
);

const condition = v.looseObject({
  ...{ modes: v.picklist(modePairs), genreRelation: v.picklist(genreRelations), words: whole, knownWords: whole },
});

const limits = v.tuple([v.number(), v.number()]);
const pair = v.optional(limits);

const verification = v.looseObject({
  ...{ llr: v.optional(v.number()), interval: pair, bounds: pair, errorRate: v.optional(v.number()) },
  ...{ verifier: v.picklist(verifierKinds), condition, calibratedOn: v.optional(condition) },
  ...{ words: whole, knownWords: whole, ...noted },
  known: v.array(v.looseObject({ document: v.string(), title: v.string(), words: whole, share: v.number() })),
  population: v.looseObject({ id: v.string(), authors: whole, genres: texts }),
  scale: v.optional(v.looseObject({ name: v.string(), label: v.string() })),
  chance: v.optional(
    v.looseObject({ authorsSearched: whole, expected: v.optional(v.number()), rivals: v.optional(texts) }),
  ),
  first: v.optional(
    v.looseObject({
      ...{ llr: v.number(), bounds: limits, outsiders: v.number() },
      outsidersOf: v.looseObject({ authors: whole, words: limits, knownWords: limits }),
      ...{ calibrationId: v.string(), scale: v.optional(v.looseObject({ name: v.string(), label: v.string() })) },
      byRatio: v.optional(v.string()),
    }),
  ),
});

const candidate = v.looseObject({
  ...{ author: v.string(), score: v.number(), tier: v.string() },
  passages: v.optional(v.looseObject({ alike: passages, against: passages, apart: passages })),
  markers: v.optional(
    v.looseObject({
      ...{ looked: whole, for: markers, against: markers, others: whole, asNear: whole, silent: texts },
      population: v.looseObject({ mode: v.string(), authors: whole }),
    }),
  ),
  verification: v.optional(verification),
});

/** Evidence as it is read from a disk. */
const evidenceShape = v.looseObject({
  ...{ ...basis, index: v.string(), ...noted, candidates: v.array(candidate) },
  document: v.looseObject({ id: v.string(), sha256: v.string() }),
  settings: v.record(v.string(), v.union([v.number(), v.string()])),
  spans: v.array(
    v.looseObject({
      range: v.looseObject(range),
      tokens: whole,
      windows: v.array(v.looseObject({ range: v.looseObject(range), tokens: whole })),
    }),
  ),
  hands: v.optional(
    v.looseObject({
      parts: v.array(v.looseObject({ ...range, words: whole })),
      stretches: v.array(v.looseObject({ ...range, scores: numbers })),
      whole: numbers,
    }),
  ),
});

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
