import * as vscode from 'vscode';
import { IdiographError } from '../../core/errors';
import type { KnownDocument, TextRange, VerifierKind } from '../../core/domain';
import type { ReviewOptions } from '../../protocol/engine';
import type { ComparisonView } from '../../protocol/panel';
import type { AuthorQuestion, ReportText, TextQuestion } from '../../presentation/report/reportFacts';
import type { EngineClient } from '../engineClient';
import type { Problems } from '../problems';
import { readSettings } from '../settings';
import { translate } from '../translate';
import { caseOptions } from '../case/caseFolder';
import type { Findings, ReviewTarget, PanelSelection } from '../../presentation/findings';
import { KnownTexts } from './knownTexts';
import { allPassages, chosenCandidate } from '../../presentation/passages';
import { PassageLookup } from './passageLookup';
import type { ReviewHistory } from './reviewHistory';
import { runReview } from './runReview';
import type { WorkspaceIndex } from './workspaceIndex';
import {
  canFindPassages,
  next,
  shownFindings,
  type ReviewEvent,
  type ReviewState,
  type RunProgress,
} from '../../presentation/reviewState';

const verifierKey = 'idiograph.verifier';

/** What the session works with. */
export interface SessionDependencies {
  readonly engine: EngineClient;
  readonly index: WorkspaceIndex;
  readonly history: ReviewHistory;
  readonly problems: Problems;
  readonly memory: vscode.Memento;
}

/** A passage of a comparison by its number there, or a pair of sections, which has one after all passages. */
export interface ComparedPair {
  readonly number: number;
  readonly first: TextRange;
  readonly second: { readonly uri: vscode.Uri; readonly range: TextRange };
  /** Whether editors mark it. */
  readonly marked: boolean;
}

/** Two documents, or a document and an author, compared, with what is needed to open passages and to report on them. */
export interface ShownComparison {
  readonly target: ReviewTarget;
  readonly question: AuthorQuestion | TextQuestion;
  /** The known texts that were compared; undefined: all of the named author. */
  readonly known?: readonly ReportText[];
  readonly view: ComparisonView;
  readonly first: vscode.Uri;
  readonly pairs: readonly ComparedPair[];
}

/**
 * The review under way and its findings: the one source of truth for every surface. Renderers read it on each change
 * event and keep no copy.
 */
