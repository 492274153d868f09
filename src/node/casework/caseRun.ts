import type { LogEvent } from '../../core/casework/caseLog';
import { IdiographError, unexpected } from '../../core/errors';
import { reportSteps, type Steps } from '../../core/work';
import type { EngineProgress, EngineService, IndexReport } from '../../protocol/engine';

/** What the run of a case has come to. Places count from 1. */
export type CaseStep<Text, Review> =
  | { readonly kind: 'indexing'; readonly progress: EngineProgress }
  | { readonly kind: 'indexed'; readonly report: IndexReport; readonly total: number }
  | { readonly kind: 'reviewing'; readonly text: Text; readonly place: number; readonly total: number }
  | { readonly kind: 'reviewed'; readonly text: Text; readonly review: Review }
  | { readonly kind: 'failed'; readonly text: Text; readonly problem: IdiographError };

/** What a case is run with: its questioned texts, and how its index is brought up to date and one text reviewed. */
export interface CaseParts<Text, Review> {
  readonly texts: readonly Text[];
  /** Undefined: it is up to date. */
  readonly index?: (tell: (progress: EngineProgress) => void) => Promise<IndexReport>;
  /** The kept review where it is of the same text, index and settings: so a run that was stopped goes on where it was. */
  readonly review: (text: Text) => Promise<Review>;
}

/**
 * Brings the index of a case up to date and reviews its questioned texts one by one. Nothing is held of a review once it was
 * yielded. A text that cannot be reviewed is passed over; a stop ends the run.
 */
export async function* runCase<Text, Review>(parts: CaseParts<Text, Review>): Steps<CaseStep<Text, Review>, void> {
  type Step = CaseStep<Text, Review>;
  const { texts, index } = parts;
  if (index) {
    const report = yield* reportSteps<Step, IndexReport>((tell) =>
      index((progress) => tell({ kind: 'indexing', progress })),
    );
    yield { kind: 'indexed', report, total: texts.length };
  }
  for (const [i, text] of texts.entries()) {
    yield { kind: 'reviewing', text, place: i + 1, total: texts.length };
    yield await reviewText(parts, text);
  }
}

async function reviewText<Text, Review>(
  { review }: CaseParts<Text, Review>,
  text: Text,
): Promise<CaseStep<Text, Review>> {
  try {
    return { kind: 'reviewed', text, review: await review(text) };
  } catch (problem) {
    if (!(problem instanceof IdiographError))
      return { kind: 'failed', text, problem: unexpected('It', String(problem)) };
    if (problem.code === 'Cancelled') throw problem;
    return { kind: 'failed', text, problem };
  }
}

/** What is written into the log of a case when its index was changed; undefined: it was not. */
export async function describeIndexing(
  engine: Pick<EngineService, 'indexInfo'>,
  index: string,
  { added, replaced, removed }: IndexReport,
): Promise<LogEvent | undefined> {
  if (added + replaced + removed === 0) return undefined;
  return { kind: 'indexed', added, replaced, removed, index: (await engine.indexInfo(index)).contentHash };
}
