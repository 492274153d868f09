import * as vscode from 'vscode';
import type { CaseAddress, CaseNews, PassageOfCandidate } from '../../case/caseAt';
import type { CaseCalls } from '../../case/caseService';
import { createCaseCalls } from '../../case/client';
import type { CaseStep } from '../../case/reviews';
import type { CaseView, DescribedFile, FileDecisions } from '../../case/windows';
import type { CaseDocument } from '../../core/casework/caseFile';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import type { UnreadFile } from '../../core/casework/openCase';
import type { KnownDocument, Marker, Provenance, Role } from '../../core/domain/evidence';
import { usage } from '../../core/errors';
import type { IndexedDocument } from '../../core/ports';
import type { Asking, EngineThread } from '../../node/worker/engineThread';
import { describeNotice } from '../../presentation/words/notices';
import { formatDocument, toFileUri, toShownUri } from '../shownFiles';
import { Changing, type Problems } from '../window';
import type { Decision } from '../../core/casework/decisions';

export type Produced = readonly [uri: vscode.Uri, facts: Provenance];

/** A file of a case, with what the case says of it. */
export interface CaseEntry {
  readonly uri: vscode.Uri;
  readonly facts: CaseDocument;
}

/** The window's first folder. Undefined if there is none on a disk. */
export function findWorkspaceFolder(): string | undefined {
  const uri = vscode.workspace.workspaceFolders?.[0]?.uri;
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}

export function readCaseName(): string {
  return vscode.workspace.workspaceFolders?.[0]?.name ?? '–';
}

/** The problem that a folder has no known or no questioned texts. */
export function noCaseFolder(): Error {
  return usage(
    vscode.l10n.t(
      'Open a case folder. Its folder "known" has one folder for each author, and its folder "questioned" has the texts in question.',
    ),
  );
}

export function knownTextGone(): Error {
  return usage(vscode.l10n.t('The known text was removed or changed. Review the questioned text again.'));
}

/** Calls the case service for the case and the index of this window. It reports when a file of the case was created, changed or deleted. */
export class WindowCase extends Changing {
  constructor(private readonly deps: { readonly engine: EngineThread; readonly problems: Problems }) {
    super();
    const changed = (): void => this.changed.fire();
    const documents = vscode.workspace.createFileSystemWatcher('**/{questioned,known,population}/**', false, true);
    const caseFiles = vscode.workspace.createFileSystemWatcher('**/*.idiograph-case.json');
    this.disposables.push(
      ...[documents, documents.onDidCreate(changed), documents.onDidDelete(changed)],
      ...[caseFiles, caseFiles.onDidChange(changed), caseFiles.onDidCreate(changed), caseFiles.onDidDelete(changed)],
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) changed(); // for disks that are not watched
      }),
    );
  }

  /** Reports that the case may have changed. */
  refresh(): void {
    this.changed.fire();
  }

  /** The methods of the case service. Each notice of it is shown to the user once. @param of  a document of another folder */
  createCalls(
    { onProgress, onStep, ...asking }: Asking & { readonly onStep?: (step: CaseStep) => void } = {},
    of?: vscode.Uri,
  ): CaseCalls {
    const { engine, problems } = this.deps;
    return createCaseCalls(engine, this.createAddress(of), {
      ...asking,
      onProgress: (news) => {
        if ('notice' in news) void problems.warn([describeNotice(news.notice)]);
        else if ('step' in news) onStep?.(news.step);
        else if (!('shares' in news || 'unread' in news)) onProgress?.(news);
      },
    });
  }

  /** The case of the window's first folder, or of the folder of a document, and the index of the window. */
  private createAddress(of?: vscode.Uri): CaseAddress {
    const root = findWorkspaceFolder();
    const uri = of && vscode.workspace.getWorkspaceFolder(toFileUri(of))?.uri;
    const folder = uri?.scheme === 'file' ? uri.fsPath : undefined;
    return { folder: uri ? folder : root, window: { isTrusted: vscode.workspace.isTrusted, root } };
  }

  /** The known documents of the index with these ids, by id. Deleted ones are left out. */
  async readKnown(ids: readonly string[]): Promise<ReadonlyMap<string, KnownDocument>> {
    const results = ids.length > 0 ? await this.createCalls().known(ids) : [];
    return new Map(results.map((each) => [each.id, each]));
  }

  /** The case of the window's first folder, or of the folder of a document. Undefined if it is not on a disk. Throws UnreadableDocument. */
  async view(of?: vscode.Uri): Promise<CaseView | undefined> {
    return this.createCalls({}, of).view();
  }

  /** The case, for work that needs one. Throws Usage if there is none. */
  async required(): Promise<CaseView> {
    const result = await this.view();
    if (!result) throw noCaseFolder();
    return result;
  }

  /**
   * The facts of a document in the workspace's case file, or otherwise by its folders (known/<author>/…, questioned/…). Undefined if there
   * are none. Throws UnreadableDocument if the case file cannot be read.
   */
  async document(uri: vscode.Uri): Promise<CaseDocument | undefined> {
    return this.createCalls({}, uri).describe(formatDocument(uri));
  }

  /** What the case says of a text that is to be reviewed. The warnings about the case are shown to the user. */
  async describeForReview(uri: vscode.Uri): Promise<DescribedFile> {
    const notices: string[] = [];
    const described = await this.hearNotices(notices, uri).describeForReview(formatDocument(uri));
    void this.deps.problems.warn(notices);
    return described;
  }

  /** The methods of the case service, with the notices collected as sentences. */
  private hearNotices(notices: string[], of?: vscode.Uri): CaseCalls {
    const onProgress = (news: CaseNews | { readonly step: CaseStep }): void => {
      if ('notice' in news) notices.push(describeNotice(news.notice));
    };
    return createCaseCalls(this.deps.engine, this.createAddress(of), { onProgress });
  }

  /** The questioned documents of the case, sorted by path. */
  async questioned(): Promise<readonly CaseEntry[]> {
    const documents = (await this.view())?.documents ?? [];
    const questioned = documents.filter(({ facts }) => facts.role === 'questioned');
    return questioned.map(({ path, facts }) => ({ uri: toShownUri(vscode.Uri.file(path)), facts }));
  }

  /** The warnings about the case, as sentences: files that are left out, entries that were misread, and the other warnings. */
  async notices(others: readonly CaseWarning[] = []): Promise<readonly string[]> {
    const results: string[] = [];
    await this.hearNotices(results).open();
    return [...results, ...others.map((warning) => describeNotice(warning))];
  }

  /** Records in the case file how documents of the workspace's case were produced, and returns the others. Throws UnwritableFile. */
  async state(produced: readonly Produced[]): Promise<readonly Produced[]> {
    const placed = produced.map(([uri, facts]) => [formatDocument(uri), facts] as const);
    const others = new Set(await this.createCalls().state(new Map(placed)));
    return produced.filter((_, i) => others.has(placed[i]![0]));
  }
}

