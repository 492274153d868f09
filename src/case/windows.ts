import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Naming } from '../core/casework/blind';
import type { CaseDocument } from '../core/casework/caseFile';
import { type Asked, type LogEvent, type LoggedQuestion, listQuestionsAbout } from '../core/casework/caseLog';
import type { CaseLock } from '../core/casework/lock';
import type { DecidedPassage, Decision, PassageDecision } from '../core/casework/decisions';
import { type KeptResult, toRecord, readKeptResult } from '../core/casework/keptRecords';
import type { UnreadFile } from '../core/casework/unreadFiles';
import type { Provenance, QuestionedDocument, SourceText } from '../core/domain';
import type { OwnMarker } from '../core/markers/ownMarkers';
import type { Reading } from '../core/readableFormats';
import type { RangeToSet } from '../core/text/handRanges';
import type { CaseFolder, ChangedFile } from '../node/casework/caseFolder';
import type { ResultFolder } from '../node/casework/results';
import { findFileNamed } from '../node/places';
import { computeSha256 } from '../node/sha256';
import { createResultKey } from '../presentation/findings';
import { describeRefusedResult } from '../presentation/words/caveats';
import type { FileToIndex, ReviewOptions } from '../protocol/engine';
import type { Answering, CaseAt, Choices } from './caseAt';
import { noteAsked } from './reviews';
import { createSettingsKey, formatSettings } from '../core/casework/staleness';

// What a window asks about a case, and what it has written down: it draws the answers, and reads and writes no file of a case itself.

/** A case as a window draws it. */
export interface CaseView {
  readonly folder: string;
  readonly file: string;
  readonly isMasked: boolean;
  readonly validation: ReviewOptions['validation'];
  readonly markers: ReviewOptions['markers'];
  /** Every document that can be read, by its full path. */
  readonly documents: CaseFolder['documents'];
  readonly filesToIndex: readonly FileToIndex[];
}

/** Undefined: the address is of no case. */
export function* view({ folder }: CaseAt): Generator<never, CaseView | undefined> {
  if (!folder) return undefined;
  const { file, documents, filesToIndex } = folder;
  const { validation, markers } = folder.options;
  const isMasked = folder.blinding?.masked === true;
  return { folder: folder.folder, file, isMasked, validation, markers, documents, filesToIndex };
}

/** What the case says of a file. */
export function* describe({ folder }: CaseAt, file: string): Generator<never, CaseDocument | undefined> {
  return folder?.describe(file);
}

/** How the first of these files that differs is not the one that the case recorded; undefined: none differs. */
export function* changedFile({ folder }: CaseAt, files: readonly string[]): Generator<never, ChangedFile | undefined> {
  return files.map((file) => folder?.findChangeSinceIntake(file)).find((each) => each !== undefined);
}

/** Writes into the case file how documents were produced. Returns those that are of no case. */
export function* state(
  { folder }: CaseAt,
  produced: ReadonlyMap<string, Provenance>,
): Generator<never, readonly string[]> {
  const [inCase, others] = [new Map<string, Provenance>(), [] as string[]];
  for (const [file, facts] of produced)
    if (folder?.describe(file)) inCase.set(file, facts);
    else others.push(file);
  if (inCase.size > 0) folder?.stateProvenance(inCase);
  return others;
}

/** Records in the case file how the texts of questioned files were made. */
export function* recordReadings({ folder }: CaseAt, readings: ReadonlyMap<string, Reading>): Generator<never, void> {
  folder?.recordReadings(readings);
}

/** Leaves a range of a text out by hand, takes it back, or leaves it to the rules. */
export function* setRange(
  at: CaseAt,
  { file, text, range }: { readonly file: string; readonly text: string; readonly range: RangeToSet },
): Generator<never, void> {
  at.requireCase().setRange(file, text, range);
}

/** Counts one more marker of the user's own. */
export function* addMarker(at: CaseAt, marker: OwnMarker): Generator<never, void> {
  at.requireCase().addMarker(marker);
}

/** What readers made of passages of a document; undefined: it is of no case. */
export function* decisionsOn(
  { folder }: CaseAt,
  file: string,
): Generator<never, readonly PassageDecision[] | undefined> {
  return folder?.listDecisions(file);
}

/** A decision on a passage of a file. */
export interface DecisionMade {
  readonly file: string;
  readonly passage: Omit<DecidedPassage, 'document'>;
  readonly decided: Decision;
  /** What it was, where it may be nothing else by now. */
  readonly before?: Decision;
}

