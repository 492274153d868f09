import * as v from 'valibot';
import { partKinds } from '../../reading/text/readableFormats';
import { count, fields, flag, oneOf, text, whole } from '../basics/shape';
import {
  type Evidence,
  type ModelFiles,
  type Provenance,
  type QuestionedDocument,
  type SourceText,
  genreRelations,
  modePairs,
  modes,
  verifierKinds,
} from '../domain/evidence';
import { formatQuestion } from '../domain/search';
import { scaleName } from '../verification/chooseCalibration';
import type { ReviewOptions } from './reviewOptions';

// The fields that evidence must have to be shown. They are checked, so that no surface meets a value of another type.

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

/** Evidence as it is read from the disk. */
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
  split: v.optional(
    v.looseObject({ authors: v.array(v.string()), parts: v.array(v.looseObject({ ...range, words: whole })) }),
  ),
});

/** The questioned text of a review: a whole document or a selection of it. */
export interface ReviewTarget extends QuestionedDocument {
  /** The address of its document in one window. */
  readonly uri: string;
  /** Where the text starts in its document, in UTF-16 code units. */
  readonly offset: number;
  readonly words: number;
  /** Whether it is a selected part of its document. */
  readonly isSelection?: true | undefined;
  /** The document in the editor differed from its file. */
  readonly isUnsaved?: true | undefined;
  /** The file differs from the one that the case recorded: both SHA-256. */
  readonly changedFile?: { readonly recorded: string; readonly found: string } | undefined;
}

/** The stored result of a review. Its target has no address and no version. */
export interface KeptResult {
  /** The path that finds the document again. */
  readonly document: string;
  readonly target: ReviewTarget;
  readonly evidence: Evidence;
  /** Identifies what it rests on besides text and index: facts, choices, lock, models. */
  readonly settings: string;
  /** The number of compared words of the text: those of the evidence's spans. */
  readonly analysed: number;
  /** Milliseconds since 1970. */
  readonly reviewedAt: number;
}

/** The format of a stored result. */
const format = 'idiograph.result/3';

const yes = v.exactOptional(v.literal(true));

/** The stored part of a text. */
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
  isSelection: yes,
  isUnsaved: yes,
  changedFile: v.exactOptional(fields({ recorded: text, found: text })),
});

const evidence: v.GenericSchema<unknown, Evidence> = v.custom<Evidence>(
  (value) => v.is(evidenceShape, value),
  'evidence',
);

/** The stored part of a result. */
const foundShape = fields({
  ...{ format: v.literal(format), document: text, settings: text, analysed: whole, reviewedAt: count },
  evidence,
});

/** A result as it is stored. */
export function toRecord({ document, target, settings, analysed, reviewedAt, evidence }: KeptResult): object {
  const { id: title, mode, genre, language, ...about } = target;
  const text = { title, facts: { mode, genre, language }, ...about, uri: undefined, version: undefined };
  return { format, document, ...text, settings, analysed, reviewedAt, evidence };
}

/** Undefined if the value is no result, or one of another format. */
export function readKeptResult(value: unknown): KeptResult | undefined {
  const [about, found] = [v.safeParse(textShape, value), v.safeParse(foundShape, value)];
  if (!about.success || !found.success) return undefined;
  const { title, facts, ...text } = about.output;
  const { document, settings, analysed, reviewedAt, evidence } = found.output;
  const target = { id: title, ...facts, ...text, uri: '', version: -1 };
  return { document, target, settings, analysed, reviewedAt, evidence };
}

/**
 * What differs now from what a result was made from: its text, or its basis, which is everything else. The text is compared alone, because
 * an editor can have another one than the file.
 */
export type Change = 'text' | 'basis';

/** Increase this number when results store other facts, or when markers are counted differently. Earlier results are then outdated. */
const form = 5;

/**
 * One key for all that a result rests on besides its text and the contents of the index: the labels and the ranges set by hand, the model
 * files, the user's choices and own markers, and what the case file pins and locks.
 * @param hash  returns hex digits
 */
export function createSettingsKey(
  { mode, genre, language, byHand = [], works = [] }: Provenance & Pick<SourceText, 'byHand' | 'works'>,
  { candidates, verifier, excludeQuotes, pinned, validation, markers = [], server, question }: ReviewOptions,
  models: ModelFiles,
  hash: (text: string) => string,
): string {
  const lock =
    typeof validation === 'object' ? [validation.hash, validation.found, validation.isOwn] : (validation ?? 'no case');
  const ranges = byHand
    .filter(({ speakers }) => !speakers)
    .map(({ start, end, isAuthors, sha256 }) => [start, end, isAuthors, sha256]);
  const speakers = [...new Set(byHand.flatMap((range) => range.speakers ?? []))].sort();
  const files = Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1));
  const choices = [candidates, verifier ?? 'by mode', scaleName, excludeQuotes, server?.url, formatQuestion(question)];
  const facts = [mode, genre, language, works];
  return hash(JSON.stringify([form, facts, ranges, speakers, files, choices, markers, pinned ?? null, lock]));
}
