import * as vscode from 'vscode';
import type { VerifierKind } from '../../core/domain/evidence';
import type { Choices } from '../../case/caseAt';
import { readSettings } from '../settings';
import { Changing } from '../changing';
import { usage } from '../../core/errors';
import type { Credentials, ServerAddress } from '../../core/domain/server';
import type { WindowParts } from '../parts';

const verifierKey = 'idiograph.verifier';

/** The choices of a review: the settings, the chosen verifier, the facts of the text, and what its case pins and locks. */
export class ReviewChoices extends Changing {
  readonly server: ServerAccount;

  constructor(private readonly deps: Pick<WindowParts, 'cases' | 'facts' | 'problems' | 'memory' | 'secrets'>) {
    super();
    this.server = new ServerAccount(deps.secrets);
    const fire = (): void => this.changed.fire();
    this.disposables.push(
      deps.cases.onDidChange(fire),
      deps.facts.onDidChange(fire),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('idiograph')) fire();
      }),
    );
  }

  get verifier(): VerifierKind | 'automatic' {
    return this.deps.memory.get<VerifierKind | 'automatic'>(verifierKey) ?? 'automatic';
  }

  /** Stores the verifier for this workspace. The next review uses it. */
  async chooseVerifier(kind: VerifierKind | 'automatic'): Promise<void> {
    await this.deps.memory.update(verifierKey, kind);
    this.changed.fire();
  }

  /** The user's choices for a document. */
  async chosen(uri: vscode.Uri | undefined): Promise<Choices> {
    const { excludeQuotes, refused } = readSettings(uri);
    const said = refused.map((setting) =>
      vscode.l10n.t('The value of the setting {setting} is not allowed. Idiograph uses its default.', { setting }),
    );
    void this.deps.problems.warn(said);
    const verifier = this.verifier === 'automatic' ? undefined : this.verifier;
    const server = await this.server.readAddress(uri);
    return { candidates: 10, excludeQuotes, verifier, server, passages: 1 };
  }
}

/**
 * The server that reviews search with the index file, if the settings name one, and its account, which VS Code stores as a secret. An
 * account belongs to one host and is never sent to another address.
 */
export class ServerAccount {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Undefined if the settings name no server. */
  async readAddress(scope?: vscode.Uri): Promise<ServerAddress | undefined> {
    const { 'server.url': url, 'server.certificates': certificates } = readSettings(scope);
    if (url === '') return undefined;
    const kept = URL.canParse(url) ? await this.secrets.get(formatKey(url)) : undefined;
    const credentials = kept === undefined ? undefined : (JSON.parse(kept) as Credentials);
    return { url, ...(certificates !== '' && { certificates }), ...(credentials && { credentials }) };
  }

  /** Asks for the account and stores it, or forgets it. Throws Usage if the settings name no server. */
  async enter(): Promise<void> {
    const url = readNamedServer();
    const { host } = new URL(url);
    const title = vscode.l10n.t('Account for {host}', { host });
    const ways = [
      vscode.l10n.t('An API key'),
      vscode.l10n.t('A name and a password'),
      vscode.l10n.t('No account'),
    ] as const;
    const way = await vscode.window.showQuickPick(ways, { title });
    if (way === undefined) return;
    if (way === ways[2]) return this.secrets.delete(formatKey(url));
    const ask = (prompt: string, password: boolean): Thenable<string | undefined> =>
      vscode.window.showInputBox({ title, prompt, password, ignoreFocusOut: true });
    const username = way === ways[1] ? await ask(vscode.l10n.t('Name'), false) : undefined;
    if (way === ways[1] && !username) return;
    const secret = await ask(username === undefined ? ways[0] : vscode.l10n.t('Password'), true);
    if (!secret) return;
    const credentials: Credentials = username === undefined ? { apiKey: secret } : { username, password: secret };
    await this.secrets.store(formatKey(url), JSON.stringify(credentials));
  }
}

function readNamedServer(): string {
  const { 'server.url': url } = readSettings();
  if (!URL.canParse(url))
    throw usage(vscode.l10n.t('The setting idiograph.server.url does not contain the address of a server.'));
  return url;
}

function formatKey(url: string): string {
  return `idiograph.server ${new URL(url).host}`;
}
