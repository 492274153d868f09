import path from 'node:path';
import type { CaseNews } from '../../case/caseAt';
import type { CaseStep } from '../../case/reviews';
import { findExitCode, IdiographError, usage } from '../../core/errors';
import { reportSteps } from '../../core/basics/work';
import { logDamageWords, logLines, logVerdict, describeUnlogged } from '../../presentation/report/reportFacts';
import { describeWithholding } from '../../presentation/notices';
import { formatUnread } from '../../presentation/words/notices';
import type { Provenance } from '../../core/domain/evidence';
import { readSource } from '../../core/text/readText';
import { describeFirst } from '../../presentation/words/strength';
import { nameFrom } from '../../node/places';
import type { IndexReport } from '../../protocol/engine';
import { formatCount } from '../io';
import { amongOption, type Command, commonOptions, documentOptions, readFlagOption, readTextOption } from '../options';
import { Session } from '../session';
import { formatRepeated } from './index';
import { reviewLines } from './questions';

const { index, models } = commonOptions;
const { mode, genre } = documentOptions;

export const caseCommand: Command = {
  name: 'case',
  operands: 'FOLDER',
  summary: "builds a case's index and reviews its questioned documents",
  options: {
    pin: {
      kind: 'flag',
      help: 'records the index and the model files of the case in the case file, and reviews nothing',
    },
    blind: {
      kind: 'flag',
      help: 'replaces the names of authors by letters until they are unmasked, and reviews nothing',
    },
    unmask: {
      kind: 'flag',
      help: 'shows the names again, and records the time and a hash of the findings in the case file',
    },
    senders: {
      kind: 'text',
      value: 'FILE=SENDER,…',
      help: 'records in the case file which senders of a mailbox or chat are the author that its folder names, and reviews nothing',
    },
    log: {
      kind: 'flag',
      help: 'prints the log of the case, checks that nothing in it was changed, and reviews nothing',
    },
    ...amongOption,
    mode: { ...mode, help: 'records this mode in the case file for the texts that have none' },
    genre: { ...genre, help: 'records this genre in the case file for the texts that have none' },
    brief: { kind: 'flag', help: 'prints three lines for each text' },
    index,
    models,
    json: { kind: 'flag', help: 'prints one line of JSON for the index and one for each text' },
  },
  run: (parsed, io) =>
    Session.runOnCase(parsed, io, async (session) => {
      const calls = session.createCalls();
      if (readFlagOption(parsed, 'log')) {
        const checked = await calls.log();
        const damage = [...logDamageWords(checked), ...describeUnlogged(checked.unlogged)];
        await session.answer('idiograph.case-log/1', checked, () => logLines(checked));
        io.stderr(...damage, ...logVerdict(checked));
        return damage.length > 0 ? logDamaged : 0;
      }
      const given = readTextOption(parsed, 'senders');
      if (given !== undefined) {
        const [, file, listed = ''] = /^(.+?)=(.+)$/.exec(given) ?? [];
        const mailboxes = (await calls.view())?.mailboxes ?? [];
        const mailbox = mailboxes.find((each) => each.file === file);
        if (!mailbox)
          throw usage(
            `--senders takes a mailbox or chat in the folder of an author, and its senders, such as "known/Ann/inbox.mbox=ann@example.org". This case has ${mailboxes.map((each) => each.file).join(', ') || 'none'}.`,
          );
        const known = [...mailbox.taken, ...mailbox.left].map(({ author }) => author);
        const senders = listed.split(',').map((sender) => sender.trim());
        const unknown = senders.find((sender) => !known.includes(sender));
        if (unknown !== undefined)
          throw usage(`${mailbox.file} has no texts by ${unknown}. Choose from its senders: ${known.join(', ')}.`);
        await calls.setSenders({ file: mailbox.file, senders });
        return session.answer('idiograph.case-senders/1', { file: mailbox.file, senders }, () => [
          `${mailbox.file}: the case file now says that the author is ${senders.join(', ')}. The texts of other senders are left out.`,
        ]);
      }
      if (readFlagOption(parsed, 'unmask')) {
        // this also records what had been found until then
        const unmasked = await calls.unmask();
        const { names, at, findings } = unmasked;
        return session.answer('idiograph.case-blind/1', { masked: false, ...unmasked }, () => [
          ...Object.entries(names).map(([author, name]) => `${name} is ${author}`),
          `Unmasked ${at}; hash of the findings at that moment: ${findings}`,
        ]);
      }
      if (readFlagOption(parsed, 'blind')) {
        await calls.mask();
        return session.answer('idiograph.case-blind/1', { masked: true }, () => [
          `Authors are called Writer A, Writer B, … from now on. Folders and files of the case still have their own names.`,
        ]);
      }
      if (!readFlagOption(parsed, 'pin')) return reviewCase(session);
      const { report, pinned, file, index: used } = await calls.pin();
      const parts = [['index', pinned.index ?? ''], ...Object.entries(pinned.models)];
      return session.answer('idiograph.case-pin/1', { index: report, pinned }, () => [
        ...formatIndexing(report, used),
        ...session.takeSharesLines(),
        `Pinned in ${file}. A review that uses anything else will say so.`,
        ...parts.map(([part, hash]) => `  ${part} ${hash}`),
      ]);
    }),
};

