import * as v from 'valibot';
import { checkShape, list, openFields, tryParse } from '../basics/shape';

const text = v.string('a text');
const settings = v.record(text, v.union([text, v.number(), v.boolean()], 'a text, a number, true or false'));
const lock = v.optional(openFields({ hash: text }));
const basis = { index: v.optional(text), models: v.record(text, text, 'an object'), lock };
const search = v.looseObject(
  {
    kind: v.literal('search'),
    chosen: list(openFields({ author: text })),
    evidence: openFields({ ...basis, settings, candidates: list(openFields({ author: text })) }),
  },
  'an object',
);
const author = v.looseObject(
  { kind: v.literal('author'), author: text, settings: v.optional(settings), verification: openFields(basis) },
  'an object',
);
const otherText = v.looseObject({ kind: v.literal('text'), title: text, verification: openFields(basis) }, 'an object');
const question = v.variant('kind', [search, author, otherText], 'one of search, author, text');

/** The format of a report's JSON. Findings have the same form in the first format. */
export const reportFormat = 'idiograph.report-facts/3';
const firstFormat = 'idiograph.report-facts/1';

const reportShape = v.looseObject({
  format: v.picklist([reportFormat, firstFormat], `${reportFormat} or ${firstFormat}`),
  version: text,
  questioned: openFields({
    ...{ id: text, sha256: text, mode: text, genre: text, language: text },
    reading: v.optional(v.unknown()),
  }),
  /** The questioned files by their names in the case. Absent in reports of earlier versions, and for files of no case. */
  files: v.exactOptional(list(text)),
  questions: v.pipe(list(question), v.minLength(1, 'at least one question')),
  known: list(openFields({ title: text, author: text, sha256: text })),
});

/** The fields of a report's JSON that are read again. */
export type ReportRead = v.InferOutput<typeof reportShape>;
export type QuestionRead = ReportRead['questions'][number];

/**
 * The text of a case that a report is about. Undefined if it is missing, if a report without the name of a file could mean several, or if
 * the report is about several texts.
 * @param texts  the questioned texts of the case, with the names of their files and forward slashes
 */
export function findReported<Text>(
  { files, questioned: { id } }: Pick<ReportRead, 'files' | 'questioned'>,
  texts: readonly { readonly file: string; readonly text: Text }[],
): Text | undefined {
  const [name, ...others] = files ?? [id];
  const [found, ...more] = texts.filter(({ file }) => file === name || file.endsWith(`/${name}`));
  return others.length + more.length === 0 ? found?.text : undefined;
}

/** Undefined if it is no report. */
export function readReport(json: string): ReportRead | undefined {
  const read = v.safeParse(reportShape, tryParse(json));
  return read.success ? read.output : undefined;
}

/** Reads a report. If it is none, throws the error that `refuse` creates from the problem and, if it is damaged, the field. */
export function requireReport(json: string, refuse: (problem: string) => Error): ReportRead {
  const refuseReport = (problem?: string): Error =>
    refuse(`it is not the JSON that is written beside a report${problem === undefined ? '' : `: ${problem}`}`);
  const value = tryParse(json);
  if (!v.is(v.looseObject({ format: v.string() }), value)) throw refuseReport();
  return checkShape(reportShape, value, refuseReport);
}
