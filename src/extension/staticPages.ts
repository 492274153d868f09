import * as vscode from 'vscode';
import { columnOf } from './review/readingLayout';
import type { ReviewSession } from './review/reviewSession';

/** Pages of findings beside the panel, one of a kind at most: in the group of the text, not over the panel. */
export class StaticPages implements vscode.Disposable {
  private readonly open = new Map<string, vscode.WebviewPanel>();

  constructor(private readonly session: Pick<ReviewSession, 'target'>) {}

  dispose(): void {
    vscode.Disposable.from(...this.open.values()).dispose();
  }

  /** @param page  without scripts; `commands` are those that its links may run */
  show(
    kind: string,
    { title, html, commands }: Readonly<Record<'title' | 'html', string>> & { readonly commands: readonly string[] },
  ): void {
    const { target } = this.session;
    const column = target ? columnOf(vscode.Uri.parse(target.uri)) : vscode.ViewColumn.Active;
    const page = this.open.get(kind) ?? this.made(kind, column, commands);
    page.title = title;
    page.webview.html = html;
    page.reveal(column);
  }

  isOpen(kind: string): boolean {
    return this.open.has(kind);
  }

  close(kind: string): void {
    this.open.get(kind)?.dispose();
  }

  private made(kind: string, column: vscode.ViewColumn, commands: readonly string[]): vscode.WebviewPanel {
    const page = vscode.window.createWebviewPanel(`idiograph.${kind}`, '', column, { enableCommandUris: commands });
    page.onDidDispose(() => this.open.delete(kind));
    this.open.set(kind, page);
    return page;
  }
}
