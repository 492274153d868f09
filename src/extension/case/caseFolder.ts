import * as vscode from 'vscode';
import type { CaseDocument } from '../../core/casework/caseFile';
import type { UnreadFile } from '../../core/casework/unreadFiles';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import { CaseFolder, type ChangedFile } from '../../node/casework/caseFolder';
import { IdiographError } from '../../core/errors';
import type { Marker, Provenance, Role } from '../../core/domain';
import type { HandRange } from '../../core/text/excludedRanges';
import type { ReviewOptions } from '../../protocol/engine';
import { caseWarningWords } from '../../presentation/words/caveats';
import { fileUri, partsOf, readingOf, shownUri } from '../shownFiles';
import type { IndexedDocument } from '../../core/ports';
import type { Problems } from '../problems';
import { readSettings } from '../settings';
import type { DecidedPassage, Decision, PassageDecision } from '../../core/casework/decisions';
import { decisionWords } from '../../presentation/decisions';
import { Changing } from '../changing';

/** A document, and how it was produced. */
export type Produced = readonly [uri: vscode.Uri, facts: Provenance];

/** Cases of this window by their folders, as they were read. */
const cases = new Map<string, Promise<CaseFolder>>();
const changed = new vscode.EventEmitter<void>();

/** A case may be another now: a file of it was made, changed or deleted. */
export const onDidChangeCase = changed.event;

/** Forgets what was read of cases, and tells everyone. */
export function forgetCases(): void {
  cases.clear();
  changed.fire();
}

/** Forgets what was read of a case when its files change. */
export function watchCases(): vscode.Disposable {
  const forget = forgetCases;
  const documents = vscode.workspace.createFileSystemWatcher('**/{questioned,known,population}/**', false, true);
  const caseFiles = vscode.workspace.createFileSystemWatcher('**/*.idiograph-case.json');
  return vscode.Disposable.from(
    ...[documents, documents.onDidCreate(forget), documents.onDidDelete(forget)],
    ...[caseFiles, caseFiles.onDidChange(forget), caseFiles.onDidCreate(forget), caseFiles.onDidDelete(forget)],
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) forget(); // where the disk is not watched
    }),
  );
}

/** A file of a case, with what the case says of it. */
export interface CaseEntry {
  readonly uri: vscode.Uri;
  readonly facts: CaseDocument;
}

/**
 * What the workspace's case file, or else its folders (known/<author>/…, questioned/…), say of a document.
 * Undefined: nothing. Throws UnreadableDocument for a case file that cannot be read as one.
 */
export async function caseDocument(uri: vscode.Uri): Promise<CaseDocument | undefined> {
  const file = fileUri(uri);
  return (await caseIn(vscode.workspace.getWorkspaceFolder(file)))?.describe(file.fsPath);
}

/** The ranges of a document, or of the texts that it is made of, that were set by hand, as the case file has them. */
export async function rangesInCase(uri: vscode.Uri): Promise<readonly HandRange[]> {
  const parts = await Promise.all(partsOf(uri).map(caseDocument));
  return parts.flatMap((facts) => facts?.ranges ?? []);
}

/** What the case file beside a document pins, whether its settings are locked, and the user's own markers. Throws as `caseDocument` does. */
export async function caseOptions(uri: vscode.Uri): Promise<Pick<ReviewOptions, 'pinned' | 'validation' | 'markers'>> {
  const [part = uri] = partsOf(uri);
  const opened = await caseIn(vscode.workspace.getWorkspaceFolder(fileUri(part)));
  return opened?.options ?? {};
}

/** How a file differs from the one that its case recorded; undefined: it does not, or none is recorded. */
export async function changedSinceIntake(uri: vscode.Uri): Promise<ChangedFile | undefined> {
  const file = fileUri(uri);
  return (await caseIn(vscode.workspace.getWorkspaceFolder(file)))?.changedSinceIntake(file.fsPath);
}