/** Reviews the case. Prints lines for people, or one line of JSON for the index and one for each text. */
async function reviewCase(session: Session): Promise<number> {
  const { io, json, parsed } = session;
  const recorded = await session.createCalls().intake();
  const { file: caseFile, folder } = session.case;
  if (recorded > 0) io.stderr(`The SHA-256 of ${formatCount(recorded, 'questioned file')} is recorded in ${caseFile}.`);
  const question = session.readQuestion();
  if (question !== undefined) await session.createCalls().setQuestion({ question });
  await stateFacts(session);
  const isBrief = readFlagOption(parsed, 'brief');
  const said = new Set<string>();
  const failed: { readonly file: string; readonly problem: IdiographError }[] = [];
  let withheld = '';
  const printText = (of: object): void =>
    io.stdout(JSON.stringify({ format: 'idiograph.case-text/3', shares: session.takeShares(), ...of }));
  const printBelow = (...lines: readonly string[]): void => io.stdout('', '─'.repeat(72), ...lines);
  const print = async (step: CaseStep): Promise<void> => {
    if (step.kind === 'indexed') {
      const { report, total, unread, index } = step;
      // without the files that were already reported with the indexing or as a warning
      const others = unread.filter(({ code }) => code === 'copy' || code === 'notIndexed');
      const lines = others.map((each) => `  not compared: ${formatUnread(each)}`);
      if (json) session.printJson('idiograph.case-review/1', { index: report, texts: total, unread });
      else io.stdout(...formatIndexing(report, index), ...lines, ...session.takeSharesLines());
      if (total === 0 && !json) io.stdout(`There is nothing in ${path.join(folder, 'questioned')} to review.`);
      return;
    }
    const name = nameFrom(path.join(folder, 'questioned'), step.file); // with the file and the sender of a message
    if (step.kind === 'reviewing')
      io.progress(`reviewing ${step.place} of ${step.total}: ${name}`, step.place === step.total);
    else if (step.kind === 'reviewed') {
      const { file, evidence } = step;
      const questioned = { ...step.questioned, id: name };
      const ofText = describeWithholding(evidence, undefined);
      withheld ||= ofText;
      if (json) printText({ file: name, evidence });
      else if (isBrief) {
        // a text, what was found of its first candidate, and where the rest is; the end says what is withheld of all texts
        const [first] = evidence.candidates;
        session.takeSharesLines();
        io.stdout(
          '',
          `${questioned.id} · ${formatCount(readSource(questioned).words, 'word')}`,
          `  ${describeFirst(first && { ...first, question: ofText === '' ? evidence.question : undefined })}`,
          `  all of it: idiograph attribute ${file}`,
        );
      } else printBelow(...(await reviewLines(session, questioned, evidence, said)));
    } else {
      const { code, sentence, details } = step.problem;
      const problem = new IdiographError(code, sentence, details);
      failed.push({ file: name, problem });
      if (json) printText({ file: name, code, message: problem.message });
      else printBelow(`${name}: ${problem.message}`);
    }
  };
  const { choices: asked } = session.readAsked();
  const choices = { ...asked, passages: json ? 0 : 1 }; // others are read when somebody opens them
  const steps = reportSteps((tell: (news: CaseNews | { readonly step: CaseStep }) => void) =>
    session.createCalls(tell).reviewAll({ choices, labels: {} }),
  );
  for await (const news of steps)
    if ('step' in news) await print(news.step);
    else if (!('stage' in news)) session.hear(news);
  if (withheld !== '')
    io.stderr(`${isBrief ? `${withheld} ` : ''}For likelihood ratios: idiograph validate --case ${folder} --lock`);
  const [first] = failed;
  if (first) io.stderr(`Not reviewed: ${failed.map(({ file }) => file).join(', ')}.`);
  return first ? findExitCode(first.problem) : 0; // the status of the first problem
}

/** Records the mode and genre that were given for the documents of the case that have none. */
async function stateFacts(session: Session): Promise<void> {
  const given = session.readLabels();
  if (given.mode === undefined && given.genre === undefined) return;
  const calls = session.createCalls();
  const produced = new Map<string, Provenance>();
  for (const { path: file, facts } of (await calls.view())?.documents ?? []) {
    const mode = facts.mode === 'unknown' ? (given.mode ?? 'unknown') : facts.mode;
    const genre = facts.genre === 'unknown' ? (given.genre ?? 'unknown') : facts.genre;
    if (mode !== facts.mode || genre !== facts.genre) produced.set(file, { mode, genre, language: facts.language });
  }
  if (produced.size > 0) await calls.state(produced);
}

/** The exit status for a damaged log, which is that of an unreadable document. */
const logDamaged = 3;

function formatIndexing(report: IndexReport, index: string): readonly string[] {
  const { added, removed, documents, problems } = report;
  const gone = removed > 0 ? `, ${removed} removed, because their files are gone` : '';
  return [
    `Reference index: ${formatCount(documents, 'document')} (${added} new${gone}) in ${index}`,
    ...formatRepeated(report),
    ...problems.map(({ file, message }) => `  passed over ${path.basename(file)}: ${message}`),
  ];
}
