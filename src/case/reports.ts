import fs from 'node:fs/promises';
import path from 'node:path';
import { findReported, readReport, requireReport, type ReportRead } from '../core/casework/reportFile';
import { findAssistantNoted, listQuestionsAbout } from '../core/casework/caseLog';
import { passedOver } from '../core/casework/openCase';
import type { ReviewTarget } from '../core/casework/keptRecords';
import type { QuestionedDocument } from '../core/domain/evidence';
import { unreadableDocument, usage } from '../core/errors';
import { finish, mapSteps } from '../core/basics/work';
import { readLocalTime } from '../node/casework/caseLog';
import { computeSha256 } from '../node/sha256';
import { renderWord, wordReportBegins } from '../node/wordReport';
import { renderReport, reportBegins, reportJson, reportJsonBegins } from '../presentation/report/report';
import {
  describeLog,
  type KnownSource,
  type NamedAnswer,
  type NamedQuestion,
  type ReportFacts,
  reportPassages,
  type ReportQuestion,
  type ReportText,
  reportTexts,
  searchQuestion,
  selectReported,
} from '../presentation/report/reportFacts';
import { readChoices, compareReports, type Rerun } from '../presentation/report/rerun';
import { describeNotice } from '../presentation/words/notices';
import { addRead, type PassagesView } from '../presentation/passages';
import type { ReviewOptions } from '../protocol/engine';
import type { Answering, CaseAt } from './caseAt';
import { type OverviewAsked, buildOverview, explainCandidate, explainRatio } from './comparisons';
import { askAboutAuthor, type FileAsked, noteAsked, noteFinding, noteSearch } from './reviews';
import { readKnownFiles, readQuestioned } from './texts';

export interface ReportAsked extends FileAsked {
  /** The path of the page. The data are written beside it with the ending .json. */
  readonly out: string;
  readonly force: boolean;
  /** Asks about this author only, without a search. */
  readonly author: string | undefined;
  /** The candidate of the search to report on. Undefined for the first. */
  readonly chosen: string | undefined;
  readonly withOverview: boolean;
  readonly examiner: string | undefined;
  readonly instruction: string | undefined;
  readonly withoutConclusion: boolean;
  /** The version of the program. */
  readonly version: string;
}

interface WrittenReport {
  readonly sha256: string;
  /** The path of the data. */
  readonly facts: string;
  /** Whether a server was to be searched and was not. */
  readonly serverProblem: boolean;
}

/** Answers a question about a file and writes the answer as a page, with its data beside it. */
export function report(at: CaseAt, request: ReportAsked): Answering<WrittenReport> {
  const warnings: string[] = []; // what is reported on the way is in the report, too
  const facts = mapSteps(answerReport(at, request, warnings), (news) => {
    if ('notice' in news) warnings.push(describeNotice(news.notice));
    return news;
  });
  return writeReport(at, request, facts);
}

/** Checks the paths of a report, does the work, writes its page and its data, and logs the page. */
async function* writeReport(
  at: CaseAt,
  { out, file: document, force }: Pick<ReportAsked, 'out' | 'file' | 'force'>,
  work: Answering<ReportFacts>,
): Answering<WrittenReport> {
  // its facts as JSON are in a file of the same name beside it
  const json = `${out.replace(/\.(html?|docx)$/i, '')}.json`;
  type Rendered = Readonly<{ page: string | Uint8Array; facts: ReportFacts }>;
  const write = at.planOutputs<Rendered>(
    [
      { file: out, begins: isWord(out) ? wordReportBegins : reportBegins, text: ({ page }) => page },
      { file: json, begins: reportJsonBegins, text: ({ facts: rendered }) => reportJson(rendered) },
    ],
    { force, documents: [document] },
  );
  if (!/\.(?:html?|docx)$/i.test(out)) throw usage(`Name the report ${out} with .html or .docx at its end.`);
  const facts = at.hideNamesIn(yield* work);
  const html = renderReport(facts);
  const [page] = write({ page: isWord(out) ? await renderWord(html, facts.questioned.id) : html, facts });
  const sha256 = computeSha256(page!);
  const log = await at.logOf(document);
  if (log) yield* at.noteEvents(log, { kind: 'exported', file: log.toName(out), sha256 });
  const serverProblem = facts.questions.some((each) => each.kind === 'search' && each.evidence.server?.problem);
  return { sha256, facts: json, serverProblem };
}

const isWord = (file: string): boolean => /\.docx$/i.test(file);

