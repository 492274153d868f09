import * as vscode from 'vscode';
import type { Asked, LogEvent, LoggedQuestion } from '../../core/casework/caseLog';
import type { KeptResult } from '../../core/casework/keptRecords';
import { type Findings, isHeldBy, type KeptReview, KeptReviews, formatPlace } from '../../presentation/findings';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { countAuthorsSearched, searchOutcome } from '../../presentation/report/reportFacts';
import type { WindowCase } from '../case/windowCase';
import { findChangedParts, isOutdated, readSettings } from '../../core/casework/staleness';
import type { Evidence, Provenance } from '../../core/domain';
import type { Problems } from '../problems';
import { toFileUri, openDocument, listPlaces, toShownUri } from '../shownFiles';
import type { ReviewChoices } from './reviewChoices';
import { readBufferOrFile } from './targets';
import type { WorkspaceIndex } from './workspaceIndex';
import { Changing } from '../changing';

/**
 * The results of documents and selections, and whether each still is about its text, the index and the settings. Those of files
 * are kept beside the index, where another window, a later one and the command line find them.
 */
export class ReviewHistory extends Changing {
  private readonly kept = new KeptReviews();
  /** Places whose text, or whose settings, are others by now. */
  private readonly overtaken = { text: new Set<string>(), settings: new Set<string>() };
  private index: string | undefined;
  private loading: { readonly file: string; readonly done: Promise<void> } | undefined;

