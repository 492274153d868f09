import fs from 'node:fs/promises';
import path from 'node:path';
import { type QuestionRead, readReport, type ReportRead } from '../core/casework/reportFile';
import { listQuestionsAbout } from '../core/casework/caseLog';
import type { QuestionedDocument } from '../core/domain';
import { unreadableDocument, usage } from '../core/errors';
import { finish } from '../core/work';
import { readLocalTime } from '../node/casework/caseLog';
import { computeSha256 } from '../node/sha256';
import { reportFiles, reportJson } from '../presentation/report/report';
import {
  type KnownSource,
  type NamedQuestion,
  type ReportFacts,
  reportPassages,
  type ReportQuestion,
  reportTexts,
  searchQuestion,
} from '../presentation/report/reportFacts';
import { readChoices, compareReports, type Rerun } from '../presentation/report/rerun';
import { formatFinding } from '../presentation/words/strength';
import type { ReviewOptions } from '../protocol/engine';
import type { Answering, CaseAt } from './caseAt';
import { buildOverview } from './overview';
import { askAboutAuthor, type FilesAsked, noteAsked, noteSearch } from './reviews';
import { readTogether } from './texts';

/** A report to be written. */
export interface ReportAsked extends FilesAsked {
  /** The page; its data have its name and .json. */
  readonly out: string;
  readonly force: boolean;
  /** Asks about this author alone; nothing is searched. */
  readonly author: string | undefined;
  /** The candidate of the search to report on; undefined: the first. */
  readonly chosen: string | undefined;
  readonly withOverview: boolean;
  readonly examiner: string | undefined;
  /** The version of the program. */
  readonly version: string;
  /** What was said of the case until now. */
  readonly warnings: readonly string[];
}

/** A report that was written. */
export interface WrittenReport {
  readonly file: string;
  readonly sha256: string;
  /** The file of its data. */
  readonly facts: string;
  /** Why a server was not searched. */
  readonly serverProblem: boolean;
}

/** Asks a question about files and writes the answer as one page, with its data beside it. */
export async function* report(at: CaseAt, asked: ReportAsked): Answering<WrittenReport> {
  const files = reportFiles(asked.out);
  const write = at.planOutputs(files, { force: asked.force, documents: asked.files });
  const notices: string[] = [...asked.warnings];
  const facts = yield* collectNotices(collectFacts(at, asked, notices), notices);
  const [html] = write({ ...facts, warnings: notices });
  const sha256 = computeSha256(html!);
  const [first = ''] = asked.files;
  const log = await at.logOf(first);
  if (log) yield* at.noteEvents(log, { kind: 'exported', file: log.toName(asked.out), sha256 });
  const serverProblem = facts.questions.some((each) => each.kind === 'search' && each.evidence.server?.problem);
  return { file: asked.out, sha256, facts: files[1].file, serverProblem };
}

/** The same work, with its notices in a list, too. */
async function* collectNotices<Answer>(work: Answering<Answer>, notices: string[]): Answering<Answer> {
  for (;;) {
    const step = await work.next();
    if (step.done) return step.value;
    if ('notice' in step.value) notices.push(step.value.notice);
    yield step.value;
  }
}

async function* collectFacts(at: CaseAt, asked: ReportAsked, warnings: readonly string[]): Answering<ReportFacts> {
  const { files, author, chosen, examiner, version } = asked;
  const options = at.createOptions(asked.choices);
  const questioned = yield* readTogether(at, asked);
  yield* at.fillIndex();
  const source = yield* createSource(at, files);
  const asking = { questioned, options, source };
  const question =
    author === undefined ? yield* answerBySearch(at, asking, chosen) : yield* answerAboutAuthor(at, asking, author);
  yield* noteQuestion(at, files, questioned, question);
  const [file = ''] = files;
  const log = await at.logOf(file);
  return {
    time: readLocalTime(),
    caseName: at.folder && path.basename(at.folder.folder),
    blind: at.folder?.describeBlinding(file),
    examiner,
    questioned,
    asked: log ? listQuestionsAbout(log.toName(file), log.read().entries) : [],
    questions: [question],
    known: await reportTexts(source, author),
    ...(at.folder && { unread: yield* at.listUnread() }),
    warnings,
    ...(asked.withOverview && { overview: yield* buildOverview(at, asked) }),
    version,
  };
}

function noteQuestion(
  at: CaseAt,
  files: readonly string[],
  questioned: QuestionedDocument,
  question: ReportQuestion,
): Answering<void> {
  if (question.kind === 'search') return noteSearch(at, files, questioned, question.evidence);
  const { verification, ...named } = question;
  const asked =
    named.kind === 'author'
      ? ({ kind: 'author', author: named.author } as const)
      : ({ kind: 'text', title: named.title } as const);
  return noteAsked(at, files, questioned, { asked, found: formatFinding(verification) });
}

