import path from 'node:path';
import type { CaseDocument } from '../core/casework/caseFile';
import type { Evidence, KnownDocument, Provenance, QuestionedDocument, SourceText } from '../core/domain';
import { linkedFile, usage } from '../core/errors';
import { factsTogether, rangesTogether, textTogether, titleTogether } from '../core/text/document';
import { checkedRanges } from '../core/text/handRanges';
import { togetherWords } from '../presentation/words/words';
import { namedShares } from '../core/text/textAsRead';
import type { EngineService, ReadText, ReviewOptions } from '../protocol/engine';
import { modeOption, type Parsed, textOption, textsOption } from './options';
import type { Session } from './session';
import { indexOfCase } from '../node/casework/indexOfCase';
import { isSamePlace } from '../node/places';
import { sha256Of } from '../node/sha256';
import { type Asked, type LoggedQuestion, questionsAbout } from '../core/casework/caseLog';
import { keptResult, readKeptResult } from '../core/casework/keptRecords';
import { countWords } from '../core/text/countWords';
import type { CaseLog } from '../node/casework/caseLog';
import { ResultFolder, settingsHash } from '../node/casework/results';
import { analysedWords, resultKey } from '../presentation/findings';
import { refusedResultWords } from '../presentation/words/caveats';
import { authorsSearched, loggedOutcome, searchOutcome } from '../presentation/report/reportFacts';

/** Reads a questioned document; what the options leave out comes from the case, else it is unknown. */
export async function readQuestioned(session: Session, file: string): Promise<QuestionedDocument> {
  const { text, sha256, reading, byHand } = await readCounted(session, file);
  const facts = session.caseFolder?.describe(file);
  return {
    id: path.basename(file),
    text,
    ...labelsOf(session.parsed, facts),
    byHand,
    version: 1,
    sha256,
    hashed: 'file',
    reading,
  };
}

/** The questioned document of a command, and those that are to be read as one with it. */
export function questionedFiles(parsed: Parsed): readonly string[] {
  return [...parsed.positionals.slice(0, 1), ...textsOption(parsed, 'with')];
}

/** Reads questioned documents as one text, and says what is taken for granted of several. */
export async function readTogether(session: Session, files: readonly string[]): Promise<QuestionedDocument> {
  const documents = await Promise.all(files.map((each) => readQuestioned(session, each)));
  if (documents.length === 1) return documents[0]!;
  if (new Set(documents.map(({ sha256 }) => sha256)).size < documents.length)
    throw usage('The same questioned text was given twice: name each text once.');
  const text = textTogether(documents.map((document) => document.text));
  const together = documents.map(({ id: title, sha256 }) => ({ title, sha256 }));
  for (const words of togetherWords(together)) session.warn(words);
  return {
    id: titleTogether(documents.map(({ id }) => id)),
    text,
    ...factsTogether(documents),
    byHand: rangesTogether(documents),
    version: 1,
    sha256: sha256Of(text),
    together,
  };
}

/** Reads a file, of the case or elsewhere. Throws what `readDocument` does, and that it is a link of the case. */
export function readText({ engine, caseFolder }: Session, file: string, anyLength?: boolean): Promise<ReadText> {
  if (caseFolder?.isLinked(file)) throw linkedFile(file);
  return engine.readDocument(path.resolve(file), anyLength);
}

/** Reads a file with the ranges that were set by hand in it, and notes what of it does not count. */
async function readCounted(session: Session, file: string): Promise<ReadText & Pick<SourceText, 'byHand'>> {
  const read = await readText(session, file);
  const byHand = checkedRanges(read.text, session.caseFolder?.describe(file)?.ranges, sha256Of);
  session.tellShares(namedShares(path.basename(file), { ...read, byHand }));
  return { ...read, byHand };
}

/** Reads a known document that is in no index. */
export async function readKnown(session: Session, file: string): Promise<KnownDocument> {
  const { text, byHand } = await readCounted(session, file);
  const facts = session.caseFolder?.describe(file);
  return {
    id: path.basename(file),
    text,
    title: path.basename(file),
    author: facts?.author ?? 'known',
    role: 'known',
    ...labelsOf(session.parsed, facts, 'known-'),
    byHand,
  };
}

const unlabelled: Provenance = { mode: 'unknown', genre: 'unknown', language: 'en' };

/**
 * How a document is labelled: by the options first, then by the case, else unknown and English.
 *
 * @param prefix  of the options, such as "known-"
 */
