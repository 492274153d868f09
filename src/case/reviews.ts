import path from 'node:path';
import type { ReadCandidate } from '../core/review/candidates';
import type { Asked } from '../core/casework/caseLog';
import type { ReviewTarget } from '../core/casework/keptRecords';
import { describeRatioChoices } from '../core/casework/lock';
import { type UnreadFile, toUnreadFile } from '../core/casework/openCase';
import type { Evidence, KnownDocument, NamedVerification, QuestionedDocument } from '../core/domain/evidence';
import { finish } from '../core/basics/work';
import type { IdiographError } from '../core/errors';
import { usage } from '../core/errors';
import type { IndexedDocument } from '../core/ports';
import type { Reading } from '../reading/text/readableFormats';
import { readSource } from '../core/text/readText';
import type { CaseFolder } from '../node/casework/caseFolder';
import { computeSha256 } from '../node/sha256';
import { noteUnread } from '../node/casework/unreadFiles';
import { countAnalysedWords } from '../presentation/findings';
import { addRead } from '../presentation/passages';
import { describeWithholding } from '../presentation/notices';
import { countAuthorsSearched, formatLoggedOutcome } from '../presentation/report/reportFacts';
import { describeFirst, formatFinding } from '../presentation/words/strength';
import type { IndexReport, NamedAuthor, ReviewOptions } from '../protocol/engine';
import { attempt } from './answering';
import type { Answering, CaseAt, CaseNews, Choices } from './caseAt';
import type { Identified } from './resultStore';
import { createBasis } from './results';
import { type EditedTexts, type Labels, type QuestionedFile, readKnown, readQuestioned } from './texts';

export interface Reviewed {
  readonly questioned: QuestionedDocument;
  readonly evidence: Evidence;
}

export interface FileAsked extends QuestionedFile {
  readonly choices: Choices;
}

/** Searches the index for the author of a text. The question and its outcome are logged. */
export async function* review(at: CaseAt, { choices, file, labels, text }: FileAsked): Answering<Reviewed> {
  const options = at.createOptions(choices, file);
  const questioned = text ?? (yield* readQuestioned(at, file, labels));
  yield* at.fillIndex();
  const listing = finish(at.ask('listDocuments', at.index)).catch(() => undefined); // while the engine searches
  const evidence = yield* at.ask('review', at.index, questioned, { ...options, sendsOnce: true });
  yield* noteSearch(at, file, { questioned, evidence, listed: await listing });
  return { questioned, evidence };
}

/** A question with its outcome, in the words of the log. `of`: the answer, which says why a lock was refused. */
interface Noted {
  readonly asked: Asked;
  readonly of?: Pick<Evidence, 'caveats' | 'lock'>;
  readonly describe: () => string;
}

/** A question about one author or text, with its ratio. */
export function noteFinding(asked: Asked, of: NamedVerification): Noted {
  return { asked, of, describe: () => formatFinding(of) };
}

/** Logs a question about a file and its outcome. */
export async function* noteAsked(
  at: CaseAt,
  file: string,
  questioned: QuestionedDocument,
  request: Noted,
): Answering<void> {
  const { id: title, sha256 } = questioned;
  const { asked, of } = request;
  const describe = (): string =>
    `${request.describe()} ${of?.lock ? describeWithholding(of, undefined) : ''}`.trimEnd();
  const outcome = formatLoggedOutcome(questioned, describe);
  const log = await at.logOf(file);
  const document = path.isAbsolute(file) ? log?.toName(file) : file;
  if (document !== undefined) yield* at.noteEvents(log, { kind: 'asked', document, title, sha256, asked, outcome });
}

export async function* noteSearch(
  at: CaseAt,
  file: string,
  { questioned, evidence, listed }: Reviewed & { readonly listed?: readonly IndexedDocument[] | undefined },
): Answering<void> {
  const authors = countAuthorsSearched(evidence, listed ?? (yield* at.ask('listDocuments', at.index)));
  const { question, candidates } = evidence;
  const asked: Asked = question
    ? { kind: 'among', names: question.authors.map(({ author }) => author).join(', ') }
    : { kind: 'search', authors };
  const describe = (): string => describeFirst(candidates[0] && { ...candidates[0], question });
  yield* noteAsked(at, file, questioned, { asked, of: evidence, describe });
}

interface TextAsked {
  /** The path of its file, or the address of a text that is no file. */
  readonly document: string;
  readonly target: ReviewTarget;
  readonly options: ReviewOptions;
}

/** Identifies what a review is made from, besides the text and the index. */
async function* formatBasis(at: CaseAt, { document, target, options }: TextAsked): Answering<string> {
  const models = yield* at.ask('modelFiles');
  return createBasis(at, document, target, { options, models });
}

/** Reviews a text, keeps the result, and logs the question and its outcome. */
async function* reviewAndKeep(at: CaseAt, asked: TextAsked): Answering<Identified> {
  const { document, target, options } = asked;
  const settings = yield* formatBasis(at, asked);
  const evidence = yield* at.ask('review', at.index, target, options);
  const analysed = countAnalysedWords(target.text, evidence.spans);
  const result = { document, target, settings, evidence, analysed, reviewedAt: Date.now() };
  const id = yield* at.results.keep(at, result);
  yield* noteSearch(at, document, { questioned: target, evidence });
  return { ...result, id };
}

