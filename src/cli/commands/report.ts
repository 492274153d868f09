import fs from 'node:fs/promises';
import path from 'node:path';
import type { QuestionedDocument } from '../../core/domain';
import { unreadableDocument, usage } from '../../core/errors';
import { timeHere } from '../../node/casework/caseLog';
import { type ReportFacts, reportTexts } from '../../presentation/report/reportFacts';
import { readReport } from '../../core/casework/reportFile';
import {
  authorQuestion,
  makeAgain,
  type ReportAnswering,
  rerunLines,
  searchedQuestion,
} from '../../presentation/report/rerun';
import { reportFiles } from '../../presentation/report/report';
import { packageVersion } from '../io';
import {
  authorOption,
  type Command,
  commonOptions,
  documentOptions,
  flagOption,
  searchOptions,
  textOption,
  togetherOption,
} from '../options';
import { findingWords } from '../../presentation/words/strength';
import { FileResults, questionedFiles, readTogether } from '../questioned';
import { plannedFiles, Session, statusOf } from '../session';
import { caseOverview } from './overview';
import { candidatesOf } from './questions';
import { sha256Of } from '../../node/sha256';

/** A report as one HTML file, and what it says as JSON beside it. */
export const reportCommand: Command = {
  name: 'report',
  operands: '[FILE] --out R.html',
  summary: 'writes a report as one HTML file, with JSON beside it',
  options: {
    out: { kind: 'text', value: 'R.html', help: 'the file to write; the other has its name and .json' },
    force: { kind: 'flag', help: 'in place of an earlier report of that name' },
    author: { kind: 'text', value: 'NAME', help: 'asks about this author alone; nothing is searched' },
    choose: { kind: 'text', value: 'NAME', help: 'the candidate of the search to report on (the first)' },
    overview: { kind: 'flag', help: 'with all texts of the case, each of which is reviewed' },
    examiner: { kind: 'text', value: 'NAME', help: 'who signs it (a line to write on)' },
    rerun: {
      kind: 'text',
      value: 'R.json',
      help: 'makes this report again and names what is otherwise; its text is FILE, or that of the case with the same name',
    },
    ...togetherOption,
    ...documentOptions,
    ...searchOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    const again = textOption(parsed, 'rerun');
    if (again !== undefined)
      return Session.during(parsed, io, (session) => rerun(session, again), parsed.positionals[0] ?? again);
    const out = textOption(parsed, 'out');
    if (out === undefined || parsed.positionals.length === 0)
      throw usage('Name document and report: idiograph report FILE --out R.html.');
    return Session.during(parsed, io, (session) => report(session, out));
  },
};

async function report(session: Session, out: string): Promise<number> {
  const { parsed } = session;
  const files = reportFiles(out);
  const write = plannedFiles(session, files, questionedFiles(parsed));
  const questioned = await readTogether(session, questionedFiles(parsed));
  await session.fillIndex();
  const facts = await factsOf(session, questioned);
  const [html] = write(facts);
  const sha256 = sha256Of(html!);
  const json = files[1].file;
  (await FileResults.ofAll(session))[0]?.exported(out, sha256);
  await session.answer('idiograph.report/1', { file: out, sha256, facts: json }, () => [
    `Report: ${out} (sha256 ${sha256}); as data: ${json}`,
  ]);
  return Math.max(...facts.questions.map((each) => (each.kind === 'search' ? statusOf(each.evidence) : 0)));
}

/** With a named author nothing is searched: the statement holds only where no search brought the author up. */
async function factsOf(session: Session, questioned: QuestionedDocument): Promise<ReportFacts> {
  const { parsed } = session;
  const named = authorOption(parsed, 'author');
  const parts = await answering(session, questionedFiles(parsed));
  const question =
    named === undefined
      ? await searchedQuestion(parts, questioned, authorOption(parsed, 'choose'))
      : await authorQuestion(parts, questioned, named);
  const asked = await FileResults.ofAll(session);
  for (const results of asked)
    if (question.kind === 'search') await results.noteSearch(questioned, question.evidence);
    else if (question.kind === 'author')
      results.note(questioned, { kind: 'author', author: question.author }, findingWords(question.verification));
  return {
    time: timeHere(),
    ...aboutCase(session, questionedFiles(parsed)[0]!),
    examiner: textOption(parsed, 'examiner'),
    questioned,
    asked: asked[0]?.questions() ?? [],
    questions: [question],
    known: await reportTexts(parts.source, named),
    ...(session.caseFolder && { unread: await session.unread() }),
    warnings: session.warned,
    ...(flagOption(parsed, 'overview') && { overview: await caseOverview(session) }),
    version: packageVersion(),
  };
}

/** What the questions of a report about files are answered by. */
async function answering(session: Session, [file, ...others]: readonly string[]): Promise<ReportAnswering> {
  const { engine, index, caseFolder } = session;
  const source = {
    documents: await engine.listDocuments(index),
    get: (id: string) => engine.knownDocument(index, id),
    sha256: sha256Of,
    decisions: others.length === 0 ? caseFolder?.decisionsOn(file!) : undefined,
  };
  return { engine, index, options: session.options(candidatesOf(session.parsed)), source };
}

/** Makes a report again from what it was made of, as that is now. Its status says whether anything is otherwise. */
async function rerun(session: Session, report: string): Promise<number> {
  const before = readReport(await fs.readFile(report, 'utf8').catch(() => ''));
  if (!before) throw unreadableDocument(report, 'it is not the JSON that is written beside a report');
  const { id, together = [{ title: id }] } = before.questioned;
  const named = questionedFiles(session.parsed);
  const files = named.length > 0 ? named : together.map(({ title }) => questionedFile(session, title));
  const questioned = await readTogether(session, files);
  await session.fillIndex();
  const parts = await answering(session, files);
  const result = await makeAgain(parts, before, { questioned, version: packageVersion() });
  await session.answer('idiograph.report-rerun/1', result, () => rerunLines(result));
  return result.changed.length + result.differences.length + result.decisions.length > 0 ? otherwise : 0;
}

/** The exit status of a re-run that has something otherwise: that of a document's problem. */
const otherwise = 3;

/** The questioned file of the case that a report names. Throws Usage where there is none. */
function questionedFile({ caseFolder }: Session, name: string): string {
  const found = caseFolder?.questioned.find((document) => path.basename(document.path) === name);
  if (found) return found.path;
  throw usage(`The questioned text ${name} is not in the case around the report: name it, report FILE --rerun R.json.`);
}

function aboutCase({ caseFolder }: Session, file: string): Pick<ReportFacts, 'caseName' | 'blind'> {
  return { caseName: caseFolder && path.basename(caseFolder.folder), blind: caseFolder?.blindingOn(file) };
}