export function labelsOf(parsed: Parsed, facts: CaseDocument | undefined, prefix = ''): Provenance {
  const { mode, genre, language } = facts ?? unlabelled;
  return {
    mode: modeOption(parsed, `${prefix}mode`) ?? mode,
    genre: textOption(parsed, `${prefix}genre`) ?? genre,
    language: textOption(parsed, 'language') ?? language,
  };
}

/** A review with its text. */
export interface ReviewedText {
  readonly questioned: QuestionedDocument;
  readonly evidence: Evidence;
}

/** The kept result of a questioned file of the case, or else that of a review by this engine. */
export async function reviewOf(session: Session, file: string, engine: EngineService): Promise<ReviewedText> {
  const questioned = await readQuestioned(session, file);
  const options = session.options(10);
  const evidence = await ((await FileResults.of(session, file))?.review(questioned, options) ??
    engine.review(session.index, questioned, options));
  return { questioned, evidence };
}

/** What is kept of one questioned file of a case. Of a file that lies elsewhere, or with another index, nothing is. */
export class FileResults {
  private readonly document: string;

  private constructor(
    private readonly session: Session,
    private readonly file: string,
    private readonly folder: ResultFolder,
    private readonly log: CaseLog,
  ) {
    this.document = folder.nameOf(file);
  }

  static async of(session: Session, file: string): Promise<FileResults | undefined> {
    const { caseFolder } = session;
    if (!caseFolder?.describe(file)) return undefined;
    if (!isSamePlace(session.index, indexOfCase(caseFolder.folder))) return undefined;
    const naming = await session.naming();
    return new FileResults(session, file, new ResultFolder(session.index, naming), caseFolder.log(naming));
  }

  /** The same of all questioned files of a command: those that are read as one. */
  static async ofAll(session: Session): Promise<readonly FileResults[]> {
    const all = await Promise.all(questionedFiles(session.parsed).map((file) => FileResults.of(session, file)));
    return all.flatMap((each) => each ?? []);
  }

  /** What was asked of the file until now. */
  questions(): readonly LoggedQuestion[] {
    return questionsAbout(this.log.nameOf(this.file), this.log.read().entries);
  }

  /** Writes down what was asked of the file, and what came of it. */
  note(questioned: QuestionedDocument, asked: Asked, found: string): void {
    const { id: title, sha256 } = questioned;
    const outcome = loggedOutcome(questioned, found);
    this.session.note(this.log, { kind: 'asked', document: this.log.nameOf(this.file), title, sha256, asked, outcome });
  }

  /** Writes down that a report on it was written. */
  exported(file: string, sha256: string): void {
    this.session.note(this.log, { kind: 'exported', file: this.log.nameOf(file), sha256 });
  }

  /** Writes down that the index was searched. */
  async noteSearch(questioned: QuestionedDocument, evidence: Evidence): Promise<void> {
    const documents = await this.session.engine.listDocuments(this.session.index);
    const authors = authorsSearched(evidence, documents);
    this.note(questioned, { kind: 'search', authors }, searchOutcome(evidence));
  }

  /** A review of the file, or the kept one that rests on the same text, index, settings and models. */
  async review(questioned: QuestionedDocument, options: ReviewOptions): Promise<Evidence> {
    const { quiet: engine, index } = this.session;
    const settings = settingsHash(questioned, options, await engine.modelFiles());
    const changedFile = this.session.caseFolder?.changedSinceIntake(this.file);
    const words = countWords(questioned.text);
    const about = { target: { ...questioned, uri: '', offset: 0, words, changedFile }, settings };
    const { contentHash } = await engine.indexInfo(index);
    const kept = readKeptResult(this.folder.of(resultKey(this.document, about, contentHash)));
    for (const refused of this.folder.refused) this.session.warn(refusedResultWords(refused));
    const read = kept?.evidence.candidates.slice(0, options.candidates); // others have no passages
    if (kept && read?.every(({ passages }) => passages)) return kept.evidence;
    const evidence = await engine.review(index, questioned, options);
    const analysed = analysedWords(questioned.text, evidence.spans);
    const result = { ...about, document: this.document, evidence, analysed, reviewedAt: Date.now() };
    this.session.tried('The result is not kept', () =>
      this.folder.keep(resultKey(this.document, about, evidence.index), keptResult(result)),
    );
    await this.noteSearch(questioned, evidence);
    return evidence;
  }
}