export function reviewText(
  at: CaseAt,
  { choices, ...asked }: Omit<TextAsked, 'options'> & { readonly choices: Choices },
): Answering<Identified> {
  return reviewAndKeep(at, { ...asked, options: at.createOptions(choices, asked.document) });
}

/** Reads the passages and markers of a candidate of a kept result, and adds them to it. Undefined if the index has changed since. */
export async function* readCandidate(
  at: CaseAt,
  { id, author, choices }: { readonly id: string; readonly author: string; readonly choices: Choices },
): Answering<ReadCandidate | undefined> {
  const kept = yield* at.results.read(at, id);
  if (!kept) return undefined;
  const { target, evidence } = kept;
  const { candidates, excludeQuotes } = evidence.settings;
  const { server, ...others } = at.createOptions(choices, kept.document);
  const request = {
    ...{ ...others, author, ...(server && evidence.server?.searched && { server }) },
    ...{ candidates: Number(candidates), excludeQuotes: excludeQuotes === 'true' },
  };
  const read = yield* at.ask('passages', at.index, target, request);
  if (read.index !== evidence.index) return undefined;
  yield* at.results.keep(at, addRead(kept, author, read));
  return read;
}

export interface TextsAsked extends Pick<FileAsked, 'choices' | 'labels'> {
  readonly edited?: EditedTexts | undefined;
}

/**
 * The kept review of a questioned text, if its text, index and settings are the same. Otherwise makes and keeps a new review,
 * unless only kept ones are requested.
 */
export async function* reviewInQuestion(
  at: CaseAt,
  document: string,
  { choices, labels, edited, isKeptOnly }: TextsAsked & { readonly isKeptOnly?: boolean | undefined },
): Answering<Pick<Reviewed, 'questioned'> & { readonly evidence: Evidence | undefined }> {
  let questioned = edited?.get(document);
  if (!questioned) {
    const read = yield* readQuestioned(at, document, labels);
    const changedFile = at.folder?.findChangeSinceIntake(document);
    questioned = { ...read, uri: '', offset: 0, words: readSource(read).words, changedFile };
  }
  const options = at.createOptions(choices, document);
  const request = { document, target: questioned, options };
  const isKept = at.keepsResultsOf(document);
  let kept: Identified | undefined;
  if (isKept) {
    const { contentHash } = yield* at.ask('indexInfo', at.index);
    const settings = yield* formatBasis(at, request);
    kept = yield* at.results.find(at, { document, target: questioned, settings }, contentHash);
    const read = kept?.evidence.candidates.slice(0, options.passages ?? options.candidates); // other candidates have no passages
    const isComplete = read?.every(({ passages }) => passages) && !kept?.evidence.server?.problem;
    if (!isComplete) kept = undefined;
  }
  if (kept || isKeptOnly) return { questioned, evidence: kept?.evidence };
  if (isKept) return { questioned, evidence: (yield* reviewAndKeep(at, request)).evidence };
  return { questioned, evidence: yield* at.ask('review', at.index, questioned, options) };
}

/** A step in the review of a whole case. Places count from 1. */
export type CaseStep =
  | {
      readonly kind: 'indexed';
      readonly index: string;
      readonly report: IndexReport;
      readonly total: number;
      readonly unread: readonly UnreadFile[];
    }
  | { readonly kind: 'reviewing'; readonly file: string; readonly place: number; readonly total: number }
  | ({ readonly kind: 'reviewed'; readonly file: string; readonly isFirst: boolean } & Reviewed)
  | {
      readonly kind: 'failed';
      readonly file: string;
      readonly problem: Pick<IdiographError, 'code' | 'sentence' | 'details'>;
    };

/**
 * Updates the index of a case and reviews its questioned texts one by one. A text with a current review is passed over. A text that cannot
 * be reviewed is reported.
 */
export async function* reviewAll(
  at: CaseAt,
  texts: TextsAsked,
): Answering<void, CaseNews | { readonly step: CaseStep }> {
  const folder = at.requireCase();
  const files = folder.questioned.map((each) => each.path);
  const total = files.length;
  const report = yield* buildIndex(at);
  yield { step: { kind: 'indexed', index: at.index, report, total, unread: yield* at.listUnread([]) } };
  const readings = new Map<string, Reading>();
  let reviewed = 0;
  for (const [i, file] of files.entries()) {
    yield { step: { kind: 'reviewing', file, place: i + 1, total } };
    const outcome = yield* attempt(reviewInQuestion(at, file, texts));
    if ('answer' in outcome) {
      const { questioned, evidence } = outcome.answer;
      if (questioned.reading) readings.set(file, questioned.reading);
      yield { step: { kind: 'reviewed', file, isFirst: reviewed++ === 0, questioned, evidence: evidence! } };
    } else {
      const unread = toUnreadFile(outcome.problem, { file: folder.toName(file), role: 'questioned' });
      if (at.mayWrite) yield* at.tryWrite(() => noteUnread(folder, [unread]));
      const { code, sentence, details } = outcome.problem; // an error would lose its code between threads
      yield { step: { kind: 'failed', file, problem: { code, sentence, details } } };
    }
  }
  yield* tryRecording(at, () => folder.recordReadings(readings));
}