/** Where a report on files gets known texts from, and what was decided of passages. */
async function* createSource(at: CaseAt, [file, ...others]: readonly string[]): Answering<KnownSource> {
  const { index } = at;
  return {
    documents: yield* at.ask('listDocuments', index),
    get: (id) => finish(at.ask('knownDocument', index, id)),
    sha256: computeSha256,
    decisions: others.length === 0 && file !== undefined ? at.folder?.listDecisions(file) : undefined,
  };
}

/** What a question of a report is about, and what it is answered by. */
export interface ReportAsking {
  readonly questioned: QuestionedDocument;
  readonly options: ReviewOptions;
  readonly source: KnownSource;
}

/** A named author as a question of a report. */
export async function* answerAboutAuthor(
  at: CaseAt,
  { questioned, options, source }: ReportAsking,
  author: string,
): Answering<NamedQuestion> {
  const { verification, settings, ...read } = yield* askAboutAuthor(at, questioned, author, options);
  const found = await reportPassages({ author, ...read }, questioned, source);
  return { kind: 'author', author, verification, settings, ...found };
}

/** A search as a question of a report. @param chosen  the candidate to report on. Throws Usage where it is none. */
async function* answerBySearch(
  at: CaseAt,
  { questioned, options, source }: ReportAsking,
  chosen: string | undefined,
): Answering<ReportQuestion> {
  const evidence = yield* at.ask('review', at.index, questioned, { ...options, passages: 0 });
  const author = chosen ?? evidence.candidates[0]?.author;
  if (author === undefined) return searchQuestion(evidence, questioned, source, undefined);
  if (!evidence.candidates.some((each) => each.author === author))
    throw usage(`${author} is not among the candidates of the search. Choose another author.`);
  const { passages, markers } = yield* at.ask('passages', at.index, questioned, { ...options, author });
  const candidates = evidence.candidates.map((each) =>
    each.author === author ? { ...each, passages, ...(markers && { markers }) } : each,
  );
  return searchQuestion({ ...evidence, candidates }, questioned, source, author);
}

/** A report to be made again: its data, and its texts where they are not those of the case with the same names. */
export interface RerunAsked extends FilesAsked {
  readonly report: string;
  /** The version of this program. */
  readonly version: string;
}

/**
 * Asks the questions of a report again, of its text and what it rests on as they are now, and compares the answers. Throws Usage where
 * a question is a comparison with a single text, and where the case has no text of that name.
 */
export async function* rerun(at: CaseAt, { report: file, version, choices, ...named }: RerunAsked): Answering<Rerun> {
  const before = readReport(await fs.readFile(file, 'utf8').catch(() => ''));
  if (!before) throw unreadableDocument(file, 'it is not the JSON that is written beside a report');
  const { id, together = [{ title: id }] } = before.questioned;
  const files = named.files.length > 0 ? named.files : together.map(({ title }) => findQuestionedFile(at, title));
  const questioned = yield* readTogether(at, { ...named, files });
  yield* at.fillIndex();
  return yield* makeAgain(
    at,
    { questioned, options: at.createOptions(choices), source: yield* createSource(at, files) },
    before,
    version,
  );
}

/** Asks the questions of a report again and compares the answers. */
export async function* makeAgain(
  at: CaseAt,
  asking: ReportAsking,
  before: ReportRead,
  version: string,
): Answering<Rerun> {
  const { questioned } = asking;
  const questions: ReportQuestion[] = [];
  for (const question of before.questions) questions.push(yield* askAgain(at, asking, question));
  const [only] = before.questions;
  const author = before.questions.length === 1 && only?.kind === 'author' ? only.author : undefined;
  const known = await reportTexts(asking.source, author);
  const about = { time: before.version, caseName: undefined, examiner: undefined, asked: [], version };
  return compareReports(before, readReport(reportJson({ ...about, questioned, questions, known }))!);
}

/** Answers as they were asked, with what the case pins and locks now. */
function askAgain(at: CaseAt, asking: ReportAsking, question: QuestionRead): Answering<ReportQuestion> {
  if (question.kind === 'text') throw usage(`A report on one text, ${question.title}, cannot be re-run. Use compare.`);
  if (question.kind === 'author') {
    const { settings, verification, author } = question;
    const choices = settings ? readChoices(settings) : verification.scale && { scale: verification.scale.name };
    return answerAboutAuthor(at, { ...asking, options: { ...asking.options, ...choices } }, author);
  }
  const { settings } = question.evidence;
  const asked = { candidates: Number(settings['candidates']), server: undefined, passages: undefined };
  const options = { ...asking.options, ...readChoices(settings), ...asked };
  return answerBySearch(at, { ...asking, options }, question.chosen[0]?.author);
}

/** The questioned file of the case that a report names. Throws Usage where there is none. */
function findQuestionedFile({ folder }: CaseAt, name: string): string {
  const found = folder?.questioned.find((document) => path.basename(document.path) === name);
  if (found) return found.path;
  throw usage(
    `The questioned text ${name} is not in the case around the report. Name its file: report FILE --rerun R.json.`,
  );
}
