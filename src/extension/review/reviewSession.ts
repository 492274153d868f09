import * as vscode from 'vscode';
import { IdiographError } from '../../core/errors';
import type { Candidate, KnownDocument, TellingWords, TextRange } from '../../core/domain/evidence';
import type { StageProgress } from '../../core/basics/work';
import type { NamedAnswer, ReportText } from '../../presentation/report/reportFacts';
import type { ComparisonView } from '../../presentation/comparison';
import type { CaseState } from './caseState';
import { type Findings, isHeldBy, type PanelSelection, formatPlace } from '../../presentation/findings';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { listAllPassages, findChosenCandidate } from '../../presentation/passages';
import { CandidateSearch, type ExplainedRatio, askReview, toFindings } from './askReview';
import type { ReadCandidate } from '../../core/review/candidates';
import type { WordList } from '../../protocol/panel';
import type { ReviewChoices } from '../settings';
import * as states from '../../presentation/reviewState';
import type { ReviewState } from '../../presentation/reviewState';
import { Changing } from '../window';
import { hasTab, openDocument, readTabUri, closeTabs, isIndexed } from '../shownFiles';
import type { WindowParts } from '../case/documentFacts';

/** A comparison of two documents, or of a document and an author, with all that is needed to open passages and to write a report. */
export interface ShownComparison {
  readonly target: ReviewTarget;
  /** Undefined while the texts are being read. */
  readonly question: NamedAnswer | undefined;
  /** The known texts that were compared. Undefined if they are all texts of the named author. */
  readonly known?: readonly ReportText[];
  readonly view: ComparisonView;
  /** Passages by their numbers, then pairs of sections or chunks, which have higher numbers; and whether editors mark them. */
  readonly pairs: readonly {
    readonly number: number;
    readonly first: TextRange;
    readonly second: { readonly uri: vscode.Uri; readonly range: TextRange };
    readonly marked: boolean;
  }[];
}

/**
 * The review in progress and its findings. This is the only source for every surface: renderers read it after each change and keep no copy.
 */
export class ReviewSession extends Changing {
  private current: ReviewState = { kind: 'idle' };
  private selected: PanelSelection = {};
  private compared: ShownComparison | undefined;
  private readonly known = new Map<string, KnownDocument>();
  private readonly passages: CandidateSearch<ReadCandidate>;
  private readonly ratios: CandidateSearch<ExplainedRatio>;
  /** The ratio that was taken apart last. */
  private explained: (ExplainedRatio & { readonly id: string; readonly author: string }) | undefined;
  private run = 0;
  private stopping: vscode.CancellationTokenSource | undefined;

