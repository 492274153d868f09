import * as vscode from 'vscode';
import type { TextRange } from '../../core/domain/evidence';
import { findPosition } from '../../presentation/passages';
import { readTabUri } from '../shownFiles';

export interface Place {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly range: TextRange;
}

/** A range of a document that the editor can open. */
export async function readPlace(uri: vscode.Uri, range: TextRange): Promise<Place> {
  const document = await vscode.workspace.openTextDocument(uri);
  return { uri, text: document.getText(), range };
}

/**
 * Shows the questioned place and, in a group below it, the known one, so that the panel stays visible. The focus goes to the questioned
 * place. If the user reads in the panel (`inPanel`), the focus stays there and no group is created. If the user opens another text in the
 * meantime, it stays.
 */
export async function showPlaces(questioned: Place, known: Place | undefined, inPanel = false): Promise<void> {
  const groups = listShownGroups();
  const own = groupOf(groups, questioned.uri.toString());
  const column = known && findKnownGroup(groups, own, known.uri.toString())?.column;
  const before = readActiveUri();
  if (known && (column || !inPanel)) await show(known, column ?? (await createColumnBelow(questioned.uri)), inPanel);
  const expected = [undefined, before, questioned.uri.toString(), known?.uri.toString()];
  if (expected.includes(readActiveUri())) await show(questioned, findColumn(questioned.uri), inPanel);
}

function readActiveUri(): string | undefined {
  return vscode.window.activeTextEditor?.document.uri.toString();
}

/** The group in which to read a document: its own, or one without the panel. */
export function findColumn(document: vscode.Uri): vscode.ViewColumn {
  return groupOf(listShownGroups(), document.toString())?.column ?? vscode.ViewColumn.Beside;
}

/**
 * Creates a group for known texts below the questioned document. The editor splits the group with the focus, which a panel that was clicked
 * may get late. Then the new group is not next to the document, and it is closed again.
 */
async function createColumnBelow(questioned: vscode.Uri): Promise<vscode.ViewColumn> {
  const { tabGroups } = vscode.window;
  for (let tries = 0; tries < 4; tries += 1) {
    await vscode.window.showTextDocument(questioned, { viewColumn: findColumn(questioned), preview: true });
    const column = findColumn(questioned);
    if (tabGroups.activeTabGroup.viewColumn !== column) continue;
    await vscode.commands.executeCommand('workbench.action.newGroupBelow');
    const created = tabGroups.activeTabGroup;
    const below = (column + 1) as vscode.ViewColumn;
    if (created.viewColumn === below || created.tabs.length > 0) return vscode.ViewColumn.Active;
    await tabGroups.close(created);
  }
  await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  return vscode.ViewColumn.Active;
}

/** Shows a document with a place in the middle of the editor and the cursor at its start. */
async function show({ uri, text, range }: Place, viewColumn: vscode.ViewColumn, preserveFocus: boolean): Promise<void> {
  const place = findRange(text, range);
  const selection = new vscode.Range(place.start, place.start);
  const editor = await vscode.window.showTextDocument(uri, { viewColumn, preview: true, selection, preserveFocus });
  editor.revealRange(place, vscode.TextEditorRevealType.InCenter); // a visible place may still be cut off by the window's edge
}

/** A range of a text as lines and characters, for a text that no editor has open yet. */
export function findRange(text: string, { start, end }: TextRange): vscode.Range {
  const [from, to] = [findPosition(text, start), findPosition(text, end)];
  return new vscode.Range(from.line, from.character, to.line, to.character);
}

/** A range of a document as lines and characters. */
export function toEditorRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

function listShownGroups(): readonly (EditorGroup & { readonly column: vscode.ViewColumn })[] {
  return vscode.window.tabGroups.all.map(({ viewColumn, tabs }) => ({
    column: viewColumn,
    documents: tabs.flatMap((tab) => readTabUri(tab)?.toString() ?? []),
    holdsPanel: tabs.some(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('idiograph.review'),
    ),
  }));
}

/** A group of editors: the documents of its tabs, and whether the review panel is one of them. */
export interface EditorGroup {
  readonly documents: readonly string[];
  readonly holdsPanel: boolean;
}

/** The editor group in which to read a document: the one that has it, otherwise one without the panel. Undefined if there is none. */
export function groupOf<G extends EditorGroup>(groups: readonly G[], document: string): G | undefined {
  return groups.find(({ documents }) => documents.includes(document)) ?? groups.find(({ holdsPanel }) => !holdsPanel);
}

/**
 * The editor group in which to read a known text: the one that has it, otherwise one with known texts. It is never the group of the panel
 * or of the questioned document. Undefined if a new group is needed.
 */
export function findKnownGroup<G extends EditorGroup>(
  groups: readonly G[],
  questioned: G | undefined,
  known: string,
): G | undefined {
  const free = groups.filter((group) => group !== questioned && !group.holdsPanel);
  const has = free.find(({ documents }) => documents.includes(known));
  return has ?? free.find(({ documents }) => documents.some((each) => each.startsWith('idiograph-text:')));
}

/** A part of the window in which a user reads. */
type ReadingPart = 'document' | 'panel' | 'known';

/** The part after the focused one. The known text is skipped if none is shown. */
export function findPartAfter(now: ReadingPart, knownIsShown: boolean): ReadingPart {
  if (now === 'document') return 'panel';
  return now === 'panel' && knownIsShown ? 'known' : 'document';
}
