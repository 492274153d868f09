import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import type { ReviewPanel } from '../panel/reviewPanel';
import type { WindowParts } from '../case/documentFacts';
import { type Decisions, parseCaseNode } from '../case/windowCase';
import type { Exhibits, ReviewChoices } from '../settings';
import type { CaseState } from '../review/caseState';
import type { ExcludedText } from '../decorations/placeDecorations';
import type { BlindCase, ReviewSession } from '../review/reviewSession';
import { type ActiveText, openTextDocument, reviewTarget } from '../review/textDocuments';
import { formatDocument, openDocument, toShownUri, readTitle } from '../shownFiles';
import type { QuestionedTexts } from '../tree/treeItems';
import type { EditedTexts } from '../../case/texts';
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
