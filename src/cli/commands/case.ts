import path from 'node:path';
import type { CaseNews } from '../../case/caseAt';
import type { CaseStep } from '../../case/reviews';
import type { UnreadFile } from '../../core/casework/unreadFiles';
import { exitCode, IdiographError } from '../../core/errors';
import { reported } from '../../core/work';
import { logDamageWords, logLines, logVerdict, unloggedWords } from '../../presentation/report/reportFacts';
import { unreadLine } from '../../presentation/words/caveats';
import type { IndexReport } from '../../protocol/engine';
import { counted } from '../io';
import { type Command, commonOptions, flagOption } from '../options';
import { Session } from '../session';
import { repeatedLines } from './index';
import { reviewLines } from './questions';

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
  const recorded = await session.calls().intake();
  if (recorded > 0)
    session.io.stderr(`The SHA-256 of ${counted(recorded, 'questioned file')} is recorded in ${session.case.file}.`);
  const printer = new CasePrinter(session);
  const { choices, labels } = session.asked();
  const steps = reported((tell: (news: CaseNews | { readonly step: CaseStep }) => void) =>
    session.calls(tell).reviewAll({ choices, labels }),
  );
  for await (const news of steps)
    if ('step' in news) await printer.print(news.step);
    else session.hear(news);
  return printer.end();
}

/** Prints the log of the case, and what of it is not as it was written. */
async function showLog(session: Session): Promise<number> {
  const checked = await session.calls().log();
  const damage = [...logDamageWords(checked), ...unloggedWords(checked.unlogged)];
  await session.answer('idiograph.case-log/1', checked, () => logLines(checked));
  session.io.stderr(...damage, ...logVerdict(checked));
  return damage.length > 0 ? logDamaged : 0;
}

/** The exit status of a log that is not as it was written: that of an unreadable document. */
const logDamaged = 3;

/** Writes down in the case file which index and which model files this case is examined with. */
async function pinCase(session: Session): Promise<number> {
  const { report, pinned, file, index } = await session.calls().pin();
  const parts = [['index', pinned.index ?? ''], ...Object.entries(pinned.models)];
  return session.answer('idiograph.case-pin/1', { index: report, pinned }, () => [
    ...indexLines(report, index),
    ...session.sharesLines(),
    `Pinned in ${file}. A review that uses anything else will say so.`,
    ...parts.map(([part, hash]) => `  ${part} ${hash}`),
  ]);
}

/** Hides who the known authors are. */
async function mask(session: Session): Promise<number> {
  await session.calls().mask();
  return session.answer('idiograph.case-blind/1', { masked: true }, () => [
    `Authors are called Writer A, Writer B, … from now on. Folders and files of the case still have their own names.`,
  ]);
}

/** Shows who the known authors are, and writes down what had been found until then. */
async function unmask(session: Session): Promise<number> {
  const unmasked = await session.calls().unmask();
  const { names, at, findings } = unmasked;
  return session.answer('idiograph.case-blind/1', { masked: false, ...unmasked }, () => [
    ...Object.entries(names).map(([author, name]) => `${name} is ${author}`),
    `Unmasked ${at}; hash of the findings at that moment: ${findings}`,
  ]);
}

type StepOf<Kind> = Extract<CaseStep, { readonly kind: Kind }>;

/** Prints a run of a case as it goes: in lines for people, or as one line of JSON for the index and one for each text. */
class CasePrinter {
  private readonly said = new Set<string>();
  private readonly failed: { readonly file: string; readonly problem: IdiographError }[] = [];
  private isWithheld = false;

  constructor(private readonly session: Session) {}

  async print(step: CaseStep): Promise<void> {
    if (step.kind === 'indexed') this.indexed(step);
    else if (step.kind === 'reviewing') this.reviewing(step);
    else if (step.kind === 'reviewed') await this.reviewed(step);
    else this.notReviewed(step);
  }

  /** Says what was not reviewed, and what is left to do. Returns the exit status: that of the first problem. */
  end(): number {
    const { io } = this.session;
    const { folder } = this.session.case;
    const [first] = this.failed;
    if (this.isWithheld) io.stderr(`For likelihood ratios: idiograph validate --case ${folder} --lock`);
    if (first) io.stderr(`Not reviewed: ${this.failed.map(({ file }) => file).join(', ')}.`);
    return first ? exitCode(first.problem) : 0;
  }

  private indexed({ report, total, unread, index }: StepOf<'indexed'>): void {
    const { io, json } = this.session;
    if (json) this.session.printJson('idiograph.case-review/1', { index: report, texts: total, unread });
    else io.stdout(...indexLines(report, index), ...notReadLines(unread), ...this.session.sharesLines());
    const { folder } = this.session.case;
    if (total === 0 && !json) io.stdout(`There is nothing in ${path.join(folder, 'questioned')} to review.`);
  }

  private reviewing({ place, total, file }: StepOf<'reviewing'>): void {
    this.session.io.progress(`reviewing ${place} of ${total}: ${path.basename(file)}`, place === total);
  }

  private async reviewed({ file, questioned, evidence }: StepOf<'reviewed'>): Promise<void> {
    const { caveats } = evidence;
    this.isWithheld ||= caveats.includes('notValidated') || caveats.includes('lockBroken');
    if (this.session.json) this.printText({ file: path.basename(file), evidence });
    else this.printBelow(...(await reviewLines(this.session, questioned, evidence, this.said)));
  }

  private notReviewed({ file: place, problem: { code, sentence, details } }: StepOf<'failed'>): void {
    const file = path.basename(place);
    const problem = new IdiographError(code, sentence, details);
    const { message } = problem;
    this.failed.push({ file, problem });
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
