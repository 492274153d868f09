import type { ReadCandidate } from '../../core/candidates';
import { type QuestionRead, readReport, type ReportRead } from '../../core/casework/reportFile';
import type { NamedVerification, QuestionedDocument } from '../../core/domain';
import { usage } from '../../core/errors';
import type { EngineService, ReviewOptions } from '../../protocol/engine';
import { reportJson } from './report';
import {
  type KnownSource,
  type NamedQuestion,
  reportPassages,
  type ReportQuestion,
  reportTexts,
  searchQuestion,
  sourceOfPassages,
} from './reportFacts';
import { compareReports, type Rerun } from './rerun';

/** Candidates of a search whose texts a named author's passages are held against. */
const passageCandidates = 10;

/** What questions about a text are answered by. */
export interface Answering {
  readonly engine: Pick<EngineService, 'review' | 'passages' | 'verifyAuthor'>;
  readonly index: string;
  readonly options: ReviewOptions;
}

/** The same for a report, which shows known texts, too. */
export interface ReportAnswering extends Answering {
  readonly source: KnownSource;
}

/** The strength of evidence for a named author, and markers and passages as a candidate of a search has them. */
export async function askAboutAuthor(
  { engine, index, options }: Answering,
  questioned: QuestionedDocument,
  author: string,
): Promise<ReadCandidate & { readonly verification: NamedVerification }> {
  const verification = await engine.verifyAuthor(index, questioned, { ...options, author });
  const read = await engine.passages(index, questioned, { ...options, candidates: passageCandidates, author });
  return { ...read, verification };
}

/** A named author as a question of a report. */
export async function authorQuestion(
  parts: ReportAnswering,
  questioned: QuestionedDocument,
  author: string,
): Promise<NamedQuestion> {
  const { verification, ...read } = await askAboutAuthor(parts, questioned, author);
  const found = await reportPassages({ author, ...read }, questioned, sourceOfPassages(parts.source));
  return { kind: 'author', author, verification, ...found };
}

/**
 * A search as a question of a report.
 *
 * @param chosen  the candidate to report on; undefined: the first. Throws Usage where it is none.
 */
export async function searchedQuestion(
  { engine, index, options, source }: ReportAnswering,
  questioned: QuestionedDocument,
  chosen: string | undefined,
): Promise<ReportQuestion> {
  const evidence = await engine.review(index, questioned, { ...options, passages: 0 });
  const author = chosen ?? evidence.candidates[0]?.author;
  if (author === undefined) return searchQuestion(evidence, questioned, source, undefined);
  if (!evidence.candidates.some((each) => each.author === author))
    throw usage(`${author} is not among the candidates of the search.`);
  const { passages, markers } = await engine.passages(index, questioned, { ...options, author });
  const candidates = evidence.candidates.map((each) =>
    each.author === author ? { ...each, passages, ...(markers && { markers }) } : each,
  );
  return searchQuestion({ ...evidence, candidates }, questioned, source, author);
}

/**
 * Asks the questions of a report again, of its text and what it rests on as they are now, and compares the answers. Throws Usage where
 * one is a comparison with a single text.
 *
 * @param version  of this program
 */
export async function makeAgain(
  parts: ReportAnswering,
  before: ReportRead,
  { questioned, version }: { readonly questioned: QuestionedDocument; readonly version: string },
): Promise<Rerun> {
  const questions: ReportQuestion[] = [];
  for (const question of before.questions) questions.push(await askAgain(parts, questioned, question));
  const [only] = before.questions;
  const named = before.questions.length === 1 && only?.kind === 'author' ? only.author : undefined;
  const known = await reportTexts(parts.source, named);
  const about = { time: before.version, caseName: undefined, examiner: undefined, asked: [], version };
  return compareReports(before, readReport(reportJson({ ...about, questioned, questions, known }))!);
}

function askAgain(
  parts: ReportAnswering,
  questioned: QuestionedDocument,
  question: QuestionRead,
): Promise<ReportQuestion> {
  if (question.kind === 'text') throw usage(`A comparison with one text, ${question.title}, is made again by compare.`);
  if (question.kind === 'author') {
    const { scale } = question.verification;
    const options = { ...parts.options, ...(scale && { scale: scale.name }) };
    return authorQuestion({ ...parts, options }, questioned, question.author);
  }
  const { candidates, scale, excludeQuotes, verifier } = question.evidence.settings;
  const { pinned, validation, markers } = parts.options;
  const options = {
    candidates: Number(candidates),
    scale: scale as ReviewOptions['scale'],
    excludeQuotes: String(excludeQuotes) === 'true',
    ...(verifier !== undefined &&
      verifier !== 'by mode' && { verifier: verifier as NonNullable<ReviewOptions['verifier']> }),
    ...(pinned && { pinned }),
    ...(validation && { validation }),
    ...(markers && { markers }),
  };
  return searchedQuestion({ ...parts, options }, questioned, question.chosen[0]?.author);
}
