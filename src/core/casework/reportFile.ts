import * as v from 'valibot';

const text = v.string();
const settings = v.record(text, v.union([text, v.number(), v.boolean()]));
const lock = v.optional(v.looseObject({ hash: text }));
const basis = { index: v.optional(text), models: v.record(text, text), lock };
const question = v.variant('kind', [
  v.looseObject({
    kind: v.literal('search'),
    chosen: v.array(v.looseObject({ author: text })),
    evidence: v.looseObject({ ...basis, settings, candidates: v.array(v.looseObject({ author: text })) }),
  }),
  v.looseObject({
    kind: v.literal('author'),
    author: text,
    settings: v.optional(settings),
    verification: v.looseObject(basis),
  }),
  v.looseObject({ kind: v.literal('text'), title: text, verification: v.looseObject(basis) }),
]);
const reportShape = v.looseObject({
  format: v.literal('idiograph.report-facts/1'),
  version: text,
  questioned: v.looseObject({
    ...{ id: text, sha256: text, mode: text, genre: text, language: text },
    together: v.optional(v.array(v.looseObject({ title: text }))),
    reading: v.optional(v.unknown()),
  }),
  questions: v.pipe(v.array(question), v.minLength(1)),
  known: v.array(v.looseObject({ title: text, author: text, sha256: text })),
});

/** The fields of a report's JSON that are read again. */
export type ReportRead = v.InferOutput<typeof reportShape>;
export type QuestionRead = ReportRead['questions'][number];

/** Undefined if it is no report. */
export function readReport(json: string): ReportRead | undefined {
  try {
    const read = v.safeParse(reportShape, JSON.parse(json));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
