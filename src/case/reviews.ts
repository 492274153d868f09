import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ReadCandidate } from '../core/candidates';
import type { Asked } from '../core/casework/caseLog';
import { toRecord, readKeptResult } from '../core/casework/keptRecords';
import { describeRatioChoices } from '../core/casework/lock';
import { type UnreadFile, toUnreadFile } from '../core/casework/unreadFiles';
import type { Evidence, KnownDocument, NamedVerification, QuestionedDocument } from '../core/domain';
import { IdiographError, unexpected, usage } from '../core/errors';
import type { Reading } from '../core/readableFormats';
import { countWords } from '../core/text/countWords';
import type { CaseFolder } from '../node/casework/caseFolder';
import { noteUnread } from '../node/casework/unreadFiles';
import { computeSha256 } from '../node/sha256';
import { countAnalysedWords, createResultKey } from '../presentation/findings';
import { countAuthorsSearched, formatLoggedOutcome, searchOutcome } from '../presentation/report/reportFacts';
import { describeRefusedResult } from '../presentation/words/caveats';
import { formatFinding } from '../presentation/words/strength';
import type { IndexReport } from '../protocol/engine';
import type { Answering, CaseAt, CaseNews, Choices } from './caseAt';
import { createSettingsKey, formatSettings } from '../core/casework/staleness';
import { type Labels, type QuestionedFiles, readKnown, readQuestioned, readTogether } from './texts';

/** A review with its text. */
export interface Reviewed {
  readonly questioned: QuestionedDocument;
  readonly evidence: Evidence;
}

/** A question about files, and how it is answered. */
export interface FilesAsked extends QuestionedFiles {
  readonly choices: Choices;
}

/** Searches the index for the author of a text. The log has what was asked, and what came of it. */
export async function* review(at: CaseAt, { choices, ...files }: FilesAsked): Answering<Reviewed> {
  const options = at.createOptions(choices);
  const questioned = yield* readTogether(at, files);
  yield* at.fillIndex();
  const evidence = yield* at.ask('review', at.index, questioned, options);
  yield* noteSearch(at, files.files, questioned, evidence);
  return { questioned, evidence };
}

/** Writes into the log what was asked of files, and what came of it. */
export async function* noteAsked(
  at: CaseAt,
  files: readonly string[],
  questioned: QuestionedDocument,
  { asked, found }: { readonly asked: Asked; readonly found: string },
): Answering<void> {
  const { id: title, sha256 } = questioned;
  const outcome = formatLoggedOutcome(questioned, found);
  for (const file of files) {
    const log = await at.logOf(file);
    const document = path.isAbsolute(file) ? log?.toName(file) : file;
    if (document !== undefined) yield* at.noteEvents(log, { kind: 'asked', document, title, sha256, asked, outcome });
  }
}

/** Writes into the log that the index was searched. */
export async function* noteSearch(
  at: CaseAt,
  files: readonly string[],
  questioned: QuestionedDocument,
  evidence: Evidence,
): Answering<void> {
  const authors = countAuthorsSearched(evidence, yield* at.ask('listDocuments', at.index));
  const found = searchOutcome(evidence);
  yield* noteAsked(at, files, questioned, { asked: { kind: 'search', authors }, found });
}

/** The kept review of a questioned file that rests on the same text, index and settings; else a new one, which is kept. */
export async function* findCurrentReview(
  at: CaseAt,
  file: string,
  choices: Choices,
  labels: Labels,
): Answering<Reviewed> {
  const questioned = yield* readQuestioned(at, file, labels);
  const options = at.createOptions(choices);
  const { index } = at;
  if (!at.isOfCase(file)) return { questioned, evidence: yield* at.ask('review', index, questioned, options) };
  const folder = await at.openResults();
  const document = folder.toName(file);
  const settings = formatSettings(createSettingsKey(questioned, options, yield* at.ask('modelFiles'), computeSha256));
  const changedFile = at.folder?.findChangeSinceIntake(file);
  const words = countWords(questioned.text);
  const about = { target: { ...questioned, uri: '', offset: 0, words, changedFile }, settings };
  const { contentHash } = yield* at.ask('indexInfo', index);
  const kept = readKeptResult(folder.find(createResultKey(document, about, contentHash)));
  for (const refused of folder.refused) yield { notice: describeRefusedResult(refused) };
  const read = kept?.evidence.candidates.slice(0, options.candidates); // others have no passages
  if (kept && read?.every(({ passages }) => passages)) return { questioned, evidence: kept.evidence };
  const evidence = yield* at.ask('review', index, questioned, options);
  const analysed = countAnalysedWords(questioned.text, evidence.spans);
  const result = { ...about, document, evidence, analysed, reviewedAt: Date.now() };
  yield* at.tryWrite(l10n.t('The result is not kept'), () =>
    folder.keep(createResultKey(document, about, evidence.index), toRecord(result)),
  );
  yield* noteSearch(at, [file], questioned, evidence);
  return { questioned, evidence };
}

/** The review of a text, or why there is none. A stop ends the run. */
export async function* attemptReview<News, Answer>(
  work: Answering<Answer, News>,
): Answering<{ readonly review: Answer } | { readonly problem: IdiographError }, News> {
  try {
    return { review: yield* work };
  } catch (problem) {
    if (!(problem instanceof IdiographError)) return { problem: unexpected('It', String(problem)) };
    if (problem.code === 'Cancelled') throw problem;
    return { problem };
  }
}

