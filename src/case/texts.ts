import path from 'node:path';
import type { CaseDocument } from '../core/casework/caseFile';
import { normaliseAuthor } from '../core/casework/caseWarnings';
import type { KnownDocument, Provenance, QuestionedDocument, SourceText } from '../core/domain/evidence';
import type { ReviewTarget } from '../core/casework/keptRecords';
import { type IdiographError, linkedFile, noSpeaker, noTextOfCase } from '../core/errors';
import { formatOf, type Reading, type FileText } from '../reading/text/readableFormats';
import { isCollected } from '../reading/readFile';
import { unlabelled } from '../core/text/readText';
import { listWorks } from '../core/copies/copies';
import { checkRanges, listHandRanges, type RangeToSet } from '../core/text/handRanges';
import { nameShares } from '../core/text/textAsRead';
import { CaseFolder } from '../node/casework/caseFolder';
import { nameFrom } from '../node/places';
import { computeSha256 } from '../node/sha256';
import { attempt } from './answering';
import type { Answering, CaseAt } from './caseAt';

/** The user's labels of a document. The case gives those that are absent. */
export type Labels = { readonly [Name in keyof Provenance]?: Provenance[Name] | undefined } & {
  /** The speakers that count in a text of several. */
  readonly speakers?: readonly string[] | undefined;
};

export interface QuestionedFile {
  /** Its path. A document that is not a file has its address. */
  readonly file: string;
  readonly labels: Labels;
  /** The text in an editor. Absent if it is read from the file. */
  readonly text?: QuestionedDocument | undefined;
}

/** Texts in editors, by the paths of their files or their addresses. */
export type EditedTexts = ReadonlyMap<string, ReviewTarget>;

/** The questioned documents: those of the case, then others that are open in editors. */
export function listInQuestion({ folder }: Pick<CaseAt, 'folder'>, edited: EditedTexts = new Map()): readonly string[] {
  const files = folder?.questioned.map((each) => each.path) ?? [];
  return [...files, ...[...edited.keys()].filter((each) => !files.includes(each))];
}

/** Every questioned text that can be read, by its place. The others are reported. Throws the problem of a text if there is no other. */
export async function* readAllInQuestion(
  at: CaseAt,
  { labels, edited }: { readonly labels: Labels; readonly edited?: EditedTexts | undefined },
): Answering<ReadonlyMap<string, QuestionedDocument>> {
  const texts = new Map<string, QuestionedDocument>();
  const problems: IdiographError[] = [];
  for (const document of listInQuestion(at, edited)) {
    const open = edited?.get(document);
    const outcome = open ? { answer: open } : yield* attempt(readQuestioned(at, document, labels));
    if ('answer' in outcome) texts.set(document, outcome.answer);
    else problems.push(outcome.problem);
  }
  if (texts.size === 0 && problems[0]) throw problems[0];
  for (const { code, sentence, details: values } of problems) yield { notice: { code, sentence, values } };
  return texts;
}

/** The name of a questioned document in a list of all of them. */
export function nameInQuestion({ folder }: CaseAt, document: string, text?: QuestionedDocument): string {
  const isOfCase = folder?.questioned.some((each) => each.path === document);
  return isOfCase ? nameFrom(path.join(folder!.folder, 'questioned'), document) : (text?.id ?? document);
}

/** The labels of a document: the user's, otherwise those of the case, otherwise unknown and English. */
export function addLabels(labels: Labels, facts: CaseDocument | undefined): Provenance {
  const { mode, genre, language } = facts ?? unlabelled;
  return { mode: labels.mode ?? mode, genre: labels.genre ?? genre, language: labels.language ?? language };
}

export async function* readQuestioned(at: CaseAt, file: string, labels: Labels): Answering<QuestionedDocument> {
  const { text, sha256, reading, byHand } = yield* readCounted(at, file, labels.speakers);
  const facts = at.folder?.describe(file);
  const about = { ...addLabels(labels, facts), byHand, works: listWorks(facts), version: 1, sha256 };
  return { id: path.basename(file), text, ...about, hashed: 'file', reading };
}

/** Reads a known document that is in no index. */
export async function* readKnown(at: CaseAt, file: string, labels: Labels): Answering<KnownDocument> {
  const { text, byHand } = yield* readCounted(at, file, labels.speakers);
  const facts = at.folder?.describe(file);
  const title = path.basename(file);
  const author = facts?.author ?? 'known';
  return {
    id: title,
    text,
    title,
    author,
    role: 'known',
    ...addLabels(labels, facts),
    byHand,
    works: listWorks(facts),
  };
}

/** Reads a file with its ranges set by hand, and reports what does not count. */
async function* readCounted(
  at: CaseAt,
  file: string,
  speakers?: readonly string[],
): Answering<FileText & Pick<SourceText, 'byHand'>> {
  const read = yield* readFile(at, file);
  const facts = at.folder?.describe(file);
  const byHand = checkRanges(read.text, listHandRanges({ ...facts, ...(speakers && { speakers }) }), computeSha256);
  if (speakers && byHand?.some((range) => range.speakers && range.isStale))
    throw noSpeaker(path.basename(file), speakers.join(', '));
  yield { shares: nameShares(path.basename(file), { ...read, byHand }, read.reading) };
  return { ...read, byHand };
}

/** Reads a file of the case or elsewhere. Throws the errors of `readDocument`, and an error for a link in the case. */
function readFile(at: CaseAt, file: string, anyLength?: boolean): Answering<FileText> {
  if (at.folder?.isLinked(file)) throw linkedFile(file);
  return at.ask('readDocument', file, anyLength);
}

/**
 * How the known files of the case, or of one of its authors, were read, by the hashes of their texts. Mailboxes and tables of messages are not
 * read again for this.
 */
export async function* readKnownFiles(at: CaseAt, author?: string): Answering<ReadonlyMap<string, Reading>> {
  const readings = new Map<string, Reading>();
  const wanted = author && ((await at.readNaming())?.resolveAuthor(author) ?? author); // a blind case has other names
  const files = (at.folder?.filesToIndex ?? []).filter((each) => !wanted || normaliseAuthor(each.author) === wanted);
  for (const { path: file } of files) {
    if (isCollected(file) || formatOf(file) === 'plainText') continue;
    const outcome = yield* attempt(readFile(at, file));
    const { reading } = 'answer' in outcome ? outcome.answer : {};
    if (reading) readings.set(reading.textSha256, reading);
  }
  return readings;
}

/** A text as it is read, with its labels and its ranges set by hand. If a range is given, it is set first. */
export async function* text(
  at: CaseAt,
  { file, labels, range }: { readonly file: string; readonly labels: Labels; readonly range?: RangeToSet | undefined },
): Answering<FileText & Pick<SourceText, 'byHand'> & { readonly textSha256: string; readonly labels: Provenance }> {
  const read = yield* readFile(at, file, true);
  let { folder } = at;
  if (range) {
    if (!folder) throw noTextOfCase(path.basename(file));
    folder.setRange(file, read.text, range);
    folder = await CaseFolder.open(folder.file);
  }
  const facts = folder?.describe(file);
  const { speakers } = labels;
  const byHand = checkRanges(read.text, listHandRanges({ ...facts, ...(speakers && { speakers }) }), computeSha256);
  const textSha256 = read.reading?.textSha256 ?? computeSha256(read.text);
  return { ...read, byHand, textSha256, labels: addLabels(labels, facts) };
}
