import { findAssistantNoted } from '../core/casework/caseLog';
import type { Decision, PassageDecision } from '../core/casework/decisions';
import { IdiographError } from '../core/errors';
import type { CaseDocument } from '../core/casework/caseFile';
import type { UnreadFile } from '../core/casework/openCase';
import type { SenderChoice } from '../core/casework/foundFiles';
import path from 'node:path';
import type { KnownDocument, Provenance } from '../core/domain/evidence';
import type { IndexedDocument } from '../core/ports';
import type { OwnMarker } from '../core/markers/ownMarkers';
import type { RangeToSet } from '../core/text/handRanges';
import type { ChangedFile } from '../core/casework/caseWarnings';
import type { CaseFolder } from '../node/casework/caseFolder';
import type { FileToIndex, IndexReport, ReviewOptions } from '../protocol/engine';
import { findFileNamed, readStat } from '../node/places';
import type { Answering, CaseAt, PassageOfCandidate } from './caseAt';
import { results } from './results';
import type { ResultLine } from './resultStore';

// These functions read and write files of a case for a window. The window only draws the answers.

export interface CaseView {
  readonly folder: string;
  readonly file: string;
  readonly isMasked: boolean;
  readonly validation: ReviewOptions['validation'];
  readonly markers: ReviewOptions['markers'];
  /** Every document that can be read, by its full path. */
  readonly documents: CaseFolder['documents'];
  readonly filesToIndex: readonly FileToIndex[];
  readonly mailboxes: readonly SenderChoice[];
}

/** Undefined if the address is not that of a case. */
export function* view({ folder }: CaseAt): Generator<never, CaseView | undefined> {
  if (!folder) return undefined;
  const { file, documents, filesToIndex, mailboxes } = folder;
  const { validation, markers } = folder.options;
  const isMasked = folder.blinding?.masked === true;
  return { folder: folder.folder, file, isMasked, validation, markers, documents, filesToIndex, mailboxes };
}

/** Logs whether the AI features of the editor are off, if this differs from the last entry. A case without a log gets none by this. */
export async function* noteAssistant(at: CaseAt, isOff: boolean): Answering<void> {
  const log = at.folder && at.mayWrite ? await at.ownLog() : undefined;
  const { entries } = log?.read() ?? { entries: [] };
  if (entries.length > 0 && findAssistantNoted(entries)?.isOff !== isOff)
    yield* at.noteEvents(log, { kind: 'assistant', isOff });
}

/** The facts of a file in the case. Undefined for one that it does not have, such as the address of a text that is no file. */
export function* describe({ folder }: CaseAt, file: string): Generator<never, CaseDocument | undefined> {
  return path.isAbsolute(file) ? folder?.describe(file) : undefined;
}

/** What a case says of the file of a text that is to be reviewed. */
export interface DescribedFile {
  readonly document: CaseDocument | undefined;
  /** How the file differs from the one that the case recorded. Undefined if it does not. */
  readonly changedFile: ChangedFile | undefined;
}

/** Describes the file of a text before its review, and reports the warnings about the case. Of its files, only this one is hashed. */
export async function* describeForReview(at: CaseAt, file: string): Answering<DescribedFile> {
  const { folder } = at;
  for (const notice of await at.listWarnings(false)) yield { notice };
  if (folder && at.mayWrite) yield* at.tryWrite(() => folder.recordUnlogged());
  return { document: yield* describe(at, file), changedFile: folder?.findChangeSinceIntake(file) };
}

/** Records in the case file how documents were produced. Returns the documents that belong to no case. */
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

/** A method that records something in the case file. Throws Usage if there is no case, and UnwritableFile. */
function recordBy<Said>(record: (folder: CaseFolder, said: Said) => void) {
  return function* (at: CaseAt, said: Said): Generator<never, void> {
    record(at.requireCase(), said);
  };
}

type OfFile<Said> = Said & { readonly file: string };

/** Leaves a range of a text out by hand, takes it back, or leaves it to the rules. */
export const setRange = recordBy((folder, said: OfFile<{ readonly text: string; readonly range: RangeToSet }>) =>
  folder.setRange(said.file, said.text, said.range),
);

export const setSpeakers = recordBy((folder, said: OfFile<{ readonly speakers: readonly string[] }>) =>
  folder.setSpeakers(said.file, said.speakers),
);

