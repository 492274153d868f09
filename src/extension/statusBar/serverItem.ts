import * as vscode from 'vscode';
import { readSettings } from '../settings';

/** The host that reviews ask, and what leaves the machine for it; hidden where no server is named. */
export class ServerItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('idiograph.server', vscode.StatusBarAlignment.Right, 89);
  private readonly listening: vscode.Disposable;

  constructor() {
    this.item.name = vscode.l10n.t('Idiograph: server');
    this.item.command = 'idiograph.enterServerAccount';
    this.listening = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('idiograph.server')) this.render();
    });
    this.render();
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private render(): void {
    const { 'server.url': url } = readSettings();
    if (url === '') {
      this.item.hide();
      return;
    }
    const host = URL.canParse(url) ? new URL(url).host : url;
    this.item.text = `$(cloud) ${host}`;
    this.item.tooltip = vscode.l10n.t(
      'Reviews search an index of {host}, too. Codes of the questioned text’s patches leave this machine, and ids of known documents; no text does. A blind case is searched without it. Click to enter an account.',
      { host },
    );
    this.item.show();
  }
}
