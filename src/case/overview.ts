import path from 'node:path';
import type { QuestionedDocument } from '../core/domain';
import { usage } from '../core/errors';
import { nameFrom } from '../node/places';
import {
  type CaseOverview,
  overviewBegins,
  overviewFiles,
  renderOverviewPage,
} from '../presentation/overview/overview';
import type { Answering, CaseAt } from './caseAt';
import { attemptReview, findCurrentReview, type FilesAsked } from './reviews';

/** Every file that an overview can be written as: how it begins, and its text. */
const outputs = {
  out: { begins: overviewBegins, text: (overview: CaseOverview) => renderOverviewPage(overview) },
  csv: overviewFiles.csv,
  tree: overviewFiles.dendrogram,
} as const;

/** The files to write, by what they are. */
export interface Outputs<Kind extends string> {
  readonly files: readonly (readonly [kind: Kind, file: string])[];
  readonly force: boolean;
}

/** All texts of a case at once, also as files. */
export async function* overview(
  at: CaseAt,
  { write, ...asked }: Omit<FilesAsked, 'files'> & { readonly write: Outputs<keyof typeof outputs> },
): Answering<CaseOverview> {
  const planned = write.files.map(([kind, file]) => ({ file, ...outputs[kind] }));
  const written = at.planOutputs<CaseOverview>(planned, write);
  const found = yield* buildOverview(at, asked);
  written(found);
  return found;
}

/** All questioned texts of a case, each of which is reviewed unless it was, and how alike all texts write. Throws Usage where nothing is in question. */
export async function* buildOverview(
  at: CaseAt,
  { choices, labels }: Omit<FilesAsked, 'files'>,
): Answering<CaseOverview> {
  yield* at.fillIndex();
  const { folder, questioned: files } = at.requireCase();
  const texts: CaseOverview['texts'][number][] = [];
  const questioned: QuestionedDocument[] = [];
  for (const { path: file } of files) {
    const id = nameFrom(path.join(folder, 'questioned'), file);
    const outcome = yield* attemptReview(findCurrentReview(at, file, choices, labels));
    if ('review' in outcome) questioned.push({ ...outcome.review.questioned, id });
    else yield { notice: `${path.basename(file)}: ${outcome.problem.message}` };
    texts.push({ id, evidence: 'review' in outcome ? outcome.review.evidence : undefined });
  }
  if (texts.length === 0) throw usage(`${folder} has no questioned text. Put one into its folder "questioned".`);
  const likeness = yield* at.ask('likeness', at.index, questioned);
  return { caseName: path.basename(folder), texts, likeness };
}
