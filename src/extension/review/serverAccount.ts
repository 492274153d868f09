import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import type { Credentials, ServerAddress } from '../../core/server';
import { readSettings } from '../settings';

/**
 * The server that reviews search with the index file, where the settings name one, and the account for it, which VS Code keeps as a secret. An
 * account is kept for one host: another address is never told of it.
 */
export class ServerAccount {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Undefined: none is named. */
  async address(scope?: vscode.Uri): Promise<ServerAddress | undefined> {
    const { 'server.url': url, 'server.certificates': certificates } = readSettings(scope);
    if (url === '') return undefined;
    const kept = URL.canParse(url) ? await this.secrets.get(keyOf(url)) : undefined;
    const credentials = kept === undefined ? undefined : (JSON.parse(kept) as Credentials);
    return { url, ...(certificates !== '' && { certificates }), ...(credentials && { credentials }) };
  }

  /** Asks for the account and keeps it. Throws Usage where the settings name no server. */
  async enter(): Promise<void> {
    const url = namedServer();
    const { host } = new URL(url);
    const title = vscode.l10n.t('Account for {host}', { host });
    const ways = [vscode.l10n.t('An API key'), vscode.l10n.t('A name and a password')] as const;
    const way = await vscode.window.showQuickPick(ways, { title });
    if (way === undefined) return;
    const ask = (prompt: string, password: boolean): Thenable<string | undefined> =>
      vscode.window.showInputBox({ title, prompt, password, ignoreFocusOut: true });
    const username = way === ways[1] ? await ask(vscode.l10n.t('Name'), false) : undefined;
    if (way === ways[1] && !username) return;
    const secret = await ask(username === undefined ? ways[0] : vscode.l10n.t('Password'), true);
    if (!secret) return;
    const credentials: Credentials = username === undefined ? { apiKey: secret } : { username, password: secret };
    await this.secrets.store(keyOf(url), JSON.stringify(credentials));
  }

  async forget(): Promise<void> {
    await this.secrets.delete(keyOf(namedServer()));
  }
}

function namedServer(): string {
  const { 'server.url': url } = readSettings();
  if (!URL.canParse(url)) throw usage(vscode.l10n.t('The setting idiograph.server.url names no server.'));
  return url;
}

function keyOf(url: string): string {
  return `idiograph.server ${new URL(url).host}`;
}
