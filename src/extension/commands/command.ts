import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import type { ReviewPanel } from '../panel/reviewPanel';
import type { WindowParts } from '../parts';
import type { Decisions } from '../case/decisions';
import type { Exhibits } from '../case/exhibits';
import type { CaseState } from '../review/caseState';
import type { ExcludedText } from '../decorations/excludedText';
import { parseCaseNode } from '../case/windowCase';
import type { BlindCase } from '../review/blindCase';
import type { ReviewSession } from '../review/reviewSession';
import type { ReviewChoices } from '../review/reviewChoices';
import { isKnownText, type ActiveText } from '../review/activeText';
import { formatDocument, openDocument, toShownUri, readTitle } from '../shownFiles';
import type { QuestionedTexts } from '../tree/questionedTexts';
import type { EditedTexts } from '../../case/texts';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import { openTextDocument, reviewTarget } from '../review/targets';
import { findColumn } from '../review/readingLayout';

/** What commands work with. */
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

/** A command; what it throws is told to the user. */
export type Command = (deps: CommandDependencies, ...args: readonly unknown[]) => Promise<void>;

/**
 * The document that a command was called on: an explorer's or a tab's, a questioned one of the tree, or else the active text;
 * where there is none, a known one that is open. Throws when no document is open.
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

/** The document that a command puts in question; a known text only when the user says so, and else undefined. */
export async function findQuestioned(
  argument: unknown,
  deps: Pick<CommandDependencies, 'activeText' | 'cases'>,
): Promise<vscode.Uri | undefined> {
  const uri = await findDocument(argument, deps);
  if (!(await isKnownText(uri, deps.cases))) return uri;
  const title = vscode.l10n.t('{title} is a known text. Do you want to question its author?', {
    title: readTitle(uri),
  });
  const yes = vscode.l10n.t('Treat it as a questioned text');
  return (await vscode.window.showQuickPick([yes, vscode.l10n.t('Cancel')], { title })) === yes ? uri : undefined;
}

/** The texts in question that editors hold otherwise than their files do, and the one under review that is not the case's. */
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

/** A folder without known or without questioned texts is no case. */
export function noCaseFolder(): Error {
  return usage(
    vscode.l10n.t(
      'Open a case folder. Its folder "known" has one folder for each author, and its folder "questioned" has the texts in question.',
    ),
  );
}

/** Pages of findings beside the panel, one of a kind at most: in the group of the text, not over the panel. */
export class StaticPages implements vscode.Disposable {
  private readonly open = new Map<string, { readonly page: vscode.WebviewPanel; facts?: unknown }>();

  constructor(private readonly session: Pick<ReviewSession, 'target'>) {}

  dispose(): void {
    vscode.Disposable.from(...[...this.open.values()].map(({ page }) => page)).dispose();
  }

  /** @param page  without scripts; `commands` are those that its links may run. @param facts  what the page shows, for `read` */
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

  /** What the page of a kind shows; undefined: it is not open. */
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
