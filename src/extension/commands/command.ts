import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import type { ReviewPanel } from '../panel/reviewPanel';
import { type PickStep, pickStep, type WindowParts } from '../case/documentFacts';
import { type Decisions, parseCaseNode } from '../case/windowCase';
import type { Exhibits, ReviewChoices } from '../settings';
import type { CaseState } from '../review/caseState';
import type { ExcludedText } from '../decorations/placeDecorations';
import type { BlindCase, ReviewSession } from '../review/reviewSession';
import { type ActiveText, openTextDocument, reviewTarget } from '../review/textDocuments';
import { formatDocument, openDocument, toShownUri, readTitle } from '../shownFiles';
import type { QuestionedTexts } from '../tree/treeItems';
import type { CaseCalls } from '../../case/caseService';
import type { EditedTexts } from '../../case/texts';
import type { Question } from '../../core/domain/evidence';
import { describeReadiness, formatShare } from '../../presentation/words/words';
import type { EngineProgress, IndexReport } from '../../protocol/engine';
import type { WorkStep } from '../window';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { findColumn } from '../review/readingLayout';

export interface CommandDependencies extends Pick<WindowParts, 'cases' | 'facts' | 'work' | 'problems'> {
  readonly choices: ReviewChoices;
  readonly activeText: ActiveText;
  readonly session: ReviewSession;
  readonly caseState: CaseState;
  readonly blind: BlindCase;
  readonly decisions: Decisions;
  readonly excluded: ExcludedText;
  readonly listed: QuestionedTexts;
  readonly panel: ReviewPanel;
  readonly exhibits: Exhibits;
  readonly pages: StaticPages;
  readonly extension: vscode.Extension<unknown>;
}

/** A command. Its errors are shown to the user. */
export type Command = (deps: CommandDependencies, ...args: readonly unknown[]) => Promise<void>;

/**
 * The document that a command was called on: that of the explorer or a tab, a questioned one of the tree, otherwise the active text, and
 * otherwise an open known text. Throws if no document is open.
 */
export async function findDocument(
  argument: unknown,
  { activeText }: Pick<CommandDependencies, 'activeText'>,
): Promise<vscode.Uri> {
  if (argument instanceof vscode.Uri) return toShownUri(argument);
  const node = parseCaseNode(argument);
  if (node?.kind === 'questioned') return node.entry.uri;
  const uri = (await activeText.find()) ?? vscode.window.visibleTextEditors[0]?.document.uri;
  if (!uri) throw usage(vscode.l10n.t('Open the document first.'));
  return uri;
}

/** Whether the user wants to question the author of a known text. */
export async function confirmQuestioned(uri: vscode.Uri): Promise<boolean> {
  const title = vscode.l10n.t('{title} is a known text. Do you want to treat it as a questioned text?', {
    title: readTitle(uri),
  });
  const yes = vscode.l10n.t('Continue');
  return (await vscode.window.showQuickPick([yes, vscode.l10n.t('Cancel')], { title })) === yes;
}

/** The questioned texts that differ from their files in editors, and the text under review if it is outside the case. */
export async function readEdited({ session, cases, facts }: CommandDependencies): Promise<EditedTexts> {
  const edited = new Map<string, ReviewTarget>();
  const ofCase = (await cases.questioned()).map(({ uri }) => uri.toString());
  const { target } = session;
  for (const uri of new Set([...ofCase, ...(target ? [target.uri] : [])])) {
    const open = openDocument(uri);
    const isEdited = open?.isDirty === true || !ofCase.includes(uri);
    const text = isEdited
      ? await reviewTarget(open ?? (await openTextDocument(vscode.Uri.parse(uri))), facts)
      : undefined;
    if (text) edited.set(formatDocument(vscode.Uri.parse(uri)), text);
  }
  return edited;
}

/**
 * Asks who could have written the texts of the case, or one of them, and records the answer. Returns 'back' as `pickStep` does, and
 * undefined if the user cancelled.
 */
