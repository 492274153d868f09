import * as vscode from 'vscode';
import type { Choices } from '../../case/caseAt';
import { readSettings } from '../settings';
import { Changing } from '../changing';
import { usage } from '../../core/errors';
import { type VerifierKind, verifierKinds } from '../../core/domain/evidence';
import type { Credentials, ServerAddress } from '../../core/domain/basis';
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

  /** The verifier that the user chose for this workspace. Undefined if the modes of the texts choose it. */
  get verifier(): VerifierKind | undefined {
    return verifierKinds.find((kind) => kind === this.deps.memory.get(verifierKey));
  }

  async chooseVerifier(kind: VerifierKind | undefined): Promise<void> {
    await this.deps.memory.update(verifierKey, kind);
    this.changed.fire();
  }

  /** The user's choices for a document. */
  async chosen(uri: vscode.Uri | undefined): Promise<Choices> {
    const { excludeQuotes, refused } = readSettings(uri);
    void this.deps.problems.warn(refused.map(refuseSetting));
    const server = await this.server.readAddress(uri);
    return { candidates: 10, excludeQuotes, verifier: this.verifier, server, passages: 1 };
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
    const said = await vscode.window.showInputBox({
      title: vscode.l10n.t('Account for {host}: an API key, or NAME:PASSWORD. Leave it empty for none.', { host }),
      password: true,
      ignoreFocusOut: true,
    });
    if (said === undefined) return;
    if (said === '') return this.secrets.delete(formatKey(url));
    const [name = '', ...rest] = said.split(':'); // an API key has no colon
    const credentials: Credentials = rest.length > 0 ? { username: name, password: rest.join(':') } : { apiKey: said };
    await this.secrets.store(formatKey(url), JSON.stringify(credentials));
  }
}

function readNamedServer(): string {
  const { 'server.url': url } = readSettings();
  if (!URL.canParse(url)) throw usage(refuseSetting('idiograph.server.url'));
  return url;
}

function refuseSetting(setting: string): string {
  return vscode.l10n.t('The value of the setting {setting} is not allowed. Idiograph uses its default.', { setting });
}

function formatKey(url: string): string {
  return `idiograph.server ${new URL(url).host}`;
}