async function* answerReport(at: CaseAt, request: ReportAsked, warnings: readonly string[]): Answering<ReportFacts> {
  const { file, author, chosen } = request;
  const options = at.createOptions(request.choices, file);
  const questioned = request.text ?? (yield* readQuestioned(at, file, request.labels));
  yield* at.fillIndex();
  const source = yield* createSource(at, file);
  const asking = { questioned, options, source };
  const question =
    author === undefined ? yield* answerBySearch(at, asking, chosen) : yield* answerAboutAuthor(at, asking, author);
  if (question.kind === 'search') yield* noteSearch(at, file, { questioned, evidence: question.evidence });
  else {
    const asked =
      question.kind === 'author'
        ? ({ kind: 'author', author: question.author } as const)
        : ({ kind: 'text', title: question.title } as const);
    yield* noteAsked(at, file, questioned, noteFinding(asked, question.verification));
  }
  const known = yield* listKnown(at, source, author);
  const overview = request.withOverview ? yield* buildOverview(at, request) : undefined;
  return yield* completeFacts(at, request, { questioned, questions: [question], known, overview, warnings });
}

/** Adds to the questions of a report the facts of the case and its log. */
async function* completeFacts(
  at: CaseAt,
  { file, ...about }: Pick<ReportAsked, 'file' | 'examiner' | 'instruction' | 'withoutConclusion' | 'version'>,
  { warnings = [], ...facts }: Pick<ReportFacts, 'questioned' | 'questions' | 'known' | 'overview' | 'warnings'>,
): Answering<ReportFacts> {
  const log = await at.logOf(file);
  const checked = log?.read() ?? { entries: [], damage: [] };
  const { entries } = checked;
  const all = await at.listWarnings(true);
  const ofCase = all.filter(({ code }) => !passedOver.some((each) => each === code)); // the list of unread files has the others
  const document = log && path.isAbsolute(file) ? log.toName(file) : file;
  const unread = at.folder && (yield* at.listUnread());
  // the last reviews of the parts into which a search divides the text
  const { questioned, questions } = facts;
  const lines = yield* at.results.list();
  const split = questions.flatMap((each) => (each.kind === 'search' ? (each.evidence.split?.parts ?? []) : []));
  const parts = split.flatMap(({ start, end }) => {
    const textSha256 = computeSha256(questioned.text.slice(start, end));
    const line = lines.findLast((each) => each.document === file && each.textSha256 === textSha256);
    return line ? { words: line.words, first: line.first && { ...line.first, markers: [] } } : [];
  });
  return {
    ...facts,
    ...(at.folder?.describe(file) && { files: [at.folder.toName(file)] }),
    time: readLocalTime(),
    caseName: at.folder && path.basename(at.folder.folder),
    blind: at.folder?.describeBlinding(file),
    ...{ examiner: about.examiner, instruction: about.instruction, withoutConclusion: about.withoutConclusion },
    asked: listQuestionsAbout(document, entries),
    assistant: findAssistantNoted(entries),
    ...(unread && { unread }),
    warnings: [...ofCase.map(describeNotice), ...describeLog(checked), ...warnings],
    ...(parts.length > 0 && { parts }),
    version: about.version,
  };
}

/** A comparison that a window shows. */
export interface ShownComparison {
  readonly question: NamedAnswer;
  readonly view: PassagesView & Pick<NamedQuestion, 'levels'>;
  /** The name of the other side, and its texts. If the texts are undefined, they are those of the author in the index. */
  readonly other: string;
  readonly known: readonly ReportText[] | undefined;
}

/** A kept result that a window shows, and a comparison that is shown instead of it or beside it. */
export interface ShownAsked extends Pick<ReportAsked, 'file' | 'out' | 'version' | 'withoutConclusion'> {
  readonly target: ReviewTarget;
  /** The id of the result, and the candidate that is shown. */
  readonly searched?: { readonly id: string; readonly author: string | undefined } | undefined;
  readonly compared?: ShownComparison | undefined;
  readonly overview?: OverviewAsked | undefined;
}

/** Writes what a window shows as a report, with its data beside it. The window asks the user before a file is replaced. */
export function reportShown(at: CaseAt, request: ShownAsked): Answering<WrittenReport> {
  return writeReport(at, { ...request, force: true }, collectShown(at, request));
}

/** The facts of what a window shows. The ratios of its questions are taken apart. */
async function* collectShown(at: CaseAt, request: ShownAsked): Answering<ReportFacts> {
  const { file, target: questioned, searched, compared } = request;
  const source = yield* createSource(at, file);
  const evidence = searched && (yield* at.results.read(at, searched.id))?.evidence;
  const questions: ReportQuestion[] = [];
  if (evidence) {
    const author = searched.author ?? evidence.candidates[0]?.author;
    const options = at.createOptions({ candidates: 1, ...readChoices(evidence.settings) }, file);
    const explained =
      author === undefined ? evidence : yield* explainCandidate(at, questioned, evidence, { ...options, author });
    questions.push(await searchQuestion(explained, questioned, source, searched.author));
  }
  if (compared) {
    const { view, other } = compared;
    let { question } = compared;
    if (question.kind === 'author') {
      const options = at.createOptions({ candidates: 1, ...readChoices(question.settings) }, file);
      const asked = { ...options, author: question.author };
      question = { ...question, verification: yield* explainRatio(at, questioned, question.verification, asked) };
    }
    questions.push({ ...question, ...selectReported(view, other, source.decisions), levels: view.levels });
  }
  const listed = evidence ? yield* listKnown(at, source) : [];
  const named = !evidence && compared?.question.kind === 'author' ? compared.question.author : undefined;
  const other = compared?.known ?? (named === undefined ? [] : yield* listKnown(at, source, named));
  const known = [...listed, ...other];
  const overview = request.overview && (yield* buildOverview(at, request.overview));
  const about = { ...request, examiner: undefined, instruction: undefined };
  return yield* completeFacts(at, about, { questioned, questions, known, overview });
}