export async function askQuestion(
  { cases }: Pick<CommandDependencies, 'cases'>,
  { step, file }: { readonly step?: PickStep; readonly file?: string },
): Promise<'on' | 'back' | undefined> {
  const known = await cases.createCalls().knownAuthors();
  const items = [
    {
      label: vscode.l10n.t('anybody'),
      detail: vscode.l10n.t('Each author is compared with unknown others.'),
      among: 'anybody',
    },
    { label: vscode.l10n.t('one of the known authors'), detail: known.join(', '), among: 'known' },
    { label: vscode.l10n.t('these authors…'), among: undefined },
  ] as const;
  const title = vscode.l10n.t('Who could have written it?');
  const placeholder = vscode.l10n.t('If none of these authors wrote it, this says nothing.');
  const chosen = await pickStep(known.length > 1 ? items : items.slice(0, 1), { title, placeholder, step });
  if (!chosen || chosen === 'back') return chosen;
  const question: Question | undefined =
    chosen.among ?? (await vscode.window.showQuickPick([...known], { title, canPickMany: true, ignoreFocusOut: true }));
  if (!question) return undefined;
  await cases.createCalls().setQuestion({ question, file });
  return 'on';
}

/** Does work that changes the index, and then reads the index again for all parts of the window. */
export async function changeIndex<Report>(
  { caseState }: CommandDependencies,
  work: () => Promise<Report>,
): Promise<Report> {
  try {
    return await work();
  } finally {
    await caseState.refreshIndex(); // what was done before a stop is kept
  }
}

/** Adds documents with progress and cancellation, and reports the result. */
export async function runIndexing(
  deps: CommandDependencies,
  ask: (calls: CaseCalls) => Promise<IndexReport>,
): Promise<void> {
  const title = vscode.l10n.t('Reference index');
  const report = await changeIndex(deps, () =>
    deps.work.askEngine(title, toIndexStep, (asking) => ask(deps.cases.createCalls(asking))),
  );
  const { problems } = deps;
  void problems.runAction(async () => {
    const { added, present, replaced, documents } = report;
    const summary = vscode.l10n.t(
      'Known texts: {added} added, {replaced} replaced, {present} already present; the index has {documents}.',
      { added, replaced, present, documents },
    );
    if (report.language) void vscode.window.showInformationMessage(describeReadiness(report.language));
    if (report.problems.length === 0) {
      void vscode.window.showInformationMessage(summary);
      return;
    }
    problems.logLines(report.problems.map(({ file, message }) => `${file}: ${message}`));
    const passed = vscode.l10n.t('{count} files were left out.', { count: report.problems.length });
    const showLog = vscode.l10n.t('Show Log');
    if ((await vscode.window.showWarningMessage(`${summary} ${passed}`, showLog)) === showLog) problems.show();
  });
}

/** The progress of an indexing: the place of the current document, and how many there are. */
export function toIndexStep(progress: EngineProgress): WorkStep | undefined {
  if (!('file' in progress)) return undefined;
  const { done, total, present, encoded } = progress;
  const share = total === 0 ? 1 : (done + encoded) / total;
  const values = { done: Math.min(done + 1, total), total, present, share: formatShare(share) };
  const text = vscode.l10n.t('Encoding {done} of {total} documents, {share} ({present} already in the index)', values);
  return { text, share };
}

/** Pages of findings, at most one of each kind. They open in the editor group of the text, so that they do not cover the panel. */
export class StaticPages implements vscode.Disposable {
  private readonly open = new Map<string, { readonly page: vscode.WebviewPanel; facts?: unknown }>();

  constructor(private readonly session: Pick<ReviewSession, 'target'>) {}

  dispose(): void {
    vscode.Disposable.from(...[...this.open.values()].map(({ page }) => page)).dispose();
  }

  /** @param page  has no scripts; `commands` are those that its links may run. @param facts  the content of the page, for `read` */
  show(
    kind: string,
    { title, html, commands }: Readonly<Record<'title' | 'html', string>> & { readonly commands: readonly string[] },
    facts?: unknown,
  ): void {
    const { target } = this.session;
    const column = target ? findColumn(vscode.Uri.parse(target.uri)) : vscode.ViewColumn.Active;
    const shown = this.open.get(kind) ?? this.createPage(kind, column, commands);
    const { page } = shown;
    shown.facts = facts;
    page.title = title;
    page.webview.html = html;
    page.reveal(column);
  }

  isOpen(kind: string): boolean {
    return this.open.has(kind);
  }

  /** The content of the page of a kind. Undefined if it is not open. */
  read(kind: string): unknown {
    return this.open.get(kind)?.facts;
  }

  close(kind: string): void {
    this.open.get(kind)?.page.dispose();
  }

  private createPage(kind: string, column: vscode.ViewColumn, commands: readonly string[]) {
    const page = vscode.window.createWebviewPanel(`idiograph.${kind}`, '', column, { enableCommandUris: commands });
    page.onDidDispose(() => this.open.delete(kind));
    const shown: { readonly page: vscode.WebviewPanel; facts?: unknown } = { page };
    this.open.set(kind, shown);
    return shown;
  }
}