/** What the run of a case has come to. Places count from 1. */
export type CaseStep =
  | {
      readonly kind: 'indexed';
      readonly index: string;
      readonly report: IndexReport;
      readonly total: number;
      readonly unread: readonly UnreadFile[];
    }
  | { readonly kind: 'reviewing'; readonly file: string; readonly place: number; readonly total: number }
  | ({ readonly kind: 'reviewed'; readonly file: string } & Reviewed)
  | {
      readonly kind: 'failed';
      readonly file: string;
      readonly problem: Pick<IdiographError, 'code' | 'sentence' | 'details'>;
    };

/**
 * Brings the index of a case up to date and reviews its questioned texts one by one; a text that was reviewed before as it is now is
 * passed over. A text that cannot be reviewed is named.
 */
export async function* reviewAll(
  at: CaseAt,
  { choices, labels }: Omit<FilesAsked, 'files'>,
): Answering<void, CaseNews | { readonly step: CaseStep }> {
  const folder = at.requireCase();
  const files = folder.questioned.map((each) => each.path);
  const total = files.length;
  const report = yield* buildIndex(at);
  yield { step: { kind: 'indexed', index: at.index, report, total, unread: yield* at.listUnread() } };
  const readings = new Map<string, Reading>();
  for (const [i, file] of files.entries()) {
    yield { step: { kind: 'reviewing', file, place: i + 1, total } };
    const outcome = yield* runQuietly(attemptReview(findCurrentReview(at, file, choices, labels)));
    if ('review' in outcome) {
      const { reading } = outcome.review.questioned;
      if (reading) readings.set(file, reading);
      yield { step: { kind: 'reviewed', file, ...outcome.review } };
    } else {
      const unread = toUnreadFile(outcome.problem, { file: folder.toName(file), role: 'questioned' });
      yield* at.tryWrite(l10n.t('The log is not kept'), () => noteUnread(folder, [unread]));
      const { code, sentence, details } = outcome.problem; // an error would lose its code on its way
      yield { step: { kind: 'failed', file, problem: { code, sentence, details } } };
    }
  }
  yield* tryRecording(at, () => folder.recordReadings(readings));
}

/** The same work, which says nothing of how far it is. */
async function* runQuietly<Answer>(work: Answering<Answer>): Answering<Answer> {
  for (;;) {
    const step = await work.next();
    if (step.done) return step.value;
    if ('notice' in step.value || 'shares' in step.value) yield step.value;
  }
}

/** Adds what the index of the case lacks. Throws Usage where the case has no known text. */
export function buildIndex(at: CaseAt): Answering<IndexReport> {
  const { folder, filesToIndex: files } = at.requireCase();
  if (files.length > 0) return at.addToIndex(files);
  throw usage(
    `${folder} has no known texts. Put them into known/<author>/… and the questioned texts into questioned/….`,
  );
}

/** Records the SHA-256 of questioned files in the case file, if there is one. Returns of how many. @param isMade  a case file is made */
export async function* intake(at: CaseAt, isMade = false): Answering<number> {
  let recorded = 0;
  yield* tryRecording(at, (folder) => (recorded = folder.recordIntake()), isMade);
  return recorded;
}

/** What the questioned files are is kept in the case file, if there is one; that it cannot be written stops no review. */
async function* tryRecording(at: CaseAt, record: (folder: CaseFolder) => void, isMade = false): Answering<void> {
  const folder = at.requireCase();
  if (!folder.hasFile && !isMade) return;
  yield* at.tryWrite(l10n.t('What the questioned files are is not recorded'), () => record(folder));
}

/** The strength of evidence for a named author, and markers and passages as a candidate of a search has them. */
export type AuthorAnswer = ReadCandidate & Pick<Evidence, 'settings'> & { readonly verification: NamedVerification };

/** Candidates of a search whose texts a named author's passages are held against. */
const passageCandidates = 10;

/** Asks about one author of the index. */
export async function* askAboutAuthor(
  at: CaseAt,
  questioned: QuestionedDocument,
  author: string,
  options: ReturnType<CaseAt['createOptions']>,
): Answering<AuthorAnswer> {
  const { index } = at;
  const verification = yield* at.ask('verifyAuthor', index, questioned, { ...options, author });
  const read = yield* at.ask('passages', index, questioned, { ...options, candidates: passageCandidates, author });
  return { ...read, verification, settings: describeRatioChoices(options) };
}

/** One author of the index, or texts by one author. */
export type AskedSide =
  { readonly author: string } | { readonly known: readonly string[]; readonly knownLabels: Labels };

/** The strength of evidence for one named author, or for the author of some texts. */
export async function* verify(
  at: CaseAt,
  { choices, side, ...files }: FilesAsked & { readonly side: AskedSide },
): Answering<{
  readonly questioned: QuestionedDocument;
  readonly verification: NamedVerification;
  /** What was found about a named author. */
  readonly about?: Omit<AuthorAnswer, 'verification'>;
}> {
  const questioned = yield* readTogether(at, files);
  const options = at.createOptions(choices);
  if ('author' in side) {
    yield* at.fillIndex();
    const { verification, ...about } = yield* askAboutAuthor(at, questioned, side.author, options);
    const found = formatFinding(verification);
    yield* noteAsked(at, files.files, questioned, { asked: { kind: 'author', ...side }, found });
    return { questioned, verification, about };
  }
  const known: KnownDocument[] = [];
  for (const file of side.known) known.push(yield* readKnown(at, file, side.knownLabels));
  const verification = yield* at.ask('verifyTexts', questioned, known, options);
  const title = side.known.map((file) => path.basename(file)).join(', ');
  const asked = { asked: { kind: 'text', title } as const, found: formatFinding(verification) };
  if (at.indexIfAny !== undefined) yield* noteAsked(at, files.files, questioned, asked);
  return { questioned, verification };
}
