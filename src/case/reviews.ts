import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ReadCandidate } from '../core/candidates';
import type { Asked } from '../core/casework/caseLog';
import type { ReviewTarget } from '../core/casework/keptRecords';
import { describeRatioChoices } from '../core/casework/lock';
import { type UnreadFile, toUnreadFile } from '../core/casework/unreadFiles';
import type { Evidence, KnownDocument, NamedVerification, QuestionedDocument } from '../core/domain';
import type { IdiographError } from '../core/errors';
import { usage } from '../core/errors';
import type { Reading } from '../core/readableFormats';
import { countWords } from '../core/text/countWords';
import type { CaseFolder } from '../node/casework/caseFolder';
import { noteUnread } from '../node/casework/unreadFiles';
import { countAnalysedWords } from '../presentation/findings';
import { addRead } from '../presentation/passages';
import { countAuthorsSearched, formatLoggedOutcome } from '../presentation/report/reportFacts';
import { describeFirst, formatFinding } from '../presentation/words/strength';
import type { IndexReport, NamedAuthor, ReviewOptions } from '../protocol/engine';
import { attempt } from './answering';
import type { Answering, CaseAt, CaseNews, Choices } from './caseAt';
import type { Identified, ResultOf } from './resultStore';
import { createBasis } from './results';
import { formatSettings } from '../core/casework/staleness';
import { type EditedTexts, type Labels, type QuestionedFiles, readKnown, readQuestioned, readTogether } from './texts';

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
  const found = describeFirst(evidence.candidates[0]);
  yield* noteAsked(at, files, questioned, { asked: { kind: 'search', authors }, found });
}

interface TextAsked extends ResultOf {
  readonly target: ReviewTarget;
  readonly options: ReviewOptions;
}

/** The kept result of a text that rests on the same index and settings and lacks nothing. */
async function* findKept(at: CaseAt, asked: TextAsked): Answering<Identified | undefined> {
  const { document, target, options } = asked;
  const { contentHash } = yield* at.ask('indexInfo', at.index);
  const settings = yield* formatBasis(at, asked);
  const kept = yield* at.results.find(at, { document, target, settings }, contentHash);
  const read = kept?.evidence.candidates.slice(0, options.passages ?? options.candidates); // others have no passages
  return read?.every(({ passages }) => passages) && !kept?.evidence.server?.problem ? kept : undefined;
}

/** Stands for what a review of files is made with, beside the text and the index. */
async function* formatBasis(at: CaseAt, { files, target, options }: TextAsked): Answering<string> {
  const models = yield* at.ask('modelFiles');
  return formatSettings(createBasis(at, files, target, { options, models }));
}

/** Reviews a text, keeps the result, and writes into the log what was asked and what came of it. */
async function* reviewAndKeep(at: CaseAt, asked: TextAsked): Answering<Identified> {
  const { document, files, target, options } = asked;
  const settings = yield* formatBasis(at, asked);
  const evidence = yield* at.ask('review', at.index, target, options);
  const analysed = countAnalysedWords(target.text, evidence.spans);
  const result = { document, target, settings, evidence, analysed, reviewedAt: Date.now() };
  const id = yield* at.results.keep(at, result, files);
  yield* noteSearch(at, files, target, evidence);
  return { ...result, id };
}

/** Reviews a text as an editor has it. */
export function reviewText(
  at: CaseAt,
  { choices, ...asked }: Omit<TextAsked, 'options'> & { readonly choices: Choices },
): Answering<Identified> {
  return reviewAndKeep(at, { ...asked, options: at.createOptions(choices, asked.files) });
}

/** The passages and markers of a candidate of a kept result, which has them from then on; undefined: the index is another one by now. */
export async function* readCandidate(
  at: CaseAt,
  { id, author, choices }: { readonly id: string; readonly author: string; readonly choices: Choices },
): Answering<ReadCandidate | undefined> {
  const kept = yield* at.results.read(at, id);
  if (!kept) return undefined;
  const { target, evidence } = kept;
  const { candidates, excludeQuotes } = evidence.settings;
  const { server, ...others } = at.createOptions(choices, [kept.document]);
  const request = {
    ...{ ...others, author, ...(server && evidence.server?.searched && { server }) },
    ...{ candidates: Number(candidates), excludeQuotes: excludeQuotes === 'true' },
  };
  const read = yield* at.ask('passages', at.index, target, request);
  if (read.index !== evidence.index) return undefined;
  yield* at.results.keep(at, addRead(kept, author, read));
  return read;
}

