import path from 'node:path';
import type { QuestionedDocument } from '../core/domain';
import { usage } from '../core/errors';
import { type CaseOverview, overviewBegins, overviewCsv, renderOverviewPage } from '../presentation/overview/overview';
import type { Answering, CaseAt } from './caseAt';
import { attemptReview, reviewInQuestion, type TextsAsked } from './reviews';
import { listInQuestion, nameInQuestion } from './texts';

/** Every file that an overview can be written as: how it begins, and its text. */
const outputs = {
  out: { begins: overviewBegins, text: (overview: CaseOverview) => renderOverviewPage(overview) },
  csv: overviewCsv,
} as const;

/** The files to write, by what they are. */
export interface Outputs<Kind extends string> {
  readonly files: readonly (readonly [kind: Kind, file: string])[];
  readonly force: boolean;
}

/** All texts in question, and whether only those reviews are shown that are kept. */
export type OverviewAsked = TextsAsked & { readonly isKeptOnly?: boolean };

/** All texts of a case at once, also as files. */
export async function* overview(
  at: CaseAt,
  { write, ...asked }: OverviewAsked & { readonly write: Outputs<keyof typeof outputs> },
): Answering<CaseOverview> {
  const planned = write.files.map(([kind, file]) => ({ file, ...outputs[kind] }));
  const written = at.planOutputs<CaseOverview>(planned, write);
  const found = yield* buildOverview(at, asked);
  written(found);
  return found;
}

/** All questioned texts of a case, each of which is reviewed unless it was, and how alike all texts write. Throws Usage where nothing is in question. */
export async function* buildOverview(at: CaseAt, asked: OverviewAsked): Answering<CaseOverview> {
  yield* at.fillIndex();
  const texts: CaseOverview['texts'][number][] = [];
  const questioned: QuestionedDocument[] = [];
  for (const document of listInQuestion(at, asked.edited)) {
    const outcome = yield* attemptReview(reviewInQuestion(at, document, asked));
    if ('problem' in outcome) yield { notice: `${path.basename(document)}: ${outcome.problem.message}` };
    const { questioned: text, evidence } = 'review' in outcome ? outcome.review : {};
    const id = nameInQuestion(at, document, text);
    if (text) questioned.push({ ...text, id });
    texts.push({ id, document, evidence });
  }
  if (texts.length === 0)
    throw usage(`${at.requireCase().folder} has no questioned text. Put one into its folder "questioned".`);
  const likeness = yield* at.ask('likeness', at.index, questioned);
  return { caseName: path.basename(at.folder?.folder ?? at.index), texts, likeness };
}
