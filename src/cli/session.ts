import fs from 'node:fs';
import path from 'node:path';
import type { CaseAddress, CaseNews, Choices } from '../case/caseAt';
import type { CaseCalls, CaseFacts } from '../case/caseService';
import { type CaseAsking, createCaseCalls } from '../case/client';
import type { Labels } from '../case/texts';
import type { Mode, Question } from '../core/domain/evidence';
import { usage } from '../core/errors';
import type { NamedShares } from '../core/text/textAsRead';
import { addressOf, isServerUrl, parseAddress } from '../node/opensearch/address';
import type { EngineThread } from '../node/worker/engineThread';
import { formatShares } from '../presentation/textAsRead';
import { describeNotice, formatUnread } from '../presentation/words/notices';
import type { EngineProgress } from '../protocol/engine';
import { formatCount, type CommandIo } from './io';
import { findModelsFolder, readFlagOption, readTextOption, type Parsed } from './options';

/** One run of a command: its questions to the case service, and its output. */
export class Session {
  private readonly notices: string[] = [];
  private shares: readonly NamedShares[] = [];
  private lastProgress = '';
  private goesOn = false;
  /** The case that was named, or otherwise the case around the first document or around the working folder. */
  opened: CaseFacts | undefined;
  private address: CaseAddress & { readonly place?: string };

  private constructor(
    readonly parsed: Parsed,
    readonly io: CommandIo,
    private readonly thread: Pick<EngineThread, 'ask' | 'close'>,
  ) {
    const [named, index] = [readTextOption(parsed, 'case'), readTextOption(parsed, 'index')];
    this.address = {
      ...(named !== undefined && { folder: path.resolve(named) }),
      ...(index !== undefined && { index: isServerUrl(index) ? index : path.resolve(index) }),
      around: parsed.positionals.length > 0 ? 'what was given' : 'the working folder',
    };
  }

  /** Opens the case, does the work, and closes the thread in good order in any event. @param loads  loads the models meanwhile */
  static async run(
    parsed: Parsed,
    io: CommandIo,
    work: (session: Session) => Promise<number>,
    { place = parsed.positionals[0] ?? '.', loads = false } = {},
  ): Promise<number> {
    const isThere = parsed.positionals.every((file) => fs.existsSync(file)); // otherwise the work fails without models
    const run = async (session: Session): Promise<number> => {
      session.address = { ...session.address, place: path.resolve(place) };
      session.opened = await session.createCalls().open();
      session.address = { ...session.address, place: undefined, folder: session.opened?.place } as CaseAddress;
      return work(session);
    };
    return Session.runWithoutCase(parsed, io, run, loads && isThere);
  }

  /** Does work without a case. */
  static async runWithoutCase(
    parsed: Parsed,
    io: CommandIo,
    work: (session: Session) => Promise<number>,
    loads = false,
  ): Promise<number> {
    const thread = io.engine(findModelsFolder(parsed), loads);
    try {
      return await work(new Session(parsed, io, thread));
    } finally {
      await thread.close();
    }
  }

  /** Runs a command on the case that the first operand names. */
  static runOnCase(parsed: Parsed, io: CommandIo, work: (session: Session) => Promise<number>): Promise<number> {
    return Session.run({ ...parsed, values: { ...parsed.values, case: parsed.positionals[0]! } }, io, work);
  }

  /**
   * The calls to the case service. Their news are printed and a signal stops them. @param hear  receives the news instead of the session
   */
  createCalls(hear?: CaseAsking['onProgress']): CaseCalls {
    return createCaseCalls(this.thread, this.address, {
      stop: this.io.stop,
      onProgress: hear ?? ((news) => 'step' in news || this.hear(news)),
    });
  }

  /** The case. Throws Usage if none is named or found. */
  get case(): CaseFacts {
    if (this.opened) return this.opened;
    throw usage(`There is no case folder around ${this.address.around ?? ''}. Name one with --case FOLDER.`);
  }

  get json(): boolean {
    return readFlagOption(this.parsed, 'json');
  }

