import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import type { EngineClient } from '../engineClient';
import type { ReviewPanel } from '../panel/reviewPanel';
import type { Problems } from '../problems';
import { caseNode } from '../case/caseNode';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { WorkspaceIndex } from '../review/workspaceIndex';
import type { ReviewSession } from '../review/reviewSession';
import type { ReviewHistory } from '../review/reviewHistory';
import type { Work } from '../work';

/** What commands work with. */
export interface CommandDependencies {
  readonly engine: EngineClient;
  readonly index: WorkspaceIndex;
  readonly facts: DocumentFactsStore;
  readonly session: ReviewSession;
  readonly history: ReviewHistory;
  readonly work: Work;
  readonly panel: ReviewPanel;
  readonly problems: Problems;
  readonly extension: vscode.Extension<unknown>;
}

/** A command; what it throws is told to the user. */
export type Command = (deps: CommandDependencies, ...args: readonly unknown[]) => Promise<void>;

/**
 * The document that a command was called on: an explorer's or a tab's, a questioned one of the tree, or the active
 * editor's; while the panel has the focus, the editor's beside it. Throws when no document is open.
 */
export function documentOf(argument: unknown): vscode.Uri {
  if (argument instanceof vscode.Uri) return argument;
  const node = caseNode(argument);
  if (node?.kind === 'questioned') return node.entry.uri;
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const [beside] = visibleTextEditors;
  const editor = activeTextEditor ?? beside;
  if (!editor) throw usage(vscode.l10n.t('Open the document first.'));
  return editor.document.uri;
}