/** Records which senders of a mailbox, chat or table, by its path in the case file, are the author of the folder that contains it. */
export const setSenders = recordBy((folder, said: OfFile<{ readonly senders: readonly string[] }>) =>
  folder.setSenders(said.file, said.senders),
);

/** Adds a marker of the user's own, which is then counted. */
export const addMarker = recordBy((folder, marker: OwnMarker) => folder.addMarker(marker));

/** The documents of an index, and the hash of its contents. An index without documents has no hash. */
export interface IndexContents {
  readonly documents: readonly IndexedDocument[];
  readonly contentHash?: string | undefined;
}

/** Empty if there is no index yet. Undefined if the contents still have the hash that is known, and no names can have been masked since. */
export async function* contents(at: CaseAt, known?: string): Answering<IndexContents | undefined> {
  if (!readStat(at.index)) return { documents: [] };
  const { contentHash } = yield* at.ask('indexInfo', at.index);
  if (contentHash === known && !at.folder?.blinding) return undefined;
  const documents = yield* at.ask('listDocuments', at.index);
  return documents.length > 0 ? { documents, contentHash } : { documents };
}

export interface DrawnCase {
  readonly contents: IndexContents | undefined;
  readonly unread: readonly UnreadFile[];
  readonly results: readonly ResultLine[];
}

/** Reads what a window draws of a case. @param known  the hash of the index contents that it has */
export async function* draw(
  at: CaseAt,
  { known, ...compared }: Parameters<typeof results>[1] & { readonly known?: string | undefined },
): Answering<DrawnCase> {
  return {
    contents: yield* contents(at, known),
    unread: yield* at.listUnread(),
    results: yield* results(at, compared),
  };
}

/** The file that a document of the index was read from. Undefined if the index does not record it. */
export async function* sourceOf(at: CaseAt, id: string): Answering<string | undefined> {
  const { source } = (yield* at.ask('listDocuments', at.index)).find((each) => each.id === id) ?? {};
  return source === undefined ? undefined : findFileNamed(path.dirname(at.index), source);
}

/** Adds documents to the index, with the real names of authors. */
export async function* addDocuments(
  at: CaseAt,
  documents: readonly (FileToIndex | KnownDocument)[],
): Answering<IndexReport> {
  const naming = await at.readNaming();
  return yield* at.addToIndex(naming?.unmask(documents) ?? documents);
}

/** Encodes a known document again with other facts, and replaces the old one. */
export async function* relabel(at: CaseAt, id: string, facts: Provenance): Answering<IndexReport> {
  const known = yield* at.ask('knownDocument', at.index, id);
  const report = yield* addDocuments(at, known ? [{ ...known, ...facts }] : []);
  if (report.added > 0) yield* at.ask('removeDocuments', at.index, [id]); // a document without a file has another id then
  return report;
}

/** Readers' decisions on passages of a document, and the last one that can be taken back. */
export interface FileDecisions {
  /** Undefined if the document belongs to no case. */
  readonly made: readonly PassageDecision[] | undefined;
  readonly undo?: Decision | undefined;
}

export function* decisionsOn({ folder, history }: CaseAt, file: string): Generator<never, FileDecisions> {
  return { made: folder?.listDecisions(file), undo: history.get(file)?.at(-1)?.after };
}

/** Records a decision on a passage. Throws UnwritableFile. */
export function* decide(
  { folder, history }: CaseAt,
  asked: { readonly file: string; readonly passage: PassageOfCandidate; readonly decided: Decision },
): Generator<never, void> {
  const { file, passage, decided: after } = asked;
  const before = folder?.decide(file, passage, after);
  if (before) history.set(file, [...(history.get(file) ?? []), { passage, before, after }]);
}

/**
 * Takes the last decision on a document back. Throws Usage if somebody else has changed the decision since, which then stays. Throws
 * UnwritableFile, and the decision can then be taken back later.
 */
export function* revert({ folder, history }: Pick<CaseAt, 'folder' | 'history'>, file: string): Generator<never, void> {
  const steps = history.get(file) ?? [];
  const last = steps.at(-1);
  if (!last) return;
  try {
    folder?.decide(file, last.passage, last.before, last.after);
  } catch (error) {
    if (error instanceof IdiographError && error.code === 'Usage') history.set(file, steps.slice(0, -1));
    throw error;
  }
  history.set(file, steps.slice(0, -1));
}
