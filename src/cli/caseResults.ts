import { type Asked, type LoggedQuestion, questionsAbout } from '../core/casework/caseLog';
import { readKeptResult } from '../core/casework/keptRecords';
import type { Evidence, QuestionedDocument } from '../core/domain';
import { countWords } from '../core/text/countWords';
import type { CaseLog } from '../node/casework/caseLog';
import { ResultFolder, settingsHash } from '../node/casework/results';
import { analysedWords, keptResult, resultKey, type ReviewTarget } from '../presentation/findings';
import { authorsSearched, searchOutcome } from '../presentation/report/reportFacts';
import { togetherWords } from '../presentation/words/reading';
import type { EngineService, ReviewOptions } from '../protocol/engine';
import { textOption } from './options';
import { questionedFiles, readQuestioned } from './questioned';
import type { Session } from './session';

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

/** What is kept of one questioned file of a case. Of a file that lies elsewhere, or with an index that was named, nothing is. */
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
    const { caseFolder, index } = session;
    if (textOption(session.parsed, 'index') !== undefined || !caseFolder?.describe(file)) return undefined;
    const naming = await session.naming();
    return new FileResults(session, file, new ResultFolder(index, naming), caseFolder.log(naming));
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
  note({ id, sha256, together }: QuestionedDocument, asked: Asked, found: string): void {
    const document = this.log.nameOf(this.file);
    const outcome = [found, ...togetherWords(together)].join(' ');
    this.session.note(this.log, { kind: 'asked', document, title: id, sha256, asked, outcome });
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
    const about = { target: this.target(questioned), settings };
    const { contentHash } = await engine.indexInfo(index);
    const kept = readKeptResult(this.folder.of(resultKey(this.document, about, contentHash)));
    if (kept?.evidence.candidates.every(({ passages, markers }) => passages && markers)) return kept.evidence;
    const evidence = await engine.review(index, questioned, options);
    const analysed = analysedWords(questioned.text, evidence.spans);
    const findings = { ...about, evidence, analysed, reviewedAt: Date.now() };
    this.session.tried('The result is not kept', () =>
      this.folder.keep(resultKey(this.document, about, evidence.index), keptResult(findings, this.document)),
    );
    await this.noteSearch(questioned, evidence);
    return evidence;
  }

  private target({ id, text, mode, genre, language, sha256, hashed, reading }: QuestionedDocument): ReviewTarget {
    const changedFile = this.session.caseFolder?.changedSinceIntake(this.file);
    const facts = { mode, genre, language };
    return {
      ...{ uri: '', title: id, text, offset: 0, version: 1, words: countWords(text), facts, sha256 },
      ...(hashed && { hashed }),
      ...(changedFile && { changedFile }),
      ...(reading && { reading }),
    };
  }
}
