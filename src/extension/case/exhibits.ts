import * as vscode from 'vscode';
import { Changing } from '../changing';
import type { Problems } from '../problems';
import { readSettings } from '../settings';
import type { WindowCase } from './windowCase';

/**
 * Opens the questioned and known files of a case read-only in this window. Each is protected once, so that the user can make it writable.
 */
export class Exhibits extends Changing {
  private readonly seen = new Set<string>();

  constructor(
    private readonly problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    this.disposables.push(vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor)));
    this.look(vscode.window.activeTextEditor);
  }

  private look(editor: vscode.TextEditor | undefined): void {
    if (editor) void this.problems.runAction(() => this.protect(editor));
  }

  /** Makes an exhibit in the active editor read-only. Text that was typed into it before is removed. */
  async protect({ document }: vscode.TextEditor): Promise<void> {
    const { uri, isDirty, version } = document;
    if (uri.scheme !== 'file' || isDirty || this.seen.has(uri.toString())) return;
    if (!readSettings(uri).readOnlyExhibits || !(await this.cases.document(uri))) return;
    if (vscode.window.activeTextEditor?.document !== document) return; // the command applies to the active editor
    this.seen.add(uri.toString());
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    if (document.version !== version && document.isDirty)
      await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}