/** The known texts that a report lists, those of one author where it asks about that one alone, with what was left out of their files. */
async function* listKnown(at: CaseAt, source: KnownSource, author?: string): Answering<readonly ReportText[]> {
  return reportTexts({ ...source, readings: yield* readKnownFiles(at, author) }, author);
}

/** Where a report on a file gets known texts, and the decisions on passages. */
async function* createSource(at: CaseAt, file: string): Answering<KnownSource> {
  return {
    documents: yield* at.ask('listDocuments', at.index),
    get: (id) => finish(at.ask('knownDocument', at.index, id)),
    sha256: computeSha256,
    decisions: at.folder?.listDecisions(file),
  };
}

export interface ReportAsking {
  readonly questioned: QuestionedDocument;
  readonly options: ReviewOptions;
  readonly source: KnownSource;
}

export async function* answerAboutAuthor(
  at: CaseAt,
  { questioned, options, source }: ReportAsking,
  author: string,
): Answering<NamedQuestion> {
  const request = { ...options, isExplained: true } as const;
  const { verification, settings, ...read } = yield* askAboutAuthor(at, questioned, author, request);
  const result = await reportPassages({ author, ...read }, questioned, source);
  return { kind: 'author', author, verification, settings, ...result };
}

/**
 * Answers a question of a report by a search. @param chosen  the candidate to report on. Throws Usage if the search has no such candidate.
 */
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
  const read = yield* at.ask('passages', at.index, questioned, { ...options, author });
  const found = addRead({ evidence }, author, read);
  const explained = yield* explainCandidate(at, questioned, found.evidence, { ...options, author });
  return searchQuestion(explained, questioned, source, author);
}

/**
 * Asks the questions of a report again, with the present text, index and settings, and compares the answers. If no file is named, its text
 * is that of the case with the same name. Throws Usage if a question compares the text with a single other text, or if the case has no
 * text of that name.
 * @param version  of this program
 */
export async function* rerun(
  at: CaseAt,
  asked: Omit<FileAsked, 'file'> & Partial<Pick<FileAsked, 'file'>> & Readonly<Record<'report' | 'version', string>>,
): Answering<Rerun> {
  const { report, version, choices, ...named } = asked;
  const json = await fs.readFile(report, 'utf8').catch(() => '');
  const before = requireReport(json, (problem) => unreadableDocument(report, problem));
  const ofCase = at.folder?.questioned.map((each) => ({ file: at.folder!.toName(each.path), text: each.path }));
  const file = named.file ?? findReported(before, ofCase ?? []);
  if (file === undefined)
    throw usage(
      `The case around the report has no questioned text ${before.questioned.id}, or several. Name its file: report FILE --rerun R.json.`,
    );
  const questioned = named.text ?? (yield* readQuestioned(at, file, named.labels));
  yield* at.fillIndex();
  const asking = { questioned, options: at.createOptions(choices), source: yield* createSource(at, file) };
  return yield* makeAgain(at, asking, before, version);
}

export async function* makeAgain(
  at: CaseAt,
  asking: ReportAsking,
  before: ReportRead,
  version: string,
): Answering<Rerun> {
  const { questioned } = asking;
  const questions: ReportQuestion[] = [];
  // each with its former options, and with what the case pins and locks now
  for (const question of before.questions) {
    if (question.kind === 'text')
      throw usage(`A report on one text, ${question.title}, cannot be re-run. Use compare.`);
    const settings = question.kind === 'author' ? question.settings : question.evidence.settings;
    const options = { ...asking.options, ...(settings && readChoices(settings)) };
    if (question.kind === 'author') {
      questions.push(yield* answerAboutAuthor(at, { ...asking, options }, question.author));
      continue;
    }
    const request = {
      candidates: Number(question.evidence.settings['candidates']),
      server: undefined,
      passages: undefined,
    };
    const asked = { ...asking, options: { ...options, ...request } };
    questions.push(yield* answerBySearch(at, asked, question.chosen[0]?.author));
  }
  const [only] = before.questions;
  const author = before.questions.length === 1 && only?.kind === 'author' ? only.author : undefined;
  const known = await reportTexts(asking.source, author);
  const about = { time: before.version, caseName: undefined, examiner: undefined, asked: [], version };
  return compareReports(before, readReport(reportJson({ ...about, questioned, questions, known }))!);
}