  constructor(
    private readonly deps: {
      readonly index: WorkspaceIndex;
      readonly cases: WindowCase;
      readonly choices: ReviewChoices;
      readonly problems: Problems;
    },
  ) {
    super();
    const { choices, problems } = deps;
    this.held.push(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.compareText(document.uri, document.getText());
      }),
      choices.onDidChange(() => void problems.runAction(() => this.compareSettings())),
    );
  }

  /** Finds the review by the URI of a document or by the place of a selection. */
  find(place: vscode.Uri | string): KeptReview | undefined {
    return this.kept.find(place.toString());
  }

  listSelections(uri: vscode.Uri): readonly Findings[] {
    return this.kept.listSelections(uri.toString());
  }

  /** Whether text, index or settings are others than those of the review. */
  isStale(place: vscode.Uri | string): boolean {
    const findings = this.find(place)?.findings;
    const { text, settings } = this.overtaken;
    if (text.has(place.toString()) || settings.has(place.toString())) return true;
    return findings !== undefined && findings.evidence.index !== this.index;
  }

  keep(findings: Findings): void {
    this.index = findings.evidence.index;
    this.kept.keep(findings);
    for (const places of Object.values(this.overtaken))
      places.delete(formatPlace(findings.target.uri, findings.target));
    const open = openDocument(findings.target.uri);
    if (open) this.compareText(open.uri, open.getText()); // which may have changed during the run, as the settings may
    void this.deps.problems.runAction(() => this.compareSettings([findings]));
    this.changed.fire();
    void this.deps.problems.runAction(() => this.write(findings));
    const authors = countAuthorsSearched(findings.evidence, findings.index.documents.values());
    this.noteQuestion(findings.target, { kind: 'search', authors }, searchOutcome(findings.evidence));
  }

  /** Writes down what was asked of a text, and what came of it. */
  noteQuestion(target: ReviewTarget, asked: Asked, found: string): void {
    const files = listPlaces(vscode.Uri.parse(target.uri));
    void this.deps.problems.runAction(async () => {
      await (await this.deps.cases.createCalls()).noteQuestion(files, target, { asked, found });
    });
  }

  /** What was asked of a document, here or elsewhere. */
  async listQuestions(uri: vscode.Uri): Promise<readonly LoggedQuestion[]> {
    return (await this.deps.cases.createCalls()).questions(listPlaces(uri)[0] ?? uri.toString());
  }

  /** Writes into the log of the case; that it cannot be written is told, and stops nothing. */
  async log(event: LogEvent): Promise<void> {
    await this.deps.problems.runAction(async () => (await this.deps.cases.createCalls()).noteEvent(event));
  }

  /** Keeps a result with more passages in the place of itself. */
  amend(findings: Findings): void {
    if (this.kept.amend(findings)) void this.deps.problems.runAction(() => this.write(findings));
  }

  /** Calls the authors of all results otherwise, from now on, and the texts of the index. */
  async rename(change: (evidence: Evidence) => Promise<Evidence>): Promise<void> {
    const { documents } = await this.deps.index.describeSearched();
    for (const findings of this.kept.all) {
      const { index, evidence } = findings;
      this.kept.amend({ ...findings, index: { ...index, documents }, evidence: await change(evidence) });
    }
    this.changed.fire();
  }

  fail(place: string, problem: string): void {
    this.kept.fail(place, problem);
    this.changed.fire();
  }

  /** The content hash of the index now; undefined: it holds nothing. */
  setIndex(index: string | undefined): void {
    if (index === this.index) return;
    this.index = index;
    this.changed.fire();
  }

  /** Reads what is kept beside the index, once for each index: who asks meanwhile waits for it, too. */
  async load(): Promise<void> {
    const file = await this.deps.index.findFile();
    if (this.loading?.file !== file) this.loading = { file, done: this.read() };
    try {
      await this.loading.done;
    } catch (error) {
      this.loading = undefined; // the next one to ask tries again
      throw error;
    }
  }

  private async read(): Promise<void> {
    const { index } = this.deps;
    const searched = await index.describeSearched();
    this.index = await index.readContentHash();
    for (const result of await (await this.deps.cases.createCalls()).keptResults()) {
      const uri = toShownUri(vscode.Uri.file(result.document)).toString();
      const held = this.find(formatPlace(uri, result.target))?.findings;
      if (!held || held.reviewedAt < result.reviewedAt) this.kept.keep(toFindings(result, uri, searched));
    }
    for (const uri of new Set(this.kept.all.map(({ target }) => target.uri)))
      this.compareText(uri, await readBufferOrFile(vscode.Uri.parse(uri)));
    await this.compareSettings();
  }

  /**
   * The result of a whole document that a review would come to now; undefined: there is none. Looks among the results in memory, and
   * then beside the index, since memory has the latest `maxKept` only.
   */
  async findCurrent(
    uri: vscode.Uri,
    { text, ...facts }: Provenance & Pick<ReviewTarget, 'text' | 'byHand'>,
  ): Promise<Findings | undefined> {
    const { index, choices } = this.deps;
    this.setIndex(await index.readContentHash());
    this.compareText(uri, text);
    if (this.find(uri)?.findings) return this.findCurrentInMemory(uri);
    const settings = await choices.settings(uri, facts);
    const kept = await this.beside(uri, { text, offset: 0 }, settings);
    if (!kept || kept.evidence.server?.problem) return undefined;
    this.kept.keep(toFindings(kept, uri.toString(), await index.describeSearched()));
    return this.find(uri)?.findings;
  }

  private findCurrentInMemory(uri: vscode.Uri): Findings | undefined {
    const { findings, problem } = this.find(uri) ?? {};
    const isDone = problem === undefined && !findings?.evidence.server?.problem && !this.isStale(uri);
    return isDone ? findings : undefined;
  }

  /** Looks which results of a document, and of its selections, are of the text that it holds. */
  compareText(document: vscode.Uri | string, text: string | undefined): void {
    const uri = document.toString();
    const results = this.kept.all.filter(({ target }) => target.uri === uri);
    const moved = results.filter(({ target }) => this.mark('text', target, !isHeldBy(text, target)));
    if (moved.length > 0) this.changed.fire();
  }

  /** Looks which results were made with the settings of now; an earlier one that was, is taken up again in the place of one that was not. */
  private async compareSettings(results = this.kept.all): Promise<void> {
    for (const { target } of results) {
      const uri = vscode.Uri.parse(target.uri);
      const settings = await this.deps.choices.settings(uri);
      const findings = this.find(formatPlace(target.uri, target))?.findings; // which a run that has ended meanwhile may have put there
      if (!findings) continue;
      const isOther = settings !== findings.settings;
      const before = isOther ? await this.beside(uri, findings.target, settings) : undefined;
      if (before) this.kept.keep(toFindings(before, target.uri, findings.index));
      const made = readSettings((before ?? findings).settings);
      this.mark('settings', target, isOutdated(findChangedParts(made, readSettings(settings))));
    }
    this.changed.fire();
  }

  /** Returns whether it was marked otherwise before. */
  private mark(part: 'text' | 'settings', target: ReviewTarget, isChanged: boolean): boolean {
    const places = this.overtaken[part];
    const place = formatPlace(target.uri, target);
    if (places.has(place) === isChanged) return false;
    if (isChanged) places.add(place);
    else places.delete(place);
    return true;
  }

  /** The result that is kept beside the index of a file with this text and these settings. */
  private async beside(
    uri: vscode.Uri,
    target: Pick<ReviewTarget, 'text' | 'offset' | 'isSelection'>,
    settings: string,
  ): Promise<KeptResult | undefined> {
    const { scheme, fsPath: file } = toFileUri(uri);
    if (scheme !== 'file') return undefined;
    return (await this.deps.cases.createCalls()).keptResultOf({ file, target, settings, index: this.index });
  }

  private async write(findings: Findings): Promise<void> {
    const { scheme, fsPath: document } = toFileUri(vscode.Uri.parse(findings.target.uri));
    if (scheme === 'file') await (await this.deps.cases.createCalls()).keepResult({ ...findings, document });
  }
}

/** A kept result as what was found, now that its document and the index are known. */
function toFindings(kept: KeptResult, uri: string, index: Findings['index']): Findings {
  return { ...kept, target: { ...kept.target, uri }, index };
}