  constructor(
    private readonly deps: Pick<WindowParts, 'cases' | 'problems'> &
      Readonly<{ caseState: CaseState; choices: ReviewChoices }>,
  ) {
    super();
    this.passages = new CandidateSearch(deps, (calls, request) => calls.readCandidate(request));
    this.ratios = new CandidateSearch(deps, (calls, request) => calls.explainKept(request));
    this.disposables.push(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !this.isUnderReview(document.uri)) return;
        // An edit makes the evidence grey. An edit that restores the reviewed text makes it current again.
        const { findings } = this;
        const same = findings !== undefined && isHeldBy(document.getText(), findings.target);
        this.setState(states.noteEdit(this.current, document.version, same));
      }),
      deps.caseState.onDidChange(() => {
        this.setState(this.compareBasis(this.current));
        void deps.problems.runAction(async () => {
          if (this.current.kind !== 'failed') return;
          const { contentHash } = await this.readIndex(); // if the index has changed, its failure is over
          this.setState(this.compareBasis(states.noteIndex(this.current, contentHash)));
        });
      }),
      // Tabs are watched, because VS Code keeps a document open for minutes after its last tab is closed.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const { target } = this;
        const gone = target && closed.some((tab) => readTabUri(tab)?.toString() === target.uri);
        if (!gone || hasTab(target.uri)) return;
        // the review of a document that was closed is removed, and a former result is shown again
        this.stopping?.cancel();
        this.selected = {};
        const { current } = this;
        const previous = current.kind === 'running' || current.kind === 'failed' ? current.previous : undefined;
        this.setState(states.closeText(current, previous ? findVersion(previous.target.uri) : -1));
      }),
    );
  }

  override dispose(): void {
    this.stopping?.cancel();
    this.passages.dispose();
    this.ratios.dispose();
    super.dispose();
  }

  get state(): ReviewState {
    return this.current;
  }

  get findings(): Findings | undefined {
    return states.selectShownFindings(this.current);
  }

  /** The text that is under review, or that could not be reviewed. */
  get target(): ReviewTarget | undefined {
    const { current } = this;
    return current.kind === 'running' || current.kind === 'failed' ? current.target : this.findings?.target;
  }

  get selection(): PanelSelection {
    return this.selected;
  }

  /** What moved the ratio of the selected candidate. Undefined until the ratio is taken apart. */
  get explainedRatio(): ExplainedRatio | undefined {
    const { findings, explained } = this;
    const author = findings && findChosenCandidate(findings, this.selected.author)?.author;
    return findings && explained?.id === findings.id && explained.author === author ? explained : undefined;
  }

  /** The words of the list that is open. */
  get listedWords(): readonly TellingWords[] {
    const { words } = this.selected;
    const listed =
      words === 'ratio' ? this.explainedRatio?.parts?.words : words && this.findings?.evidence.order?.telling?.words;
    return listed ?? noWords;
  }

  get comparison(): ShownComparison | undefined {
    return this.compared;
  }

  /** The known documents that were read so far, by id. */
  get knownDocuments(): ReadonlyMap<string, KnownDocument> {
    return this.known;
  }

  /** Reviews a text and shows the result. A run in progress is stopped first. Resolves when the run has ended in any way. */
  async review(target: ReviewTarget, outer?: vscode.CancellationToken): Promise<void> {
    const { caseState, problems } = this.deps;
    this.stopping?.cancel();
    const stopping = (this.stopping = new vscode.CancellationTokenSource());
    const run = this.leave(target);
    const following = outer?.onCancellationRequested(() => stopping.cancel());
    this.setState(states.beginRun(this.current, run, target));
    try {
      const handleProgress = (progress: StageProgress, result?: Findings): void => {
        this.setState(states.updateRun(this.current, run, { progress, ...(result && { findings: result }) }));
        if (result) void problems.runAction(() => this.readKnown(result));
      };
      const former = await this.readResult(formatPlace(target.uri, target)).catch(() => undefined); // the run will have the same problem
      if (former) this.setState(states.updateRun(this.current, run, { previous: former }));
      const findings = await askReview(this.deps, target, stopping.token, handleProgress);
      await this.readKnown(findings);
      this.setState(states.finishRun(this.current, run, findings, findVersion(target.uri)));
      void problems.runAction(() => this.read());
    } catch (error) {
      if (error instanceof IdiographError && error.code === 'Cancelled') {
        this.setState(states.cancelRun(this.current, run));
        return;
      }
      const ours = error instanceof IdiographError;
      const code = ours ? error.code : 'Unexpected';
      const message = ours
        ? vscode.l10n.t(error.sentence, error.details)
        : vscode.l10n.t('An unexpected error occurred. The log describes it.');
      const { target: failed } = this;
      if (failed && run === this.run) caseState.fail(formatPlace(failed.uri, failed), message);
      problems.record(error);
      const { contentHash: index } = states.isOfIndex(code) ? await this.readIndex() : {};
      this.setState(states.failRun(this.current, run, { code, message, index }));
    } finally {
      following?.dispose();
      stopping.dispose();
      await problems.runAction(() => caseState.refresh());
    }
  }

  /** Reviews a text while another one is shown. Throws Cancelled and every error of the engine. */
  async reviewBeside(target: ReviewTarget, token: vscode.CancellationToken): Promise<void> {
    await askReview(this.deps, target, token);
    await this.deps.caseState.refresh();
    const isShown = this.current.kind !== 'running' && this.isUnderReview(vscode.Uri.parse(target.uri));
    if (isShown) await this.open(target.uri);
  }

  /**
   * Shows the kept result of a document, or of a selection at its place, without a run. A run of another text goes on beside it. False if
   * there is no kept result.
   */
  async open(place: string): Promise<boolean> {
    const kept = await this.findKept(place);
    if (kept) await this.showKept(kept);
    return kept !== undefined;
  }

  /** Shows the kept result of the active text. A questioned text without one replaces the result of another text, but not a run. */
  async follow(uri: vscode.Uri, isAtHand: () => boolean): Promise<void> {
    if (this.isUnderReview(uri)) return;
    const kept = await this.findKept(uri.toString());
    const isQuestioned = (await this.deps.cases.document(uri))?.role === 'questioned';
    if (!isAtHand() || this.current.kind === 'running' || this.isUnderReview(uri)) return;
    if (kept) await this.showKept(kept);
    else if (isQuestioned && this.current.kind !== 'idle') {
      this.run += 1;
      this.selected = {};
      this.compared = undefined;
      this.setState(states.openText(undefined, true));
    }
  }

  /** A kept result, with its document open. */
  private async findKept(place: string) {
    const findings = await this.readResult(place);
    if (!findings) return undefined;
    return { findings, document: await vscode.workspace.openTextDocument(vscode.Uri.parse(findings.target.uri)) };
  }

  /** The kept result of a place. */
  private async readResult(place: string): Promise<Findings | undefined> {
    const { caseState, cases } = this.deps;
    await caseState.load();
    const { result } = caseState.find(place) ?? {};
    const kept = result && (await cases.createCalls().result(result.id));
    if (!kept) return undefined;
    return toFindings(kept, {
      target: { ...kept.target, uri: result.uri },
      index: await caseState.describeSearched(),
    });
  }

  private async showKept({
    findings,
    document,
  }: NonNullable<Awaited<ReturnType<typeof this.findKept>>>): Promise<void> {
    const { target } = findings;
    const same = isHeldBy(document.getText(), target);
    this.leave(target);
    const now = same ? { ...findings, target: { ...target, version: document.version } } : findings;
    this.setState(this.compareBasis(states.openText(now, same)));
    await this.read();
  }

  /** Prepares for another result. The selection is kept only if the text is the same. Returns the number of the new result. */
  private leave({ uri, isSelection }: ReviewTarget): number {
    const { findings } = this;
    this.compared = undefined;
    if (findings?.target.uri !== uri || findings.target.isSelection !== isSelection) this.selected = {};
    return ++this.run;
  }

  cancel(): void {
    this.setState(states.updateRun(this.current, this.run, { stopping: true }));
    this.stopping?.cancel();
  }

  /** Chooses a candidate, a passage of it, or both. */
  select(selection: PanelSelection): void {
    const { author, words } = this.selected;
    this.selected = { ...(author !== undefined && { author }), ...(words && { words }), ...selection };
    this.changed.fire();
    void this.deps.problems.runAction(() => this.read());
  }

  /** Opens a list of words, or closes the one that is open. */
  openWords(words: WordList | undefined): void {
    const { words: before, ...selected } = this.selected;
    if (words === before) return;
    this.selected = { ...selected, ...(words && { words }) };
    this.changed.fire();
    void this.deps.problems.runAction(() => this.explainRatio());
  }

  /** Takes the ratio of the selected candidate apart while the list of its words is open. */
  private async explainRatio(): Promise<void> {
    const { findings, selected } = this;
    const author = findings && findChosenCandidate(findings, selected.author)?.author;
    if (selected.words !== 'ratio' || author === undefined || findings!.id === '' || this.explainedRatio) return;
    const { id } = findings!;
    const found = await this.ratios.find(findings!, author);
    if (!found) return;
    this.explained = { ...found, id, author };
    this.changed.fire();
  }

  /**
   * Finds the passages and markers of a candidate, by default the chosen one, if it has none yet, and reads the texts that they lead to.
   */
  async read(author = this.selected.author): Promise<void> {
    const { findings, current } = this;
    const candidate = findings && findChosenCandidate(findings, author);
    if (!findings || !candidate) return;
    if (!(candidate.passages && candidate.markers) && states.canFindPassages(current)) {
      const read = await this.passages.find(findings, candidate.author);
      if (read) this.setState(states.addPassages(this.current, findings.id, candidate.author, read));
    }
    if (this.findings) await this.readKnown(this.findings);
    await this.explainRatio();
  }

  /** Shows or hides a comparison. The selection is cleared, because a comparison has other passages than a review. */
  show(comparison: ShownComparison | undefined): void {
    const { author } = this.selected;
    this.selected = { ...(author !== undefined && { author }) };
    this.compared = comparison;
    this.changed.fire();
  }

  /** Adds to the state whether the basis of its result differs now. */
  private compareBasis(state: ReviewState): ReviewState {
    const findings = states.selectShownFindings(state);
    if (!findings) return state;
    const isChanged = this.deps.caseState.isBasisChanged(findings.target.uri, findings.id);
    return isChanged === undefined ? state : states.noteBasis(state, findings.id, isChanged);
  }

  /** Without a hash if the index is empty or cannot be read. That problem is reported elsewhere. */
  private readIndex(): Promise<{ readonly contentHash?: string | undefined }> {
    return this.deps.caseState.readIndex().catch(() => ({}));
  }

  /** Reads the known texts that the passages of the chosen candidate lead to. The texts of earlier findings are dropped. */
  private async readKnown(findings: Findings): Promise<void> {
    const needed = new Set(findings.evidence.candidates.flatMap(listKnownIds));
    for (const id of this.known.keys()) if (!needed.has(id)) this.known.delete(id);
    const candidate = findChosenCandidate(findings, this.selected.author);
    const missing = candidate ? listKnownIds(candidate).filter((id) => !this.known.has(id)) : [];
    if (missing.length === 0) return;
    for (const [id, document] of await this.deps.cases.readKnown(missing)) this.known.set(id, document);
    this.changed.fire();
  }

  private setState(state: ReviewState): void {
    if (state === this.current) return;
    this.current = state;
    this.changed.fire();
  }

  /** Whether the page shows the result of a place, or its run. */
  isShowing(place: string): boolean {
    const { target, current } = this;
    const isShown = target !== undefined && formatPlace(target.uri, target) === place;
    return isShown && (current.kind === 'ready' || current.kind === 'running');
  }

  private isUnderReview(uri: vscode.Uri): boolean {
    return this.target?.uri === uri.toString();
  }
}