/** A line of the tree, also as the argument of commands. */
export type CaseNode =
  | { readonly kind: 'group'; readonly group: 'questioned' | Role }
  | { readonly kind: 'questioned'; readonly entry: CaseEntry }
  | { readonly kind: 'selection'; readonly entry: CaseEntry; readonly place: string }
  /** A leading marker of the first candidate of a questioned document. */
  | { readonly kind: 'marker'; readonly entry: CaseEntry; readonly author: string; readonly marker: Marker }
  | {
      readonly kind: 'author';
      readonly author: string;
      readonly role: Role;
      readonly documents: readonly IndexedDocument[];
      /** The author's files that take no part. */
      readonly unread: readonly UnreadFile[];
    }
  | { readonly kind: 'indexed'; readonly document: IndexedDocument }
  | { readonly kind: 'unread'; readonly unread: UnreadFile };

/** The line of the tree that a command was called on. Undefined if it was called on anything else. */
export function parseCaseNode(argument: unknown): CaseNode | undefined {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return undefined;
  const { kind } = argument;
  const kinds: readonly unknown[] = ['group', 'questioned', 'selection', 'marker', 'author', 'indexed', 'unread'];
  return kinds.includes(kind) ? (argument as CaseNode) : undefined;
}

/** The decisions on passages that the window shows, as the case service has them. Other windows write decisions too. */
export class Decisions extends Changing {
  private readonly read = new Map<string, FileDecisions>();

  constructor(
    private readonly problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    this.disposables.push(
      cases.onDidChange(() => {
        for (const file of this.read.keys()) void this.problems.runAction(() => this.refresh(file));
      }),
    );
  }

  /** The decisions on a document. Empty until they are read. */
  on(uri: vscode.Uri): FileDecisions {
    const { scheme, fsPath: file } = toFileUri(uri);
    const result = this.read.get(file) ?? { made: undefined };
    if (scheme === 'file' && !this.read.has(file)) {
      this.read.set(file, result);
      void this.problems.runAction(() => this.refresh(file));
    }
    return result;
  }

  async decide(uri: vscode.Uri, passage: PassageOfCandidate, decided: Decision): Promise<void> {
    const { fsPath: file } = toFileUri(uri);
    await this.cases.createCalls().decide({ file, passage, decided });
    await this.refresh(file);
  }

  async revert(uri: vscode.Uri): Promise<void> {
    const { fsPath: file } = toFileUri(uri);
    try {
      await this.cases.createCalls().revert(file);
    } finally {
      await this.refresh(file);
    }
  }

  private async refresh(file: string): Promise<void> {
    const before = JSON.stringify(this.read.get(file));
    const result = await this.cases.createCalls().decisionsOn(file);
    this.read.set(file, result);
    if (JSON.stringify(result) !== before) this.changed.fire();
  }
}
