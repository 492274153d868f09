import * as vscode from 'vscode';

/** A part of the window that tells of its changes, and lets go of what it holds when the window closes. */
export abstract class Changing<News = void> implements vscode.Disposable {
  protected readonly changed = new vscode.EventEmitter<News>();
  readonly onDidChange = this.changed.event;
  protected readonly disposables: { dispose(): unknown }[] = [this.changed];

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }
}

/** Acts when one of several values is another than it was the last time. */
export function runOnChange(values: () => readonly unknown[], act: () => void): () => void {
  let before: readonly unknown[] = [];
  return () => {
    const now = values();
    if (now.length === before.length && now.every((value, i) => value === before[i])) return;
    before = now;
    act();
  };
}
