import fs from 'node:fs';
import path from 'node:path';
import type { PinnedParts } from '../../core/casework/lock';
import { type UnreadFile, unreadFor } from '../../core/casework/unreadFiles';
import { unreadLine } from '../../presentation/words/caveats';
import { exitCode, IdiographError, usage } from '../../core/errors';
import { type CaseStep, runCase } from '../../node/casework/caseRun';
import { noteUnread } from '../../node/casework/unreadFiles';
import type { CaseFolder } from '../../node/casework/caseFolder';
import type { Reading } from '../../core/readableFormats';
import type { IndexReport } from '../../protocol/engine';
import { timeHere } from '../../node/casework/caseLog';
import { ResultFolder } from '../../node/casework/results';
import { logDamageWords, logLines, logVerdict, unloggedWords } from '../../presentation/report/reportFacts';
import { counted } from '../io';
import { type Command, commonOptions, flagOption } from '../options';
import { type ReviewedText, reviewOf } from '../questioned';
import { Session } from '../session';
import { reviewLines } from './questions';
import { repeatedLines } from './indexAdd';

const { index, models } = commonOptions;

/** Builds the index of a case folder and reviews each of its questioned documents. */
export const caseCommand: Command = {
  name: 'case',
  operands: 'FOLDER',
  summary: "builds a case's index and reviews its questioned documents",
  options: {
    pin: {
      kind: 'flag',
      help: 'writes into the case file which index and model files it is examined with, and reviews nothing',
    },
    blind: { kind: 'flag', help: 'hides its authors behind letters until they are unmasked, and reviews nothing' },
    unmask: { kind: 'flag', help: 'shows the names again, with when and the hash of what was found in the case file' },
    log: {
      kind: 'flag',
      help: 'prints what happened to the case, checks that nothing of it was changed, and reviews nothing',
    },
    index,
    models,
    json: { kind: 'flag', help: 'one line of JSON for the index and one for each text, as they come' },
  },
  run: (parsed, io) => Session.ofCase(parsed, io, workOnCase),
};

async function workOnCase(session: Session): Promise<number> {
  if (flagOption(session.parsed, 'log')) return showLog(session);
  if (flagOption(session.parsed, 'unmask')) return unmask(session);
  if (flagOption(session.parsed, 'blind')) return mask(session);
  return flagOption(session.parsed, 'pin') ? pinCase(session) : reviewCase(session);
}

async function reviewCase(session: Session): Promise<number> {
  const texts = session.requireCase().questioned.map(({ path }) => path);
  recording(session, (caseFolder) => {
    const recorded = caseFolder.recordIntake();
    if (recorded > 0)
      session.io.stderr(`The SHA-256 of ${counted(recorded, 'questioned file')} is recorded in ${caseFolder.file}.`);
  });
  const printer = new CasePrinter(session);
  const run = runCase({
    texts,
    index: () => buildIndex(session),
    review: (place: string) => reviewOf(session, place, session.quiet),
  });
  const readings = new Map<string, Reading>();
  for await (const step of run) {
    const reading = step.kind === 'reviewed' ? step.review.questioned.reading : undefined;
    if (step.kind === 'reviewed' && reading) readings.set(step.text, reading);
    const unread = step.kind === 'indexed' ? await session.unread() : [];
    await printer.print(step, unread);
  }
  recording(session, (caseFolder) => caseFolder.recordReadings(readings));
  return printer.end();
}

/** Prints the log of the case, and what of it is not as it was written. */
async function showLog(session: Session): Promise<number> {
  const caseFolder = session.requireCase();
  const log = caseFolder.log(
    caseFolder.blinding?.masked && fs.existsSync(session.index) ? await session.naming() : undefined,
  );
  const checked = log.read();
  const { unlogged } = caseFolder;
  const damage = [...logDamageWords(checked), ...unloggedWords(unlogged)];
  await session.answer('idiograph.case-log/1', { file: log.file, ...checked, unlogged }, () => logLines(checked));
  session.io.stderr(...damage, ...logVerdict(checked));
  return damage.length > 0 ? logDamaged : 0;
}

/** The exit status of a log that is not as it was written: that of an unreadable document. */
const logDamaged = 3;

/** Writes down in the case file which index and which model files this case is examined with. */
async function pinCase(session: Session): Promise<number> {
  const report = await buildIndex(session);
  const { contentHash } = await session.engine.indexInfo(session.index);
  const pinned: PinnedParts = { index: contentHash, models: await session.engine.modelFiles() };
  const caseFolder = session.requireCase();
  caseFolder.pin(pinned);
  const parts = [['index', contentHash], ...Object.entries(pinned.models)];
  return session.answer('idiograph.case-pin/1', { index: report, pinned }, () => [
    ...indexLines(report, session.index),
    ...session.sharesLines(),
    `Pinned in ${caseFolder.file}. A review that uses anything else will say so.`,
    ...parts.map(([part, hash]) => `  ${part} ${hash}`),
  ]);
}

/** Hides who the known authors are. */
async function mask(session: Session): Promise<number> {
  await buildIndex(session);
  const caseFolder = session.requireCase();
  if (!caseFolder.blinding?.masked) caseFolder.mask(await session.engine.listDocuments(session.index));
  return session.answer('idiograph.case-blind/1', { masked: true }, () => [
    `Authors are called Writer A, Writer B, … from now on. Folders and files of the case still have their own names.`,
  ]);
}