/** The case's questioned documents, in order of their paths. */
export async function questionedDocuments(): Promise<readonly CaseEntry[]> {
  const questioned = (await workspaceCase())?.questioned ?? [];
  return questioned.map(({ path, facts }) => ({ uri: shownUri(vscode.Uri.file(path)), facts }));
}

/** What is left out of the workspace's case or not read as it was meant, and the other warnings, as sentences. */
export async function caseNotices(others: readonly CaseWarning[] = []): Promise<readonly string[]> {
  const warnings = (await (await workspaceCase())?.warnings()) ?? [];
  return [...warnings, ...others].map((warning) => caseWarningWords(warning));
}

/** Records in the case file how the texts of questioned files were made. Throws UnwritableFile. */
export async function recordReadings(uris: readonly vscode.Uri[]): Promise<void> {
  const readings = uris.flatMap((uri) => {
    const reading = readingOf(uri)?.reading;
    return reading ? [[fileUri(uri).fsPath, reading] as const] : [];
  });
  (await workspaceCase())?.recordReadings(new Map(readings));
}

/** Writes into the case file how documents of the workspace's case were produced; returns the others. Throws UnwritableFile. */
export async function stateInCase(produced: readonly Produced[]): Promise<readonly Produced[]> {
  const opened = await workspaceCase();
  const pathOf = (uri: vscode.Uri): string => fileUri(uri).fsPath;
  const isHeld = ([uri]: Produced): boolean =>
    fileUri(uri).scheme === 'file' && opened?.describe(pathOf(uri)) !== undefined;
  const held = produced.filter(isHeld);
  if (held.length > 0) opened?.state(new Map(held.map(([uri, facts]) => [pathOf(uri), facts])));
  return produced.filter((each) => !isHeld(each));
}

/** The window's first folder; undefined: there is none on a disk. */
export function workspaceFolder(): string | undefined {
  const uri = vscode.workspace.workspaceFolders?.[0]?.uri;
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}

/** The case of the window's first folder; none where that is not on a disk. Throws UnreadableDocument. */
export function workspaceCase(): Promise<CaseFolder | undefined> {
  return caseIn(vscode.workspace.workspaceFolders?.[0]);
}

/** The case of a folder of the workspace, read once until it changes; none where it is not on a disk. */
async function caseIn(folder: vscode.WorkspaceFolder | undefined): Promise<CaseFolder | undefined> {
  if (folder?.uri.scheme !== 'file') return undefined;
  const { fsPath } = folder.uri;
  const kept = await cases.get(fsPath)?.catch(() => undefined);
  if (kept?.isCurrent()) return kept;
  const opening = CaseFolder.open(fsPath);
  cases.set(fsPath, opening);
  if (vscode.workspace.isTrusted) recordUnlogged(await opening);
  return opening;
}

/** What an ended program left out of the log; a case that can only be read is read all the same. */
function recordUnlogged(opened: CaseFolder): void {
  try {
    opened.recordUnlogged();
  } catch (error) {
    if (!(error instanceof IdiographError)) throw error;
  }
}

/** A line of the tree, also as it is handed to commands. */
export type CaseNode =
  | { readonly kind: 'group'; readonly group: 'questioned' | Role }
  | { readonly kind: 'questioned'; readonly entry: CaseEntry }
  /** A selection of a questioned document that has a result, by its place. */
  | { readonly kind: 'selection'; readonly entry: CaseEntry; readonly place: string }
  /** A marker that leads, of the first candidate of a questioned document's result. */
  | { readonly kind: 'marker'; readonly entry: CaseEntry; readonly author: string; readonly marker: Marker }
  | {
      readonly kind: 'author';
      readonly author: string;
      readonly role: Role;
      readonly documents: readonly IndexedDocument[];
      /** Files by the author that take no part. */
      readonly unread: readonly UnreadFile[];
    }
  | { readonly kind: 'indexed'; readonly document: IndexedDocument }
  | { readonly kind: 'unread'; readonly unread: UnreadFile };