const noWords: readonly TellingWords[] = [];

/** The known documents that the passages of a candidate lead to. */
function listKnownIds(candidate: Candidate): readonly string[] {
  return [...new Set(listAllPassages(candidate).map(({ document }) => document))];
}

function findVersion(uri: string): number {
  return openDocument(uri)?.version ?? -1;
}

/** Updates the window when its case becomes blind or is unmasked, in this window or elsewhere. */
export class BlindCase extends Changing {
  /** Whether the screen shows the masked names of authors. */
  private isMasked = false;
  private last = Promise.resolve();

  constructor(
    private readonly deps: Pick<WindowParts, 'cases' | 'problems'> &
      Readonly<{ caseState: CaseState; session: ReviewSession }>,
  ) {
    super();
    this.disposables.push(deps.cases.onDidChange(() => void deps.problems.runAction(() => this.follow())));
    void deps.problems.runAction(() => this.follow());
  }

  /** Renames everything on the screen as the case says now, after earlier updates end. */
  follow(): Promise<void> {
    const { cases, caseState, session } = this.deps;
    const rename = async (): Promise<void> => {
      const isMasked = (await cases.view())?.isMasked === true;
      if (isMasked !== this.isMasked) {
        session.cancel();
        await closeTabs((_, uri) => isIndexed(uri)); // these close first, because their titles have the old names
        await caseState.refreshIndex();
        await caseState.refresh();
        const { target } = session;
        session.show(undefined);
        if (target) await session.open(formatPlace(target.uri, target));
      }
      this.isMasked = isMasked;
    };
    this.last = this.last.catch(() => undefined).then(rename);
    return this.last;
  }
}