/** Shows who the known authors are, and writes down what had been found until then. */
function unmask(session: Session): Promise<number> {
  const caseFolder = session.requireCase();
  const { masked, names = {} } = caseFolder.blinding ?? {};
  if (!masked) throw usage(`${caseFolder.folder} is not blind: there is nothing to unmask.`);
  const { digest } = new ResultFolder(session.index);
  const at = timeHere();
  caseFolder.unmask(at, digest);
  return session.answer('idiograph.case-blind/1', { masked: false, names, at, findings: digest }, () => [
    ...Object.entries(names).map(([author, name]) => `${name} is ${author}`),
    `Unmasked ${at}; hash of the findings at that moment: ${digest}`,
  ]);
}

/** What the questioned files were at first is kept in the case file, if there is one; that it cannot be does not stop a review. */
function recording(session: Session, record: (caseFolder: CaseFolder) => void): void {
  const caseFolder = session.requireCase();
  if (!caseFolder.hasFile) return;
  try {
    record(caseFolder);
  } catch (error) {
    if (!(error instanceof IdiographError)) throw error;
    session.warn(`What the questioned files are is not recorded: ${error.message}`);
  }
}

/** Adds what the index of the case lacks. Throws Usage where there is nothing to add. */
async function buildIndex(session: Session): Promise<IndexReport> {
  const { folder, filesToIndex: files } = session.requireCase();
  if (files.length > 0) return session.addToIndex(files);
  throw usage(`${folder} has no known texts: put them in known/<author>/… and the questioned ones in questioned/….`);
}

type Step = CaseStep<string, ReviewedText>;
type StepOf<Kind> = Extract<Step, { readonly kind: Kind }>;

/** Prints a run of a case as it goes: in lines for people, or as one line of JSON for the index and one for each text. */
class CasePrinter {
  private readonly said = new Set<string>();
  private readonly failed: { readonly file: string; readonly problem: IdiographError }[] = [];
  private isWithheld = false;

  constructor(private readonly session: Session) {}

  /** @param unread  the files that an indexing left out */
  async print(step: Step, unread: readonly UnreadFile[]): Promise<void> {
    if (step.kind === 'indexed') this.indexed(step, unread);
    else if (step.kind === 'reviewing') this.reviewing(step);
    else if (step.kind === 'reviewed') await this.reviewed(step);
    else if (step.kind === 'failed') this.notReviewed(step);
  }

  /** Says what was not reviewed, and what is left to do. Returns the exit status: that of the first problem. */
  end(): number {
    const { io } = this.session;
    const { folder } = this.session.requireCase();
    const [first] = this.failed;
    if (this.isWithheld) io.stderr(`For likelihood ratios: idiograph validate --case ${folder} --lock`);
    if (first) io.stderr(`Not reviewed: ${this.failed.map(({ file }) => file).join(', ')}.`);
    return first ? exitCode(first.problem) : 0;
  }

  private indexed({ report, total }: StepOf<'indexed'>, unread: readonly UnreadFile[]): void {
    const { io, json, index } = this.session;
    if (json) this.session.printJson('idiograph.case-review/1', { index: report, texts: total, unread });
    else io.stdout(...indexLines(report, index), ...notReadLines(unread), ...this.session.sharesLines());
    const { folder } = this.session.requireCase();
    if (total === 0 && !json) io.stdout(`There is nothing in ${path.join(folder, 'questioned')} to review.`);
  }

  private reviewing({ place, total, text }: StepOf<'reviewing'>): void {
    this.session.io.progress(`reviewing ${place} of ${total}: ${path.basename(text)}`, place === total);
  }

  private async reviewed({ text, review: { questioned, evidence } }: StepOf<'reviewed'>): Promise<void> {
    const { caveats } = evidence;
    this.isWithheld ||= caveats.includes('notValidated') || caveats.includes('lockBroken');
    if (this.session.json) this.printText({ file: path.basename(text), evidence });
    else this.printBelow(...(await reviewLines(this.session, questioned, evidence, this.said)));
  }

  private notReviewed({ text, problem }: StepOf<'failed'>): void {
    const file = path.basename(text);
    this.failed.push({ file, problem });
    const caseFolder = this.session.requireCase();
    const unread = unreadFor(problem, { file: caseFolder.nameOf(text), role: 'questioned' });
    this.session.tried('The log is not kept', () => noteUnread(caseFolder, [unread]));
    const { code, message } = problem;
    if (this.session.json) this.printText({ file, code, message });
    else this.printBelow(`${file}: ${message}`);
  }

  private printText(of: object): void {
    this.session.io.stdout(
      JSON.stringify({ format: 'idiograph.case-text/1', shares: this.session.takeShares(), ...of }),
    );
  }

  private printBelow(...lines: readonly string[]): void {
    this.session.io.stdout('', '─'.repeat(72), ...lines);
  }
}

/** What came of bringing an index up to date. */
function indexLines(report: IndexReport, index: string): readonly string[] {
  const { added, documents, problems } = report;
  return [
    `Reference index: ${counted(documents, 'document')} (${added} new) in ${index}`,
    ...repeatedLines(report),
    ...problems.map(({ file, message }) => `  passed over ${path.basename(file)}: ${message}`),
  ];
}

/** The files that take no part, but those that were said with the indexing or as a warning. */
function notReadLines(unread: readonly UnreadFile[]): readonly string[] {
  const others = unread.filter(({ code }) => code === 'copy' || code === 'notIndexed');
  return others.map((each) => `  not compared: ${unreadLine(each)}`);
}
