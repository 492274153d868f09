import * as vscode from 'vscode';
import { columnOf } from './review/readingLayout';
import type { ReviewSession } from './review/reviewSession';

/** A page without scripts, whose links run commands. */
interface StaticPage {
  readonly title: string;
  readonly html: string;
  /** That its links may run. */
  readonly commands: readonly string[];
}

/** Pages of findings beside the panel, one of a kind at most: in the group of the text, not over the panel. */
export class StaticPages implements vscode.Disposable {
  private readonly open = new Map<string, vscode.WebviewPanel>();

  constructor(private readonly session: Pick<ReviewSession, 'target'>) {}

  dispose(): void {
    vscode.Disposable.from(...this.open.values()).dispose();
  }

  show(kind: string, { title, html, commands }: StaticPage): void {
    const { target } = this.session;
    const column = target ? columnOf(vscode.Uri.parse(target.uri)) : vscode.ViewColumn.Active;
    const page = this.open.get(kind) ?? this.made(kind, { title, commands }, column);
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

  private made(
    kind: string,
    { title, commands }: Omit<StaticPage, 'html'>,
    column: vscode.ViewColumn,
  ): vscode.WebviewPanel {
    const page = vscode.window.createWebviewPanel(`idiograph.${kind}`, title, column, { enableCommandUris: commands });
    page.onDidDispose(() => this.open.delete(kind));
    this.open.set(kind, page);
    return page;
  }
}
