import * as v from 'valibot';
import type { IndexedDocument } from '../../core/ports';
import { fields, finite, flag, list, oneOf, record, sha256, whole } from '../../core/basics/shape';

// The parts of a server's answers that are read. The answers come from outside, and an answer of another shape is refused.

const words = v.string('a text');
const cause = fields({ type: v.exactOptional(words), reason: v.exactOptional(words) });

/** What `GET /` says of the program. */
export const rootAnswer = fields({
  version: v.exactOptional(fields({ distribution: v.exactOptional(words), number: v.exactOptional(words) })),
});

/** An answer of which nothing is read. */
export const anyAnswer = v.unknown();

export const resolvedAnswer = fields({ indices: v.exactOptional(list(v.unknown())) });

const mapping = fields({
  dynamic: v.exactOptional(v.unknown()),
  _meta: v.exactOptional(record(v.unknown())),
  properties: v.exactOptional(v.unknown()),
});
export const mappingAnswer = record(fields({ mappings: mapping }));

export const scriptAnswer = fields({ script: v.exactOptional(fields({ source: v.exactOptional(words) })) });

const itemResult = fields({ _id: words, status: finite, error: v.exactOptional(cause) });
export const bulkAnswer = fields({ items: list(record(itemResult)) });
export type ItemResult = v.InferOutput<typeof itemResult>;

export const countAnswer = fields({ count: whole });

const spanSource = fields({ start: whole, end: whole, tokens: whole, sha256 });
const readEntry = fields({
  _source: v.exactOptional(fields({ span: spanSource })),
  fields: v.exactOptional(record(list(words))),
  found: v.exactOptional(flag),
  error: v.exactOptional(cause),
});
export const entriesAnswer = fields({ docs: list(readEntry) });
/** An entry that was read: the requested parts of its source, and fields that are stored beside it. */
export type ReadEntry = v.InferOutput<typeof readEntry>;
/** Where a span lies, as its entry's source says. */
export type SpanSource = v.InferOutput<typeof spanSource>;

/** The results of a search. @param hit  the shape of each hit */
export function foundAnswer<const Hit extends v.GenericSchema>(hit: Hit) {
  return fields({
    hits: fields({ total: v.exactOptional(fields({ value: whole })), hits: list(hit) }),
    aggregations: v.exactOptional(record(fields({ value: finite }))),
    timed_out: v.exactOptional(flag),
    _shards: v.exactOptional(fields({ total: finite, failed: finite })),
  });
}

/** A hit of which nothing is read. */
export const anyHit = v.unknown();
export const scoredHit = fields({ sort: v.strictTuple([finite, words, whole], 'a score, a document and a position') });
export const placedHit = fields({ sort: v.strictTuple([words, whole], 'a document and a position') });

/** The hash of the record covers the facts as they came, so none is left out. */
const facts = v.looseObject({
  ...{ id: words, author: words, title: words, genre: words, language: words, textSha256: words },
  role: oneOf(['known', 'population']),
  mode: oneOf(['written', 'spoken', 'unknown']),
  ...{ words: whole, spans: whole },
});
const stored = fields({
  facts: v.custom<IndexedDocument>((value) => v.is(facts, value), 'the facts of a document'),
  codesSha256: sha256,
  sha256,
});
const listed = fields({
  document: stored,
  patches: whole,
  profile: v.exactOptional(fields({ profiler: words, sha256 })),
});
export const listedHit = fields({ _source: fields({ listed }), sort: v.tuple([words], 'the id of a document') });

/** The body of an error. */
export const errorBody = fields({ error: v.intersect([cause, fields({ root_cause: v.exactOptional(list(cause)) })]) });