/** The tree's line that a command was called on; undefined when it was called on anything else. */
export function caseNode(argument: unknown): CaseNode | undefined {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return undefined;
  const { kind } = argument;
  const kinds: readonly unknown[] = ['group', 'questioned', 'selection', 'marker', 'author', 'indexed', 'unread'];
  return kinds.includes(kind) ? (argument as CaseNode) : undefined;
}

/** Opens the questioned and known files of a case read-only, for this window's session: once each, so that one can be made writeable. */
export class Exhibits extends Changing {
  private readonly seen = new Set<string>();

  constructor(private readonly problems: Problems) {
    super();
    this.held.push(vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor)));
    this.look(vscode.window.activeTextEditor);
  }

  private look(editor: vscode.TextEditor | undefined): void {
    if (editor) void this.problems.during(() => this.protect(editor));
  }

  /** Makes an exhibit in the active editor read-only; what was typed into it before that is taken back. */
  async protect({ document }: vscode.TextEditor): Promise<void> {
    const { uri, isDirty, version } = document;
    if (uri.scheme !== 'file' || isDirty || this.seen.has(uri.toString())) return;
    if (!readSettings(uri).readOnlyExhibits || !(await caseDocument(uri))) return;
    if (vscode.window.activeTextEditor?.document !== document) return; // the command is about the active one
    this.seen.add(uri.toString());
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    if (document.version !== version && document.isDirty)
      await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}

/** A passage of a candidate, by its words. */
type Passage = Omit<DecidedPassage, 'document'>;

/** Something that was decided in this window, to be taken back. */
interface Done {
  readonly passage: Passage;
  readonly before: Decision;
  readonly after: Decision;
}

/** What readers made of passages of the case: kept in its case file, where other windows write, too. */
export class Decisions extends Changing {
  private opened: CaseFolder | undefined;
  /** By the questioned file: what *Undo* takes back, and what *Redo* makes again, the last one at the end. */
  private readonly done = new Map<string, { readonly undo: Done[]; readonly redo: Done[] }>();

  constructor(private readonly problems: Problems) {
    super();
    this.held.push(onDidChangeCase(() => this.refresh()));
    this.refresh();
  }

  /** On a document; undefined: it is of no case. */
  on(uri: vscode.Uri): readonly PassageDecision[] | undefined {
    const file = fileUri(uri);
    return file.scheme === 'file' ? this.opened?.decisionsOn(file.fsPath) : undefined;
  }

  /** The last decision on a document that *Undo* takes back, or that *Redo* makes again, in words. */
  nameOf(way: 'undo' | 'redo', uri: vscode.Uri): string | undefined {
    const last = this.done.get(fileUri(uri).fsPath)?.[way].at(-1);
    if (!last) return undefined;
    const words = decisionWords(last.after);
    return words === '' ? vscode.l10n.t('Decision taken away') : words;
  }

  /** Throws UnwritableFile. */
  async decide(uri: vscode.Uri, passage: Passage, decision: Decision): Promise<void> {
    const { fsPath: file } = fileUri(uri);
    const before = (await workspaceCase())?.decide(file, passage, decision);
    if (before) {
      const undo = this.done.get(file)?.undo ?? [];
      this.done.set(file, { undo: [...undo, { passage, before, after: decision }], redo: [] });
    }
    await this.read();
  }

  /**
   * Takes the last decision that this window made on a document back, or makes it again. Throws Usage where somebody else changed the
   * decision since.
   */
  async revert(way: 'undo' | 'redo', uri: vscode.Uri): Promise<void> {
    const { fsPath: file } = fileUri(uri);
    const done = this.done.get(file);
    const last = done?.[way].pop();
    if (!done || !last) return;
    const [now, then] = way === 'undo' ? [last.before, last.after] : [last.after, last.before];
    try {
      (await workspaceCase())?.decide(file, last.passage, now, then);
      done[way === 'undo' ? 'redo' : 'undo'].push(last);
    } finally {
      await this.read();
    }
  }

  private refresh(): void {
    void this.problems.during(() => this.read());
  }

  private async read(): Promise<void> {
    this.opened = await workspaceCase();
    this.changed.fire();
  }
}