  /** The user's labels of documents. @param prefix  of the options, such as "known-" */
  readLabels(prefix = ''): Labels {
    const speaker = readTextOption(this.parsed, 'speaker');
    return {
      mode: readTextOption(this.parsed, `${prefix}mode`) as Mode | undefined,
      genre: readTextOption(this.parsed, `${prefix}genre`),
      language: readTextOption(this.parsed, 'language'),
      ...(speaker !== undefined && prefix === '' && { speakers: [speaker] }),
    };
  }

  /**
   * The questioned document of the command and the options of the answer, as the service takes them.
   * @param candidates  with a verification, and in JSON with passages
   */
  readAsked(candidates = Number(readTextOption(this.parsed, 'candidates') ?? 10)) {
    const { parsed } = this;
    const url = readTextOption(parsed, 'server');
    if (url !== undefined) parseAddress(url);
    const server = url === undefined ? undefined : addressOf(url);
    const choices: Choices = { candidates, excludeQuotes: true, server, question: this.readQuestion() };
    return { file: path.resolve(parsed.positionals[0] ?? ''), labels: this.readLabels(), choices };
  }

  /** The question among authors that the options ask. */
  readQuestion(): Question | undefined {
    const names = (this.parsed.values['among'] ?? []) as readonly string[];
    const [first] = names;
    if (names.length === 1 && (first === 'known' || first === 'anybody')) return first;
    return names.length === 0 ? undefined : names;
  }

  /** Prints what the service reports on the way to an answer. */
  hear(news: CaseNews): void {
    if ('notice' in news) this.warn(describeNotice(news.notice));
    else if ('unread' in news) news.unread.map(formatUnread).forEach((each) => this.warn(each));
    else if ('shares' in news) this.shares = [...this.shares, ...news.shares];
    else this.showProgress(news);
  }

  /** Prints progress, and says once that an indexing continues an earlier one. */
  private showProgress(progress: EngineProgress): void {
    if (!('file' in progress)) {
      this.showShare('stage' in progress ? progress.stage : progress.maintenance, progress.done, progress.total);
      return;
    }
    const { done, total, present, encoded } = progress;
    if (!this.goesOn && present > 0 && done > present) {
      this.goesOn = true;
      this.io.stderr(`In the index already: ${formatCount(present, 'document')}; going on with the others.`);
    }
    this.showShare('indexing', done + encoded, total);
  }

  /** Prints progress in numbers on a terminal, and elsewhere one line for each tenth. */
  private showShare(label: string, done: number, total: number): void {
    const tenths = total > 0 ? Math.floor((10 * done) / total) : 0;
    const isTerminal = this.io.terminal;
    const line = isTerminal ? `${label} ${Math.floor(10 * done) / 10} of ${total}` : `${label} ${tenths * 10} %`;
    if (line === this.lastProgress) return;
    this.lastProgress = line;
    this.io.progress(line, done === total);
  }

  /** Prints a warning: at once on stderr, and in JSON with the results. */
  private warn(sentence: string): void {
    this.notices.push(sentence);
    this.io.stderr(`Warning: ${sentence}`);
  }

  /** The parts of texts that do not count, one line for each text that was read since the last call. */
  takeSharesLines(): readonly string[] {
    return this.takeShares().map((each) => `  ${formatShares(each)}`);
  }

  takeShares(): readonly NamedShares[] {
    const { shares } = this;
    this.shares = [];
    return shares;
  }

  /** Prints the result: its lines for people, or one line of JSON. Returns the exit status of a command that is done. */
  async answer(
    format: string,
    result: object,
    lines: () => readonly string[] | Promise<readonly string[]>,
  ): Promise<number> {
    if (this.json) this.printJson(format, result);
    else this.io.stdout(...(await lines()));
    return 0;
  }

  printJson(format: string, result: object): void {
    this.io.stdout(JSON.stringify({ format, shares: this.takeShares(), ...result, warnings: this.notices }));
  }
}