/** Adds to the index what it lacks of the case. Throws Usage if the case has no known text. */
export function buildIndex(at: CaseAt): Answering<IndexReport> {
  const { folder, filesToIndex: files } = at.requireCase();
  if (files.length > 0) return at.addToIndex(files);
  throw usage(
    `${folder} has no known texts. Put them into known/<author>/… and the questioned texts into questioned/….`,
  );
}

/**
 * Records the SHA-256 of questioned files in the case file, if there is one. Returns the number of files. @param isMade  makes a case file
 * if there is none
 */
export async function* intake(at: CaseAt, isMade = false): Answering<number> {
  let recorded = 0;
  yield* tryRecording(at, (folder) => (recorded = folder.recordIntake()), isMade);
  return recorded;
}

/** Records facts of questioned files in the case file, if there is one. A failure to write stops no review. */
async function* tryRecording(at: CaseAt, record: (folder: CaseFolder) => void, isMade = false): Answering<void> {
  const folder = at.requireCase();
  if (!at.mayWrite || (!folder.hasFile && !isMade)) return;
  yield* at.tryWrite(() => record(folder));
}

/** The strength of evidence for a named author, with the same markers and passages as a candidate of a search. */
export type AuthorAnswer = ReadCandidate & Pick<Evidence, 'settings'> & { readonly verification: NamedVerification };

/** A named author's passages are compared with the texts of this many other candidates, the first ones of a search. */
const passageCandidates = 10;

export async function* askAboutAuthor(
  at: CaseAt,
  questioned: QuestionedDocument,
  author: string,
  { isExplained, ...options }: ReturnType<CaseAt['createOptions']> & Pick<NamedAuthor, 'isExplained'>,
): Answering<AuthorAnswer> {
  const { index } = at;
  const asked = { ...options, author, ...(isExplained && { isExplained }) };
  const verification = yield* at.ask('verifyAuthor', index, questioned, asked);
  const read = yield* at.ask('passages', index, questioned, { ...options, candidates: passageCandidates, author });
  return { ...read, verification, settings: describeRatioChoices(options) };
}

/** The strength of evidence for one named author of the index, or for the author of some texts. */
export async function* verify(
  at: CaseAt,
  asked: FileAsked & {
    readonly side: { readonly author: string } | { readonly known: readonly string[]; readonly knownLabels: Labels };
  } & Pick<Partial<NamedAuthor>, 'isExplained'>,
): Answering<{
  readonly questioned: QuestionedDocument;
  readonly verification: NamedVerification;
  /** The findings about a named author. */
  readonly about?: Omit<AuthorAnswer, 'verification'>;
}> {
  const { choices, side, isExplained, file, labels, text } = asked;
  const questioned = text ?? (yield* readQuestioned(at, file, labels));
  const options = at.createOptions(choices);
  if ('author' in side) {
    yield* at.fillIndex();
    const request = { ...options, ...(isExplained && { isExplained }) };
    const { verification, ...about } = yield* askAboutAuthor(at, questioned, side.author, request);
    yield* noteAsked(at, file, questioned, noteFinding({ kind: 'author', ...side }, verification));
    return { questioned, verification, about };
  }
  const known: KnownDocument[] = [];
  for (const each of side.known) known.push(yield* readKnown(at, each, side.knownLabels));
  const found = yield* at.ask('verifyTexts', questioned, known, { ...options, listed: yield* at.listIndexed() });
  const verification = yield* addSearchCaveat(at, { file, questioned, known }, found);
  const title = side.known.map((each) => path.basename(each)).join(', ');
  if (at.indexIfAny !== undefined)
    yield* noteAsked(at, file, questioned, noteFinding({ kind: 'text', title }, verification));
  return { questioned, verification };
}

/**
 * The verification of a questioned text with a caveat, if a search ranked the authors for that text before and the index has
 * one of the known texts. The log of the case says whether there was a search.
 */
export async function* addSearchCaveat(
  at: CaseAt,
  asked: Readonly<{ file: string; questioned: QuestionedDocument; known: readonly KnownDocument[] }>,
  verification: NamedVerification,
): Answering<NamedVerification> {
  const { file, questioned, known } = asked;
  if (at.indexIfAny === undefined) return verification;
  const events = ((await at.logOf(file))?.read().entries ?? []).map(({ event }) => event);
  const isSearch = (event: (typeof events)[number]): boolean =>
    event.kind === 'asked' && event.asked.kind === 'search' && event.sha256 === questioned.sha256;
  if (!events.some(isSearch)) return verification;
  const hashes = new Set(known.map(({ text }) => computeSha256(text)));
  const listed = yield* at.ask('listDocuments', at.index);
  if (!listed.some(({ textSha256 }) => hashes.has(textSha256))) return verification;
  return { ...verification, caveats: [...verification.caveats, 'chosenAfterSearch'] };
}
