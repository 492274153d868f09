import * as vscode from 'vscode';

/** A part of the window that reports its changes, and releases its resources when the window closes. */
export abstract class Changing<News = void> implements vscode.Disposable {
  protected readonly changed = new vscode.EventEmitter<News>();
  readonly onDidChange = this.changed.event;
  protected readonly disposables: { dispose(): unknown }[] = [this.changed];

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }
}

/** Runs an action when one of several values differs from the last time. */
export function runOnChange(values: () => readonly unknown[], act: () => void): () => void {
  let before: readonly unknown[] = [];
  return () => {
    const now = values();
    if (now.length === before.length && now.every((value, i) => value === before[i])) return;
    before = now;
    act();
  };
}
