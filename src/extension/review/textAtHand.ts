import * as vscode from 'vscode';
import { caseDocument } from '../case/caseFolder';
import type { Problems } from '../problems';
import { isFileText, isIndexed, isTogether } from '../shownFiles';

/**
 * The text that tree, panel, status bar and palette speak of: the one that was opened or chosen last. A known text that is read
 * beside it does not take its place.
 */
export class TextAtHand implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private current: vscode.Uri | undefined;
  private readonly listening: vscode.Disposable;

  constructor(problems: Problems) {
    const look = (editor: vscode.TextEditor | undefined): void => {
      if (editor) void problems.during(() => this.look(editor));
    };
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0 && this.current && !hasTab(this.current)) this.choose(undefined);
      }),
    );
    look(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  /** Undefined: none is open, or a known one alone. */
  get uri(): vscode.Uri | undefined {
    return this.current;
  }

  choose(uri: vscode.Uri | undefined): void {
    if (uri?.toString() === this.current?.toString()) return;
    this.current = uri;
    this.changed.fire();
  }

  private async look({ document: { uri } }: vscode.TextEditor): Promise<void> {
    const isText = ['file', 'untitled', 'vscode-remote'].includes(uri.scheme) || isFileText(uri) || isTogether(uri);
    if (!isText || (await isKnownText(uri))) return;
    const active = vscode.window.activeTextEditor?.document.uri ?? uri; // another one came meanwhile
    if (active.toString() === uri.toString()) this.choose(uri);
  }
}

/** Whether a text is of settled authorship: one of the index, or of the case by its file or folder. */
export async function isKnownText(uri: vscode.Uri): Promise<boolean> {
  if (isIndexed(uri)) return true;
  const role = (await caseDocument(uri))?.role;
  return role === 'known' || role === 'population';
}

function hasTab(uri: vscode.Uri): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
