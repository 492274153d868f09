import path from 'node:path';
import { namesFor } from '../../core/casework/blind';
import type { PinnedParts } from '../../core/casework/caseFile';
import type { Evidence, QuestionedDocument } from '../../core/domain';
import { exitCode, IdiographError, usage } from '../../core/errors';
import type { CaseFolder } from '../../node/casework/caseFolder';
import type { Reading } from '../../core/reading';
import type { IndexReport } from '../../protocol/engine';
import { timeHere } from '../../node/casework/caseLog';
import { ResultFolder } from '../../node/casework/results';
import { logDamageWords, logLines, logVerdict } from '../../presentation/words/logWords';
import type { Command } from '../command';
import { counted, type CommandIo } from '../terminal/io';
import { commonOptions, flagOption } from '../options';
import { FileResults } from '../caseResults';
import { readQuestioned } from '../questioned';
import { Session } from '../session';
import { reviewLines } from './attribute';
import { repeatedLines } from './indexAdd';

const { index, models, json } = commonOptions;

/** Builds the index of a case folder and reviews each of its questioned documents. */
export const caseCommand: Command<CommandIo> = {
  name: 'case',
  operands: 'FOLDER',
  least: 1,
  most: 1,
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
    json,
  },
  run: (parsed, io) => {
    const values = { ...parsed.values, case: parsed.positionals[0]! };
    return Session.during({ ...parsed, values }, io, workOnCase);
  },
};

async function workOnCase(session: Session): Promise<number> {
  if (flagOption(session.parsed, 'log')) return showLog(session);
  if (flagOption(session.parsed, 'unmask')) return unmask(session);
  const report = await buildIndex(session);
  return flagOption(session.parsed, 'blind') ? mask(session) : reviewCase(session, report);
}

async function reviewCase(session: Session, report: IndexReport): Promise<number> {
  if (flagOption(session.parsed, 'pin')) {
    const pinned = await pinCase(session);
    if (session.json) session.printJson('idiograph.case-review/1', { index: report, pinned, reviews: [] });
    return 0;
  }
  recording(session, (caseFolder) => {
    const recorded = caseFolder.recordIntake();
    if (recorded > 0)
      session.io.stderr(`The SHA-256 of ${counted(recorded, 'questioned file')} is recorded in ${caseFolder.file}.`);
  });
  const documents = session.requireCase().documents;
  const questioned = documents.filter(({ facts }) => facts.role === 'questioned');
  if (questioned.length === 0 && !session.json)
    session.io.stdout(`There is nothing in ${path.join(session.requireCase().folder, 'questioned')} to review.`);
  const reviews: Reviewed[] = [];
  const said = new Set<string>();
  for (const document of questioned) {
    const review = await reviewOne(session, document.path);
    reviews.push(review);
    if (!session.json) await print(session, review, said);
  }
  recording(session, (caseFolder) => caseFolder.recordReadings(readingsOf(questioned, reviews)));
  if (session.json) session.printJson('idiograph.case-review/1', { index: report, reviews: reviews.map(withoutText) });
  if (reviews.some(isWithheld))
    session.io.stderr(`For likelihood ratios: idiograph validate --case ${session.requireCase().folder} --lock`);
  return statusOf(session, reviews);
}

/** Prints the log of the case, and what of it is not as it was written. */
async function showLog(session: Session): Promise<number> {
  const log = session.requireCase().log();
  const checked = log.read();
  const damage = logDamageWords(checked);
  await session.answer('idiograph.case-log/1', { file: log.file, ...checked }, () => logLines(checked));
  session.io.stderr(...damage, ...logVerdict(checked));
  return damage.length > 0 ? logDamaged : 0;
}

/** The exit status of a log that is not as it was written: that of an unreadable document. */
const logDamaged = 3;

