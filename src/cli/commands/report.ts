import crypto from 'node:crypto';
import path from 'node:path';
import type { QuestionedDocument } from '../../core/domain';
import { usage } from '../../core/errors';
import { timeHere } from '../../node/casework/caseLog';
import { planOutputs } from '../../node/outputFile';
import {
  reportPassages,
  reportTexts,
  searchQuestion,
  sourceOfPassages,
  type KnownSource,
  type ReportFacts,
  type ReportQuestion,
} from '../../presentation/report/reportFacts';
import { reportFiles } from '../../presentation/report/report';
import type { Command } from '../command';
import type { CommandIo } from '../terminal/io';
import {
  authorOption,
  candidatesOption,
  commonOptions,
  documentOptions,
  flagOption,
  textOption,
  packageVersion,
} from '../options';
import { findingWords } from '../../presentation/words/strength';
import { FileResults } from '../caseResults';
import { readQuestioned } from '../questioned';
import { guardedBy, Session } from '../session';
import { askAboutAuthor } from './verify';
import { candidatesOf } from './attribute';

/** A report as one HTML file, and what it says as JSON beside it. */
export const reportCommand: Command<CommandIo> = {
  name: 'report',
  operands: 'FILE --out R.html',
  least: 1,
  most: 1,
  summary: 'writes a report as one HTML file, with JSON beside it',
  options: {
    out: { kind: 'text', value: 'R.html', help: 'the file to write; the other has its name and .json' },
    force: { kind: 'flag', help: 'in place of an earlier report of that name' },
    author: { kind: 'text', value: 'NAME', help: 'asks about this author alone; nothing is searched' },
    choose: { kind: 'text', value: 'NAME', help: 'the candidate of the search to report on (the first)' },
    examiner: { kind: 'text', value: 'NAME', help: 'who signs it (a line to write on)' },
    ...documentOptions,
    ...candidatesOption,
    ...commonOptions,
  },
  run: (parsed, io) => {
    const out = textOption(parsed, 'out');
    if (out === undefined) throw usage('Name document and report: idiograph report FILE --out R.html.');
    return Session.during(parsed, io, (session) => report(session, out));
  },
};

async function report(session: Session, out: string): Promise<number> {
  const { parsed, io } = session;
  const [file] = parsed.positionals;
  const files = reportFiles(out);
  const guarded = guardedBy(session, [file!]);
  const write = planOutputs(files, { guarded, force: flagOption(parsed, 'force') });
  const questioned = await readQuestioned(session, file!);
  await session.fillIndex();
  const facts = await factsOf(session, questioned);
  const [html] = write(facts);
  const sha256 = crypto.createHash('sha256').update(html!).digest('hex');
  const json = files[1].file;
  (await FileResults.of(session, file!))?.exported(out, sha256);
  if (session.json) session.printJson('idiograph.report/1', { file: out, sha256, facts: json });
  else io.stdout(`Report: ${out} (sha256 ${sha256}); as data: ${json}`);
  return 0;
}

/** With a named author nothing is searched: the statement holds only where no search brought the author up. */
async function factsOf(session: Session, questioned: QuestionedDocument): Promise<ReportFacts> {
  const { parsed } = session;
  const named = authorOption(parsed, 'author');
  const source: KnownSource = {
    documents: await session.engine.listDocuments(session.index),
    get: (id) => session.engine.knownDocument(session.index, id),
    sha256: (text) => crypto.createHash('sha256').update(text).digest('hex'),
    decisions: session.caseFolder?.decisionsOn(parsed.positionals[0]!),
  };
  const question =
    named === undefined ? await search(session, questioned, source) : await ask(session, questioned, source, named);
  const results = await FileResults.of(session, parsed.positionals[0]!);
  if (question.kind === 'search') await results?.noteSearch(questioned, question.evidence);
  else if (question.kind === 'author')
    results?.note(questioned, { kind: 'author', author: question.author }, findingWords(question.verification));
  return {
    time: timeHere(),
    ...aboutCase(session),
    examiner: textOption(parsed, 'examiner'),
    questioned,
    asked: results?.questions() ?? [],
    questions: [question],
    known: await reportTexts(source, named),
    version: packageVersion(),
  };
}

function aboutCase({ caseFolder }: Session): Pick<ReportFacts, 'caseName' | 'blind'> {
  return { caseName: caseFolder && path.basename(caseFolder.folder), blind: caseFolder?.blinding };
}

async function search(session: Session, questioned: QuestionedDocument, source: KnownSource): Promise<ReportQuestion> {
  const options = session.options(candidatesOf(session.parsed));
  const evidence = await session.engine.review(session.index, questioned, { ...options, passages: 0 });
  const author = authorOption(session.parsed, 'choose') ?? evidence.candidates[0]?.author;
  if (author === undefined) return searchQuestion(evidence, questioned, source, undefined);
  if (!evidence.candidates.some((each) => each.author === author))
    throw usage(`${author} is not among the candidates of the search.`);
  const { passages, markers } = await session.engine.passages(session.index, questioned, { ...options, author });
  const candidates = evidence.candidates.map((each) =>
    each.author === author ? { ...each, passages, ...(markers && { markers }) } : each,
  );
  return searchQuestion({ ...evidence, candidates }, questioned, source, author);
}

async function ask(
  session: Session,
  questioned: QuestionedDocument,
  source: KnownSource,
  author: string,
): Promise<ReportQuestion> {
  const { verification, ...read } = await askAboutAuthor(session, questioned, author);
  const found = await reportPassages({ author, ...read }, questioned, sourceOfPassages(source));
  return { kind: 'author', author, verification, ...found };
}