/** Writes down what is made of a passage. Returns what it was. */
export function* decide(
  { folder }: CaseAt,
  { file, passage, decided, before }: DecisionMade,
): Generator<never, Decision | undefined> {
  return folder?.decide(file, passage, decided, before);
}

/** Locks the settings of the case, in the place of an earlier lock. Returns the lock's hash. */
export async function* writeLock(at: CaseAt, locked: CaseLock): Answering<string> {
  yield* [];
  await at.readNaming(); // a blind case unmasks the titles of its known texts by it
  return at.requireCase().lock(locked);
}

/** All that a review is made with. */
export function* options(at: CaseAt, choices: Choices): Generator<never, ReviewOptions> {
  return at.createOptions(choices);
}

/** The files of which no text is compared. @param failed  questioned ones that could not be reviewed; with them all are logged */
export function unread(at: CaseAt, failed?: readonly UnreadFile[]): Answering<readonly UnreadFile[]> {
  return at.listUnread(failed);
}

/** Whether the authors of a case are hidden, as a report on one of its files says it. */
export function* blinding(
  { folder }: CaseAt,
  file: string,
): Generator<never, ReturnType<CaseFolder['describeBlinding']>> {
  return folder?.describeBlinding(file);
}

/** A value with the names of a blind case, or with those that authors have. */
export async function* renamed<Value>(
  at: CaseAt,
  { value, isMasked }: { readonly value: Value; readonly isMasked: boolean },
): Answering<Value> {
  if (isMasked) return (await at.readNaming())?.mask(value) ?? value;
  const naming = new Naming(at.folder?.blinding?.names ?? {}, yield* at.ask('listDocuments', at.index));
  return naming.unmask(value);
}

/** Writes into the log of the case, or beside the index, what was asked of a text and what came of it. */
export function noteQuestion(
  at: CaseAt,
  files: readonly string[],
  questioned: QuestionedDocument,
  asked: { readonly asked: Asked; readonly found: string },
): Answering<void> {
  return noteAsked(at, files, questioned, asked);
}

/** Writes an event into the same log; a file that was written is named as the log names files. */
export async function* noteEvent(at: CaseAt, event: LogEvent): Answering<void> {
  const log = await at.logOf('');
  const named = event.kind === 'exported' && log ? { ...event, file: log.toName(event.file) } : event;
  yield* at.noteEvents(log, named);
}

/** What was asked of a document, here or elsewhere. */
export async function* questions(at: CaseAt, place: string): Answering<readonly LoggedQuestion[]> {
  yield* [];
  const log = await at.logOf(place);
  if (!log) return [];
  return listQuestionsAbout(path.isAbsolute(place) ? log.toName(place) : place, log.read().entries);
}

/** Stands for all that a review of a text with these facts would be made with, beside its text and the index. */
export async function* settings(
  at: CaseAt,
  text: Provenance & Pick<SourceText, 'byHand'>,
  choices: Choices,
): Answering<string> {
  return formatSettings(createSettingsKey(text, at.createOptions(choices), yield* at.ask('modelFiles'), computeSha256));
}

/** The results that are kept beside the index, with the full paths of their documents, the oldest first. */
export async function* keptResults(at: CaseAt): Answering<readonly KeptResult[]> {
  const folder = await at.openResults();
  const results = folder.readAll().flatMap((value) => readKeptResult(value) ?? []);
  for (const file of folder.refused) yield { notice: describeRefusedResult(file) };
  const placed = results.map((each) => ({ ...each, document: findFileNamed(folder.base, each.document) }));
  return placed.sort((a, b) => a.reviewedAt - b.reviewedAt);
}

/** The key by which a window finds a result again: the path of its document, its text, its settings and its index. */
export interface KeptAt {
  readonly file: string;
  readonly target: Parameters<typeof createResultKey>[1]['target'];
  readonly settings: string;
  readonly index: string | undefined;
}

/** The result of exactly this text, settings and index. */
export async function* keptResultOf(at: CaseAt, { file, index, ...about }: KeptAt): Answering<KeptResult | undefined> {
  yield* [];
  const folder = await at.openResults();
  const kept = readKeptResult(folder.find(createResultKey(folder.toName(file), about, index)));
  return kept && { ...kept, document: file };
}

/** Keeps the result of a file beside the index. */
export async function* keepResult(at: CaseAt, result: KeptResult): Answering<void> {
  const folder: ResultFolder = await at.openResults();
  const document = folder.toName(result.document);
  yield* at.tryWrite(l10n.t('The result is not kept'), () =>
    folder.keep(createResultKey(document, result, result.evidence.index), toRecord({ ...result, document })),
  );
}
