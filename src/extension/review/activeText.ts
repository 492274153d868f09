import * as vscode from 'vscode';
import type { WindowCase } from '../case/windowCase';
import type { Problems } from '../problems';
import { hasTab, isFileText, isIndexed, isTogether } from '../shownFiles';
import { Changing } from '../changing';

/**
 * The text that tree, panel, status bar and palette speak of: the one that was opened or chosen last. A known text that is read
 * beside it does not take its place.
 */
export class ActiveText extends Changing {
  private current: vscode.Uri | undefined;
  /** Ends once it is known whether the text of the editor that came last takes its place. */
  private looking = Promise.resolve();

  constructor(
    problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    const look = (editor: vscode.TextEditor | undefined): void => {
      if (editor) void problems.runAction(() => (this.looking = this.look(editor)));
    };
    this.disposables.push(
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0 && this.current && !hasTab(this.current.toString())) this.set(undefined);
      }),
    );
    look(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]);
  }

  /** Undefined: none is open, or a known one alone. */
  get uri(): vscode.Uri | undefined {
    return this.current;
  }

  /** The same once it follows the editor that came last: a command may be called before that is known. */
  async find(): Promise<vscode.Uri | undefined> {
    await this.looking.catch(() => undefined); // which was reported
    return this.current;
  }

  set(uri: vscode.Uri | undefined): void {
    if (uri?.toString() === this.current?.toString()) return;
    this.current = uri;
    this.changed.fire();
  }

  private async look({ document: { uri } }: vscode.TextEditor): Promise<void> {
    const isText = ['file', 'untitled', 'vscode-remote'].includes(uri.scheme) || isFileText(uri) || isTogether(uri);
    if (!isText || (await isKnownText(uri, this.cases))) return;
    const active = vscode.window.activeTextEditor?.document.uri.toString(); // another one came meanwhile, or it was closed
    if (active === undefined ? hasTab(uri.toString()) : active === uri.toString()) this.set(uri);
  }
}

/** Whether a text is of settled authorship: one of the index, or of the case by its file or folder. */
export async function isKnownText(uri: vscode.Uri, cases: WindowCase): Promise<boolean> {
  return isIndexed(uri) || (await cases.isKnown(uri));
}
