import path from 'node:path';
import { usage } from '../../core/errors';
import { formatRerun } from '../../presentation/report/rerun';
import { readPackageVersion, formatCount } from '../io';
import {
  readAuthorOption,
  type Command,
  commonOptions,
  documentOptions,
  readFlagOption,
  searchOptions,
  readTextOption,
  togetherOption,
} from '../options';
import { Session } from '../session';

/** A report as one HTML file, and what it says as JSON beside it. */
export const reportCommand: Command = {
  name: 'report',
  operands: '[FILE] --out R.html',
  summary: 'writes a report as one HTML file, with JSON beside it',
  options: {
    out: {
      kind: 'text',
      value: 'R.html',
      help: 'the file to write, .html or .docx; the JSON file has the same name with .json',
    },
    force: { kind: 'flag', help: 'replaces an earlier report of that name' },
    author: { kind: 'text', value: 'NAME', help: 'asks only about this author, without a search' },
    choose: { kind: 'text', value: 'NAME', help: 'the candidate of the search to report on (the first)' },
    overview: { kind: 'flag', help: 'includes all texts of the case, and reviews each of them' },
    examiner: { kind: 'text', value: 'NAME', help: 'who signs the report (default: a line to write on)' },
    instruction: {
      kind: 'text',
      value: 'TEXT',
      help: 'what the examiner was asked to do (default: a line to write on)',
    },
    'without-conclusion': { kind: 'flag', help: 'lists markers, rates, places and passages, and states no ratio' },
    rerun: {
      kind: 'text',
      value: 'R.json',
      help: 'makes this report again and lists the differences; its text is FILE, or the text of the case with the same name',
    },
    ...togetherOption,
    ...documentOptions,
    ...searchOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    const again = readTextOption(parsed, 'rerun');
    if (again !== undefined)
      return Session.run(parsed, io, (session) => rerunReport(session, again), parsed.positionals[0] ?? again);
    const out = readTextOption(parsed, 'out');
    if (out === undefined || parsed.positionals.length === 0)
      throw usage('Name the document and the report: idiograph report FILE --out R.html.');
    return Session.run(parsed, io, (session) => report(session, out));
  },
};

async function report(session: Session, out: string): Promise<number> {
  const { parsed } = session;
  const { sha256, facts, serverProblem } = await session.createCalls().report({
    ...session.readAsked(),
    ...{
      out: path.resolve(out),
      force: readFlagOption(parsed, 'force'),
      withOverview: readFlagOption(parsed, 'overview'),
    },
    ...{ author: readAuthorOption(parsed, 'author'), chosen: readAuthorOption(parsed, 'choose') },
    ...{ instruction: readTextOption(parsed, 'instruction') },
    withoutConclusion: readFlagOption(parsed, 'without-conclusion'),
    ...{ examiner: readTextOption(parsed, 'examiner'), version: readPackageVersion(), warnings: session.warned },
  });
  const json = path.join(path.dirname(out), path.basename(facts));
  await session.answer('idiograph.report/1', { file: out, sha256, facts: json }, () => [
    `Report: ${out} (sha256 ${sha256}); as data: ${json}`,
  ]);
  return serverProblem ? 5 : 0;
}

/** Makes a report again from what it was made of, as that is now. Its status says whether anything differs. */
async function rerunReport(session: Session, file: string): Promise<number> {
  const asked = { ...session.readAsked(), report: path.resolve(file), version: readPackageVersion() };
  const result = await session.createCalls().rerun(asked);
  await session.answer('idiograph.report-rerun/1', result, () => formatRerun(result));
  return result.changed.length + result.differences.length + result.decisions.length > 0 ? otherwise : 0;
}

/** The exit status of a re-run that has something otherwise: that of a document's problem. */
const otherwise = 3;

const { index, models, json } = commonOptions;

/** What the other side needs to check a case and to examine it again, as one file. */
export const bundleCommand: Command = {
  name: 'bundle',
  operands: 'FOLDER --out F.zip',
  summary: 'packs the reports of a case, its log, hashes and versions into one file for disclosure',
  options: {
    out: { kind: 'text', value: 'F.zip', help: 'the file to write' },
    force: { kind: 'flag', help: 'replaces an earlier bundle of that name' },
    texts: { kind: 'flag', help: 'includes the texts of the case, so that others can examine it again' },
    ...{ index, models, json },
  },
  run: (parsed, io) => {
    const out = readTextOption(parsed, 'out');
    if (out === undefined) throw usage('Name the case and the bundle: idiograph bundle FOLDER --out F.zip.');
    const asked = {
      ...{ out: path.resolve(out), version: readPackageVersion() },
      ...{ force: readFlagOption(parsed, 'force'), texts: readFlagOption(parsed, 'texts') },
    };
    return Session.runOnCase(parsed, io, async (session) => {
      const { sha256, files } = await session.createCalls().bundle(asked);
      return session.answer('idiograph.bundle/1', { file: out, sha256, files }, () => [
        `Bundle: ${out} (sha256 ${sha256}), ${formatCount(files.length, 'file')}`,
        ...files.map((name) => `  ${name}`),
      ]);
    });
  },
};
