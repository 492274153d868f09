import * as vscode from 'vscode';
import type { IndexedDocument } from '../../core/ports';
import { findIndexOfCase } from '../../node/casework/indexOfCase';
import type { EngineThread } from '../../node/worker/engineThread';
import { readSettings } from '../settings';
import { formatIndexName } from '../addresses';
import { Changing } from '../changing';
import type { CaseAddress } from '../../case/caseAt';
import { findWorkspaceFolder } from '../case/windowCase';
import type { Findings } from '../../presentation/findings';

/** The reference index of this workspace: where it is, and which documents it holds. */
export class WorkspaceIndex extends Changing {
  private listing: Promise<readonly IndexedDocument[]> | undefined;
  private count: number | undefined;
  /** Index files of this window: another one comes with another setting, and when the folder becomes trusted. */
  private readonly files = new Set<string>();

  constructor(
    private readonly engine: EngineThread,
    private readonly storage: vscode.Uri,
  ) {
    super();
  }

  private get fileName(): string {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    return folder ? formatIndexName(folder.name, folder.uri.toString()) : 'default';
  }

  /** What the index is called in front of the user. */
  get name(): string {
    return vscode.workspace.workspaceFolders?.[0]?.name ?? vscode.l10n.t('no folder');
  }

  /**
   * The index file: the one beside the documents of a trusted case folder when there is one, else the workspace's own
   * in the folder of indexes, which is made when it is missing.
   */
  async findFile(): Promise<string> {
    const file = await this.findPlace();
    this.files.add(file);
    return file;
  }

  /** The case and the index of this window, for questions to the case service. */
  async readAddress(): Promise<CaseAddress> {
    const { isTrusted } = vscode.workspace;
    return { folder: findWorkspaceFolder(), index: await this.findFile(), window: { isTrusted } };
  }

  /** Whether this window works with an index file, or has. */
  async isOurs(file: string): Promise<boolean> {
    await this.findFile();
    return this.files.has(file);
  }

  private async findPlace(): Promise<string> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const beside = folder && vscode.Uri.joinPath(folder.uri, '.idiograph', 'index.sqlite');
    if (beside && vscode.workspace.isTrusted && (await exists(beside))) return findIndexOfCase(folder.uri.fsPath);
    const { indexFolder } = readSettings();
    const indexes = indexFolder === '' ? vscode.Uri.joinPath(this.storage, 'indexes') : vscode.Uri.file(indexFolder);
    await vscode.workspace.fs.createDirectory(indexes);
    return vscode.Uri.joinPath(indexes, `${this.fileName}.sqlite`).fsPath;
  }

  /** Its documents, read once; none when there is no index file yet. */
  async listDocuments(): Promise<readonly IndexedDocument[]> {
    this.listing ??= this.list();
    try {
      return await this.listing;
    } catch (error) {
      this.listing = undefined; // the next one to ask tries again
      throw error;
    }
  }

  /** It as a review that starts now searches it. */
  async describeSearched(): Promise<Findings['index']> {
    const documents = new Map((await this.listDocuments()).map((each) => [each.id, each]));
    return { path: await this.findFile(), name: this.name, documents };
  }

  /** The hash of its contents now; undefined: it is empty. Throws where it cannot be read. */
  async readContentHash(): Promise<string | undefined> {
    if ((await this.listDocuments()).length === 0) return undefined;
    return (await this.engine.createCalls().indexInfo(await this.findFile())).contentHash;
  }

  /** How many documents are known to be there, without asking the engine; undefined: it was not opened yet. */
  get size(): number | undefined {
    return this.count;
  }

  /** Forgets what was read, and tells everyone. */
  async refresh(): Promise<void> {
    this.listing = undefined;
    await this.listDocuments();
    this.changed.fire();
  }

  private async list(): Promise<readonly IndexedDocument[]> {
    let held = 0; // of an index that cannot be read, too
    try {
      const file = await this.findFile();
      const there = await exists(vscode.Uri.file(file));
      const documents = there ? await this.engine.createCalls().listDocuments(file) : [];
      held = documents.length;
      return documents;
    } finally {
      this.count = held;
      await vscode.commands.executeCommand('setContext', 'idiograph.hasIndex', held > 0);
    }
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