export class ReviewSession implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly disposables: { dispose(): unknown }[] = [this.changed];
  private current: ReviewState = { kind: 'idle' };
  private selected: PanelSelection = { origin: 'review' };
  private compared: ShownComparison | undefined;
  private readonly known: KnownTexts;
  private readonly lookup: PassageLookup;
  private run = 0;
  private stopping: vscode.CancellationTokenSource | undefined;

  constructor(private readonly deps: SessionDependencies) {
    this.known = new KnownTexts((index, id) => deps.engine.calls().knownDocument(index, id));
    this.lookup = new PassageLookup(deps.engine);
    this.disposables.push(
      this.lookup,
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.isUnderReview(document.uri)) this.edited(document);
      }),
      deps.index.onDidChange(() => void deps.problems.during(() => this.compareIndex())),
      // By its tabs: VS Code keeps a document open for minutes after the last of them has gone.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const gone = closed.some(({ input }) => input instanceof vscode.TabInputText && this.isUnderReview(input.uri));
        if (gone && !this.hasTab()) this.close();
      }),
    );
  }

  dispose(): void {
    this.stopping?.cancel();
    vscode.Disposable.from(...this.disposables).dispose();
  }

  get state(): ReviewState {
    return this.current;
  }

  get findings(): Findings | undefined {
    return shownFindings(this.current);
  }

  /** The text that is under review, or whose review failed. */
  get target(): ReviewTarget | undefined {
    const { current } = this;
    return current.kind === 'running' || current.kind === 'failed' ? current.target : this.findings?.target;
  }

  get selection(): PanelSelection {
    return this.selected;
  }

  get comparison(): ShownComparison | undefined {
    return this.compared;
  }

  /** Known documents read so far, by id. */
  get knownDocuments(): ReadonlyMap<string, KnownDocument> {
    return this.known.all;
  }

  get chosenVerifier(): VerifierKind | 'automatic' {
    return this.deps.memory.get<VerifierKind | 'automatic'>(verifierKey) ?? 'automatic';
  }

  /** Remembers the verifier for this workspace; the next review uses it. */
  async chooseVerifier(kind: VerifierKind | 'automatic'): Promise<void> {
    await this.deps.memory.update(verifierKey, kind);
    this.changed.fire();
  }

  /**
   * Reviews a text and shows it; a run that is under way is stopped first. Ends when the run has ended in any way: true, when
   * something was found.
   */
  async review(target: ReviewTarget, outer?: vscode.CancellationToken): Promise<boolean> {
    const { history, problems } = this.deps;
    const { run, stopping } = this.begin(target.uri);
    const following = outer?.onCancellationRequested(() => stopping.cancel());
    const former = history.of(target.uri)?.findings;
    this.apply({ kind: 'asked', run, target, ...(former && { former }) });
    try {
      const told = (progress: RunProgress, found?: Findings): void => this.progressed(run, progress, found);
      const findings = await this.find(target, stopping.token, told);
      await this.readKnown(findings);
      history.keep(findings);
      this.apply({ kind: 'finished', run, findings, version: versionOf(target.uri) });
      void problems.during(() => this.read());
      return true;
    } catch (error) {
      this.ended(error, run);
      return false;
    } finally {
      following?.dispose();
      stopping.dispose();
      await problems.during(() => this.compareIndex());
    }
  }

  /** Reviews a text while another one is read, and keeps what was found. Throws Cancelled and every error of the engine. */
  async reviewBeside(target: ReviewTarget, token: vscode.CancellationToken): Promise<void> {
    const findings = await this.find(target, token, () => undefined);
    this.deps.history.keep(findings);
    const isShown = this.current.kind !== 'running' && this.isUnderReview(vscode.Uri.parse(target.uri));
    if (isShown) await this.open(vscode.Uri.parse(target.uri));
  }

  /** Shows the kept result of a document again, without a run; one that is under way is stopped. False: none is kept. */
  async open(uri: vscode.Uri): Promise<boolean> {
    const { history } = this.deps;
    const findings = history.of(uri)?.findings;
    if (!findings) return false;
    const document = await vscode.workspace.openTextDocument(uri);
    const same = history.compareText(document);
    this.begin(uri.toString());
    const { target } = findings;
    const now = same ? { ...findings, target: { ...target, version: document.version } } : findings;
    this.apply({ kind: 'opened', findings: now, same });
    await this.compareIndex();
    await this.read();
    return true;
  }

  /** Another run or result takes the place of what is shown: what was chosen stays for the same document alone. */
  private begin(uri: string): { readonly run: number; readonly stopping: vscode.CancellationTokenSource } {
    this.stopping?.cancel();
    const stopping = new vscode.CancellationTokenSource();
    this.stopping = stopping;
    this.compared = undefined;
    if (this.findings?.target.uri !== uri) this.selected = { origin: 'review' };
    return { run: ++this.run, stopping };
  }

  /** The options of a question to the engine, for a document. */
  async options(uri: vscode.Uri): Promise<ReviewOptions> {
    const { candidates, verbalScale, excludeQuotes, refused } = readSettings(uri);
    const said = refused.map((setting) =>
      vscode.l10n.t('The value of the setting {setting} is not allowed; its default is used.', { setting }),
    );
    void this.deps.problems.warn(said);
    const verifier = this.chosenVerifier;
    return {
      candidates,
      scale: verbalScale,
      excludeQuotes,
      ...(verifier !== 'automatic' && { verifier }),
      ...(await caseOptions(uri)),
    };
  }

  cancel(): void {
    this.apply({ kind: 'stopping', run: this.run });
    this.stopping?.cancel();
  }

  /** Chooses a candidate, a passage of it, or both; whoever chose says so, to ignore its own news. */
  select(selection: PanelSelection): void {
    const { author } = this.selected;
    this.selected = { ...(author !== undefined && { author }), ...selection };
    this.changed.fire();
    void this.deps.problems.during(() => this.read());
  }

  /** Finds the passages of a candidate, the chosen one unless named, where it has none yet, and reads the texts they lead to. */
  async read(author = this.selected.author): Promise<void> {
    const { findings, lookup, current } = this;
    const candidate = findings && chosenCandidate(findings, author);
    if (!findings || !candidate) return;
    if (!candidate.passages && canFindPassages(current)) {
      const options = await this.options(vscode.Uri.parse(findings.target.uri));
      const passages = await lookup.of(findings, candidate.author, options);
      const { reviewedAt } = findings;
      if (passages) this.apply({ kind: 'passagesFound', reviewedAt, author: candidate.author, passages });
      if (this.findings) this.deps.history.amend(this.findings);
    }
    if (this.findings) await this.readKnown(this.findings);
  }

  /** Passages are chosen anew: those of a comparison are others than those of a review. */
  show(comparison: ShownComparison | undefined): void {
    const { author } = this.selected;
    this.selected = { ...(author !== undefined && { author }), origin: 'command' };
    this.compared = comparison;
    this.changed.fire();
  }

  /** Forgets the review of a document that is gone. */
  private close(): void {
    this.stopping?.cancel();
    this.selected = { origin: 'review' };
    this.apply({ kind: 'closed', version: this.previousVersion });
  }

  /** An edit greys the evidence; one that brings the reviewed text back ungreys it. */
  private edited(document: vscode.TextDocument): void {
    const same = this.current.kind === 'stale' && document.getText() === this.findings?.target.text;
    this.apply({ kind: 'edited', version: document.version, same });
  }

  /** Whether the index is still the one that the evidence came from. */
  private async compareIndex(): Promise<void> {
    const { engine, index } = this.deps;
    const documents = await index.documents();
    const info = documents.length === 0 ? undefined : await engine.calls().indexInfo(await index.file());
    this.deps.history.indexIs(info?.contentHash);
    this.apply({ kind: 'indexChanged', index: info?.contentHash });
  }

  /** The version of the document whose review is shown again when a run comes to nothing. */
  private get previousVersion(): number {
    const { current } = this;
    const previous = current.kind === 'running' || current.kind === 'failed' ? current.previous : undefined;
    return previous ? versionOf(previous.target.uri) : -1;
  }

  private async find(
    target: ReviewTarget,
    token: vscode.CancellationToken,
    told: (progress: RunProgress, found: Findings | undefined) => void,
  ): Promise<Findings> {
    const options = await this.options(vscode.Uri.parse(target.uri));
    return runReview(this.deps, { target, options, token, told });
  }

  private progressed(run: number, progress: RunProgress, found: Findings | undefined): void {
    this.apply({ kind: 'progressed', run, progress, ...(found && { findings: found }) });
    if (found) void this.deps.problems.during(() => this.readKnown(found));
  }

  /** Reads the known texts that the passages of the candidate being read lead to. */
  private async readKnown(findings: Findings): Promise<void> {
    const candidate = chosenCandidate(findings, this.selected.author);
    if (await this.known.read(findings, candidate ? allPassages(candidate) : [])) this.changed.fire();
  }

  private ended(error: unknown, run: number): void {
    if (error instanceof IdiographError && error.code === 'Cancelled') {
      this.apply({ kind: 'cancelled', run });
      return;
    }
    const ours = error instanceof IdiographError;
    const message = ours
      ? translate(error.sentence, error.details)
      : vscode.l10n.t('Idiograph met an unexpected error. It is described in the log.');
    const { target } = this;
    if (target && !target.isSelection && run === this.run) this.deps.history.fail(target.uri, message);
    this.apply({ kind: 'failed', run, code: ours ? error.code : 'Unexpected', message });
    this.deps.problems.record(error);
  }

  private apply(event: ReviewEvent): void {
    const before = this.current;
    this.current = next(before, event);
    if (this.current !== before) this.changed.fire();
  }

  private hasTab(): boolean {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return tabs.some(({ input }) => input instanceof vscode.TabInputText && this.isUnderReview(input.uri));
  }

  /** Whether the result of a document, or its run, is shown as it was asked for. */
  isShowing(uri: vscode.Uri): boolean {
    return this.isUnderReview(uri) && (this.current.kind === 'ready' || this.current.kind === 'running');
  }

  private isUnderReview(uri: vscode.Uri): boolean {
    return this.target?.uri === uri.toString();
  }
}

function versionOf(uri: string): number {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.version ?? -1;
}
