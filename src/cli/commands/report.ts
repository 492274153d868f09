import path from 'node:path';
import { usage } from '../../core/errors';
import { logDamageWords, logVerdict } from '../../presentation/report/reportFacts';
import { formatRerun } from '../../presentation/report/rerun';
import { readPackageVersion, formatCount } from '../io';
import {
  readAuthorOption,
  type Command,
  amongOption,
  commonOptions,
  documentOptions,
  readFlagOption,
  searchOptions,
  readTextOption,
} from '../options';
import { Session } from '../session';

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
    ...amongOption,
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
    ...documentOptions,
    ...searchOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    const again = readTextOption(parsed, 'rerun');
    if (again !== undefined) {
      // makes a report again with the present texts, index and settings; the exit status says whether anything differs
      const work = async (session: Session): Promise<number> => {
        const { file: questioned, ...asked } = session.readAsked();
        const named = parsed.positionals.length > 0 && { file: questioned };
        const result = await session
          .createCalls()
          .rerun({ ...asked, ...named, report: path.resolve(again), version: readPackageVersion() });
        await session.answer('idiograph.report-rerun/1', result, () => formatRerun(result));
        return result.changed.length + result.differences.length + result.decisions.length > 0 ? otherwise : 0;
      };
      return Session.run(parsed, io, work, { place: parsed.positionals[0] ?? again });
    }
    const out = readTextOption(parsed, 'out');
    if (out === undefined || parsed.positionals.length === 0)
      throw usage('Name the document and the report: idiograph report FILE --out R.html.');
    return Session.run(parsed, io, async (session) => {
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
        ...{ examiner: readTextOption(parsed, 'examiner'), version: readPackageVersion() },
      });
      const json = path.join(path.dirname(out), path.basename(facts));
      await session.answer('idiograph.report/1', { file: out, sha256, facts: json }, () => [
        `Report: ${out} (sha256 ${sha256}); as data: ${json}`,
      ]);
      return serverProblem ? 5 : 0;
    });
  },
};

/** The exit status of a re-run with differences. It is that of an unreadable document. */
const otherwise = 3;

const { index, models, json } = commonOptions;

export const bundleCommand: Command = {
  name: 'bundle',
  operands: 'FOLDER --out F.zip',
  summary:
    'packs the reports of a case, its log, hashes and versions into one file for disclosure, or checks such a file',
  options: {
    out: { kind: 'text', value: 'F.zip', help: 'the file to write' },
    open: {
      kind: 'flag',
      help: 'takes a bundle, or the folder into which it was unpacked, and compares it with its own hashes; writes and runs nothing',
    },
    force: { kind: 'flag', help: 'replaces an earlier bundle of that name' },
    texts: { kind: 'flag', help: 'includes the texts of the case, so that others can examine it again' },
    ...{ index, models, json },
  },
  run: (parsed, io) => {
    const out = readTextOption(parsed, 'out');
    if (readFlagOption(parsed, 'open')) {
      if (out !== undefined) throw usage('A bundle is either opened or written: leave out --open or --out.');
      const [place = ''] = parsed.positionals;
      // says what a bundle contains, and what differs from its own list; the exit status says whether anything does
      return Session.runWithoutCase(parsed, io, async (session) => {
        const opened = await session.createCalls().openBundle(path.resolve(place));
        const { program, files, differences, texts, log, reports, otherModels } = opened;
        await session.answer('idiograph.bundle-check/1', opened, () => [
          `${place}: made by ${program}, ${formatCount(files, 'file')}`,
          `Texts of the case: ${texts.included} of ${texts.listed} are in it`,
          ...reports.map(({ name, questioned, version }) => `${name}: on ${questioned}, by Idiograph ${version}`),
          otherModels.length === 0
            ? 'The model files are those of this program.'
            : `This program has other model files: ${otherModels.join(', ')}.`,
          ...differences.map(({ name, problem }) => `${name} ${describeDifference[problem]}`),
          ...logDamageWords(log),
          ...logVerdict(log),
          differences.length === 0
            ? 'Each file has the hash that the bundle lists. That shows no damage. It does not show who made the bundle.'
            : 'The bundle is not as its maker listed it. Ask for it again.',
        ]);
        return differences.length + log.damage.length > 0 ? otherwise : 0;
      });
    }
    if (out === undefined)
      throw usage(
        'Name the case and the bundle: idiograph bundle FOLDER --out F.zip. To check one: idiograph bundle F.zip --open.',
      );
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

const describeDifference = {
  changed: 'is another than the bundle lists',
  missing: 'is missing',
  unlisted: 'is not listed by the bundle',
} as const;