/** Writes down in the case file which index and which model files this case is examined with. */
async function pinCase(session: Session): Promise<PinnedParts> {
  const { contentHash } = await session.engine.indexInfo(session.index);
  const pinned: PinnedParts = { index: contentHash, models: await session.engine.modelFiles() };
  const caseFolder = session.requireCase();
  caseFolder.pin(pinned);
  if (session.json) return pinned;
  const parts = [['index', contentHash], ...Object.entries(pinned.models)];
  session.io.stdout(`Pinned in ${caseFolder.file}. A review that uses anything else will say so.`);
  session.io.stdout(...parts.map(([part, hash]) => `  ${part} ${hash}`));
  return pinned;
}

/** Hides who the known authors are. */
async function mask(session: Session): Promise<number> {
  const caseFolder = session.requireCase();
  if (!caseFolder.blinding?.masked)
    caseFolder.mask(namesFor(await session.engine.listDocuments(session.index), caseFolder.blinding?.names));
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

async function print(session: Session, review: Reviewed, said: Set<string>): Promise<void> {
  session.io.stdout('', '─'.repeat(72));
  if ('problem' in review) session.io.stdout(`${review.file}: ${review.problem.message}`);
  else session.io.stdout(...(await reviewLines(session, review.questioned, review.evidence, said)));
}

/** That of the first problem; the documents that were not reviewed are named once more, below what was. */
function statusOf({ io }: Session, reviews: readonly Reviewed[]): number {
  const failed = reviews.filter((review) => 'problem' in review);
  if (failed.length === 0) return 0;
  io.stderr(`Not reviewed: ${failed.map(({ file }) => file).join(', ')}.`);
  return exitCode(failed[0]!.problem);
}

async function buildIndex(session: Session): Promise<IndexReport> {
  const { io } = session;
  const caseFolder = session.requireCase();
  const files = caseFolder.filesToIndex;
  if (files.length === 0)
    throw usage(
      `${caseFolder.folder} has no known texts: put them in known/<author>/… and the questioned ones in questioned/….`,
    );
  const report = await session.engine.addDocuments(session.index, files);
  const { added, documents, problems } = report;
  if (session.json) return report;
  io.stdout(
    `Reference index: ${counted(documents, 'document')} (${added} new) in ${session.index}`,
    ...repeatedLines(report),
  );
  for (const { file, message } of problems) io.stdout(`  passed over ${path.basename(file)}: ${message}`);
  return report;
}

/** One review, or the problem that stood in its way. */
type Reviewed =
  | { readonly file: string; readonly questioned: QuestionedDocument; readonly evidence: Evidence }
  | { readonly file: string; readonly problem: IdiographError };

async function reviewOne(session: Session, place: string): Promise<Reviewed> {
  const file = path.basename(place);
  try {
    const questioned = await readQuestioned(session, place);
    const results = await FileResults.of(session, place);
    const options = session.options(10);
    const evidence = await (results?.review(questioned, options) ??
      session.engine.review(session.index, questioned, options));
    return { file, questioned, evidence };
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code === 'Cancelled') throw error;
    return { file, problem: error };
  }
}

/** How the texts of the documents that were reviewed were made, by their paths. */
function readingsOf(documents: CaseFolder['documents'], reviews: readonly Reviewed[]): ReadonlyMap<string, Reading> {
  return new Map(
    reviews.flatMap((review, i) => {
      const reading = 'questioned' in review ? review.questioned.reading : undefined;
      return reading ? [[documents[i]!.path, reading] as const] : [];
    }),
  );
}

/** Whether its ratios wait for a lock of the case's settings. */
function isWithheld(review: Reviewed): boolean {
  if ('problem' in review) return false;
  const { caveats } = review.evidence;
  return caveats.includes('notValidated') || caveats.includes('lockBroken');
}

/** As it stands in JSON: without the document's own text. */
function withoutText(review: Reviewed): object {
  if (!('problem' in review)) return { file: review.file, evidence: review.evidence };
  const { code, message } = review.problem;
  return { file: review.file, code, message };
}
