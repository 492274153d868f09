import path from 'node:path';
import { type Asked, type LoggedQuestion, questionsAbout, readKeptResult } from '../core/casework/keptRecords';
import type { Evidence, QuestionedDocument } from '../core/domain';
import { IdiographError } from '../core/errors';
import { countWords } from '../core/text/countWords';
import { ResultFolder, settingsHash } from '../node/casework/results';
import { analysedWords, type ReviewTarget } from '../presentation/findings';
import { keptResult, resultKey } from '../presentation/keptReviews';
import { localTime } from '../presentation/words/words';
import { searchOutcome } from '../presentation/report/reportFacts';
import type { ReviewOptions } from '../protocol/engine';
import { textOption } from './options';
import type { Session } from './session';

/** What is kept of one questioned file of a case. Of a file that lies elsewhere, or with an index that was named, nothing is. */
export class FileResults {
  private readonly document: string;

  private constructor(
    private readonly session: Session,
    private readonly file: string,
    private readonly folder: ResultFolder,
  ) {
    this.document = path.relative(this.folder.base, path.resolve(file)).split(path.sep).join('/');
  }

  static async of(session: Session, file: string): Promise<FileResults | undefined> {
    const isOfCase =
      textOption(session.parsed, 'index') === undefined && session.caseFolder?.describe(file) !== undefined;
    return isOfCase
      ? new FileResults(session, file, new ResultFolder(session.index, await session.naming()))
      : undefined;
  }

  /** What was asked of the file until now. */
  questions(): readonly LoggedQuestion[] {
    return questionsAbout(this.document, this.folder.questions());
  }

  /** Writes down what was asked of the file, and what came of it. */
  note({ id, sha256 }: QuestionedDocument, asked: Asked, outcome: string): void {
    const now = new Date();
    const at = localTime(now, -now.getTimezoneOffset());
    this.tried(() => this.folder.note({ at, document: this.document, title: id, sha256, asked, outcome }));
  }

  /** Writes down that the index was searched. */
  async noteSearch(questioned: QuestionedDocument, evidence: Evidence): Promise<void> {
    const documents = await this.session.engine.listDocuments(this.session.index);
    const authors = new Set(documents.filter(({ role }) => role === 'known').map(({ author }) => author)).size;
    this.note(questioned, { kind: 'search', authors }, searchOutcome(evidence));
  }

  /** A review of the file, or the kept one that rests on the same text, index, settings and models. */
  async review(questioned: QuestionedDocument, options: ReviewOptions): Promise<Evidence> {
    const { engine, index } = this.session;
    const settings = settingsHash(questioned, options, await engine.modelFiles());
    const about = { target: this.target(questioned), settings };
    const { contentHash } = await engine.indexInfo(index);
    const kept = readKeptResult(this.folder.of(resultKey(this.document, about, contentHash)));
    if (kept?.evidence.candidates.every(({ passages, markers }) => passages && markers)) return kept.evidence;
    const evidence = await engine.review(index, questioned, options);
    const analysed = analysedWords(questioned.text, evidence.spans);
    const findings = { ...about, evidence, analysed, reviewedAt: Date.now() };
    this.tried(() =>
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

  /** That nothing can be written beside the index stops no review. */
  private tried(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof IdiographError) && !(error instanceof Error && 'code' in error)) throw error;
      this.session.io.stderr(`The result is not kept: ${error.message}`);
    }
  }
}
