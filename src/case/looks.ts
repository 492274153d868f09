import type { TextComparison } from '../core/comparison/compareLevels';
import type { KnownDocument, NamedVerification, QuestionedDocument } from '../core/domain/evidence';
import type { Concordance } from '../core/markers/concordance';
import { describeWholeScore } from '../presentation/comparison';
import { formatFinding } from '../presentation/words/strength';
import { attempt } from './answering';
import type { Answering, CaseAt } from './caseAt';
import { addSearchCaveat, noteAsked, type FileAsked, type TextsAsked, reviewInQuestion } from './reviews';
import { listInQuestion, nameInQuestion, readQuestioned } from './texts';
import path from 'node:path';
import { usage } from '../core/errors';
import { type CaseOverview, overviewBegins, overviewCsv, renderOverviewPage } from '../presentation/overview/overview';

/** Compares two texts of a window as wholes, states the strength of evidence if they are English, and logs the question. */
export async function* compareTexts(
  at: CaseAt,
  {
    first,
    second,
    file,
    choices,
  }: Pick<FileAsked, 'file' | 'choices'> & Readonly<Record<'first' | 'second', QuestionedDocument>>,
): Answering<{ readonly comparison: TextComparison; readonly verification?: NamedVerification }> {
  const comparison = yield* at.ask('compare', at.indexIfAny, first, second);
  const { id: title } = second;
  const asked = { kind: 'text', title } as const;
  if (comparison.language !== undefined) {
    yield* noteAsked(at, file, first, { asked, describe: () => describeWholeScore(comparison) });
    return { comparison };
  }
  const known: KnownDocument = { ...second, title, author: title, role: 'known' };
  const options = { ...at.createOptions(choices, file), listed: yield* at.listIndexed() };
  const found = yield* at.ask('verifyTexts', first, [known], options);
  const verification = yield* addSearchCaveat(at, { file, questioned: first, known: [known] }, found);
  yield* noteAsked(at, file, first, { asked, describe: () => formatFinding(verification) });
  return { comparison, verification };
}

/** Every place of some words, or of a marker by name, in the questioned texts and those of the index. */
export async function* concordance(
  at: CaseAt,
  { words, labels, edited }: Omit<TextsAsked, 'choices'> & { readonly words: string },
): Answering<Concordance & { readonly documents: ReadonlyMap<string, string> }> {
  yield* at.fillIndex();
  const questioned: QuestionedDocument[] = [];
  const documents = new Map<string, string>();
  for (const document of listInQuestion(at, edited)) {
    const text = edited?.get(document) ?? (yield* readQuestioned(at, document, labels));
    const id = nameInQuestion(at, document, text);
    documents.set(id, document);
    questioned.push({ ...text, id });
  }
  const result = yield* at.ask('concordance', at.index, questioned, { words, markers: at.folder?.options.markers });
  return { ...result, documents };
}

/** The known documents with these ids, if the index has their texts. */
export async function* known(at: CaseAt, ids: readonly string[]): Answering<readonly KnownDocument[]> {
  const results: KnownDocument[] = [];
  for (const id of new Set(ids)) {
    const document = yield* at.ask('knownDocument', at.index, id);
    if (document) results.push(document);
  }
  return results;
}

/** Every file format of an overview: its first characters and its text. */
const outputs = {
  out: { begins: overviewBegins, text: (overview: CaseOverview) => renderOverviewPage(overview) },
  csv: overviewCsv,
} as const;

/** All questioned texts, and whether only those with a kept review are shown. */
export type OverviewAsked = TextsAsked & { readonly isKeptOnly?: boolean };

/** An overview of all texts of a case, which can also be written to files. */
export async function* overview(
  at: CaseAt,
  {
    write,
    ...asked
  }: OverviewAsked & {
    readonly write: {
      readonly files: readonly (readonly [kind: keyof typeof outputs, file: string])[];
      readonly force: boolean;
    };
  },
): Answering<CaseOverview> {
  const planned = write.files.map(([kind, file]) => ({ file, ...outputs[kind] }));
  const written = at.planOutputs<CaseOverview>(planned, write);
  const result = yield* buildOverview(at, asked);
  written(at.hideNamesIn(result));
  return result;
}

/**
 * Reviews all questioned texts of a case without a current review. Throws Usage if the case has no questioned text.
 */
export async function* buildOverview(at: CaseAt, request: OverviewAsked): Answering<CaseOverview> {
  yield* at.fillIndex();
  const texts: CaseOverview['texts'][number][] = [];
  for (const document of listInQuestion(at, request.edited)) {
    const outcome = yield* attempt(reviewInQuestion(at, document, request));
    if ('problem' in outcome)
      yield {
        notice: { code: 'notReviewed', values: { name: path.basename(document), reason: outcome.problem.message } },
      };
    const { questioned: text, evidence } = 'answer' in outcome ? outcome.answer : {};
    const id = nameInQuestion(at, document, text);
    texts.push({ id, document, evidence });
  }
  if (texts.length === 0)
    throw usage(`${at.requireCase().folder} has no questioned text. Put one into its folder "questioned".`);
  return { caseName: path.basename(at.folder?.folder ?? at.index), texts };
}
