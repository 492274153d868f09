import * as vscode from 'vscode';
import { type SettingSchema, isAllowed } from '../core/basics/shape';
import type { WindowCase } from './case/windowCase';
import { Changing, type Problems } from './window';
import type { WindowParts } from './case/documentFacts';
import type { Choices } from '../case/caseAt';
import { usage } from '../core/errors';
import { type VerifierKind, verifierKinds } from '../core/domain/evidence';
import type { Credentials, ServerAddress } from '../core/domain/basis';

/** All settings. Only package.json has their defaults and allowed values. */
interface Settings {
  readonly excludeQuotes: boolean;
  readonly readOnlyExhibits: boolean;
  /** Empty for the models that come with the extension. */
  readonly modelsFolder: string;
  /** The address of a server's index that reviews also search; empty for none. */
  readonly 'server.url': string;
  /** The file of the authorities' certificates; empty for those of the system. */
  readonly 'server.certificates': string;
  /** The full names of settings with a value that is not allowed. Their defaults are used instead. */
  readonly refused: readonly string[];
}

/** The folder of the models that the engine reads when it starts. */
export function findModelsFolder(extension: vscode.Uri): string {
  const { modelsFolder: named } = readSettings();
  return named === '' ? vscode.Uri.joinPath(extension, 'models').fsPath : named;
}

/** Reads the settings. They are read on each use, so that no copy gets out of date. */
export function readSettings(scope?: vscode.Uri): Settings {
  const section = vscode.workspace.getConfiguration(undefined, scope);
  const { contributes } = vscode.extensions.getExtension('idiograph.idiograph')!.packageJSON as {
    contributes: { configuration: { properties: Record<string, SettingSchema> } };
  };
  const read = Object.entries(contributes.configuration.properties).map(([name, schema]) => {
    const value: unknown = section.get(name);
    const allowed = isAllowed(schema, value);
    return { name, allowed, value: allowed ? value : schema.default };
  });
  const values = Object.fromEntries(read.map(({ name, value }) => [name.replace('idiograph.', ''), value]));
  const refused = read.filter(({ allowed }) => !allowed).map(({ name }) => name);
  // The interface has the names and types that package.json declares.
  return { ...(values as unknown as Omit<Settings, 'refused'>), refused };
}

/**
 * Opens the questioned and known files of a case read-only in this window. Each is protected once, so that the user can make it writable.
 */
export class Exhibits extends Changing {
  private readonly seen = new Set<string>();

  constructor(
    private readonly problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    this.disposables.push(vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor)));
    this.look(vscode.window.activeTextEditor);
  }

  private look(editor: vscode.TextEditor | undefined): void {
    if (editor) void this.problems.runAction(() => this.protect(editor));
  }

  /** Makes an exhibit in the active editor read-only. Text that was typed into it before is removed. */
  async protect({ document }: vscode.TextEditor): Promise<void> {
    const { uri, isDirty, version } = document;
    if (uri.scheme !== 'file' || isDirty || this.seen.has(uri.toString())) return;
    if (!readSettings(uri).readOnlyExhibits || !(await this.cases.document(uri))) return;
    if (vscode.window.activeTextEditor?.document !== document) return; // the command applies to the active editor
    this.seen.add(uri.toString());
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    if (document.version !== version && document.isDirty)
      await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}

const section = 'chat';
const setting = 'disableAIFeatures';
const memoryKey = 'idiograph.askedAboutAssistant';

/**
 * Warns once that the editor's assistant can read the texts of a case, offers to turn it off in the folder, and logs whether it is off. An
 * editor without that setting has no such assistant.
 */
export class AssistantGuard extends Changing {
  constructor(private readonly deps: Pick<WindowParts, 'cases' | 'memory' | 'problems'>) {
    super();
    const look = (): void => void deps.problems.runAction(() => this.look());
    this.disposables.push(
      deps.cases.onDidChange(look),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${section}.${setting}`)) look();
      }),
    );
    look();
  }

  private async look(): Promise<void> {
    const { cases } = this.deps;
    const settings = vscode.workspace.getConfiguration(section, vscode.workspace.workspaceFolders?.[0]?.uri);
    if (settings.inspect(setting)?.defaultValue === undefined || !vscode.workspace.isTrusted) return;
    const view = await cases.view();
    if (!view?.documents.some(({ facts }) => facts.role === 'questioned')) return;
    const isOff = settings.get<boolean>(setting) === true;
    await cases.createCalls().noteAssistant(isOff);
    if (!isOff) await this.ask(settings);
  }

  private async ask(settings: vscode.WorkspaceConfiguration): Promise<void> {
    const { memory } = this.deps;
    if (memory.get<boolean>(memoryKey) === true) return;
    await memory.update(memoryKey, true);
    const off = vscode.l10n.t('Turn AI Features Off Here');
    const said = vscode.l10n.t(
      'The AI features of this editor can read the texts of this case and send them elsewhere. Idiograph sends nothing. Turn the AI features off in the settings of this folder?',
    );
    if ((await vscode.window.showWarningMessage(said, off)) !== off) return;
    await settings.update(setting, true, vscode.ConfigurationTarget.Workspace);
  }
}

const verifierKey = 'idiograph.verifier';

/** The choices of a review: the settings, the chosen verifier, the facts of the text, and what its case pins and locks. */
export class ReviewChoices extends Changing {
  constructor(private readonly deps: Pick<WindowParts, 'cases' | 'facts' | 'problems' | 'memory' | 'secrets'>) {
    super();
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
    const { excludeQuotes, refused, 'server.url': url, 'server.certificates': certificates } = readSettings(uri);
    void this.deps.problems.warn(refused.map(refuseSetting));
    const kept = URL.canParse(url) ? await this.deps.secrets.get(formatSecretKey(url)) : undefined;
    const credentials = kept === undefined ? undefined : (JSON.parse(kept) as Credentials);
    const address = { url, ...(certificates !== '' && { certificates }), ...(credentials && { credentials }) };
    const server: ServerAddress | undefined = url === '' ? undefined : address;
    return { candidates: 10, excludeQuotes, verifier: this.verifier, server, passages: 1 };
  }

  /**
   * Asks for the account of the server that reviews search with the index file, and stores it as a secret of VS Code, or forgets it. An
   * account belongs to one host and is never sent to another address. Throws Usage if the settings name no server.
   */
  async enterServerAccount(): Promise<void> {
    const { secrets } = this.deps;
    const { 'server.url': url } = readSettings();
    if (!URL.canParse(url)) throw usage(refuseSetting('idiograph.server.url'));
    const { host } = new URL(url);
    const said = await vscode.window.showInputBox({
      title: vscode.l10n.t('Account for {host}: an API key, or NAME:PASSWORD. Leave it empty for none.', { host }),
      password: true,
      ignoreFocusOut: true,
    });
    if (said === undefined) return;
    if (said === '') return secrets.delete(formatSecretKey(url));
    const [name = '', ...rest] = said.split(':'); // an API key has no colon
    const credentials: Credentials = rest.length > 0 ? { username: name, password: rest.join(':') } : { apiKey: said };
    await secrets.store(formatSecretKey(url), JSON.stringify(credentials));
  }
}

function refuseSetting(setting: string): string {
  return vscode.l10n.t('The value of the setting {setting} is not allowed. Idiograph uses its default.', { setting });
}

function formatSecretKey(url: string): string {
  return `idiograph.server ${new URL(url).host}`;
}