/** A questioned file as a text to be reviewed. */
async function* readTarget(at: CaseAt, file: string, labels: Labels): Answering<ReviewTarget> {
  const questioned = yield* readQuestioned(at, file, labels);
  const changedFile = at.folder?.findChangeSinceIntake(file);
  return { ...questioned, uri: '', offset: 0, words: countWords(questioned.text), changedFile };
}

/** A question about the texts of a case, and how it is answered. */
export interface TextsAsked extends Pick<FilesAsked, 'choices' | 'labels'> {
  readonly edited?: EditedTexts | undefined;
}

/** The kept review of a text in question that rests on the same text, index and settings; else a new one, which is kept, unless only kept ones are asked for. */
export async function* reviewInQuestion(
  at: CaseAt,
  document: string,
  { choices, labels, edited, isKeptOnly }: TextsAsked & { readonly isKeptOnly?: boolean | undefined },
): Answering<Pick<Reviewed, 'questioned'> & { readonly evidence: Evidence | undefined }> {
  const questioned = edited?.get(document) ?? (yield* readTarget(at, document, labels));
  const options = at.createOptions(choices, [document]);
  const request = { document, files: [document], target: questioned, options };
  const isKept = at.keepsResultsOf(document);
  const kept = isKept ? yield* findKept(at, request) : undefined;
  if (kept || isKeptOnly) return { questioned, evidence: kept?.evidence };
  if (isKept) return { questioned, evidence: (yield* reviewAndKeep(at, request)).evidence };
  return { questioned, evidence: yield* at.ask('review', at.index, questioned, options) };
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
  | ({ readonly kind: 'reviewed'; readonly file: string; readonly isFirst: boolean } & Reviewed)
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
      if (at.mayWrite) yield* at.tryWrite(l10n.t('The log is not kept'), () => noteUnread(folder, [unread]));
      const { code, sentence, details } = outcome.problem; // an error would lose its code on its way
      yield { step: { kind: 'failed', file, problem: { code, sentence, details } } };
    }
  }
  yield* tryRecording(at, () => folder.recordReadings(readings));
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
  if (!at.mayWrite || (!folder.hasFile && !isMade)) return;
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
  { isExplained, ...options }: ReturnType<CaseAt['createOptions']> & Pick<NamedAuthor, 'isExplained'>,
): Answering<AuthorAnswer> {
  const { index } = at;
  const asked = { ...options, author, ...(isExplained && { isExplained }) };
  const verification = yield* at.ask('verifyAuthor', index, questioned, asked);
  const read = yield* at.ask('passages', index, questioned, { ...options, candidates: passageCandidates, author });
  return { ...read, verification, settings: describeRatioChoices(options) };
}

/** One author of the index, or texts by one author. */
export type AskedSide =
  { readonly author: string } | { readonly known: readonly string[]; readonly knownLabels: Labels };

/** The strength of evidence for one named author, or for the author of some texts. */
export async function* verify(
  at: CaseAt,
  {
    choices,
    side,
    isExplained,
    ...files
  }: FilesAsked & { readonly side: AskedSide } & Pick<Partial<NamedAuthor>, 'isExplained'>,
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
    const { verification, ...about } = yield* askAboutAuthor(at, questioned, side.author, {
      ...options,
      ...(isExplained && { isExplained }),
    });
    const found = formatFinding(verification);
    yield* noteAsked(at, files.files, questioned, { asked: { kind: 'author', ...side }, found });
    return { questioned, verification, about };
  }
  const known: KnownDocument[] = [];
  for (const file of side.known) known.push(yield* readKnown(at, file, side.knownLabels));
  const verification = yield* at.ask('verifyTexts', questioned, known, options);
  const title = side.known.map((file) => path.basename(file)).join(', ');
  const request = { asked: { kind: 'text', title } as const, found: formatFinding(verification) };
  if (at.indexIfAny !== undefined) yield* noteAsked(at, files.files, questioned, request);
  return { questioned, verification };
}
