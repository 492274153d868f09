import * as vscode from 'vscode';
import type { TextRange } from '../../core/domain';
import { positionIn } from '../../presentation/excerpts';
import { groupOf, knownGroup, type EditorGroup } from './readingGroups';

/** A place of a document to read. */
export interface Place {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly range: TextRange;
}

interface ShownGroup extends EditorGroup {
  readonly column: vscode.ViewColumn;
}

/** Shows the questioned place, and the known one in a group below it, so that the panel stays; the focus is in the questioned one. */
export async function showPlaces(questioned: Place, known: Place | undefined): Promise<void> {
  if (known) await show(known, await columnBelow(questioned.uri, known.uri));
  await show(questioned, columnOf(questioned.uri));
}

/** The group in which a document is read: its own, or one that the panel is not in. */
export function columnOf(document: vscode.Uri): vscode.ViewColumn {
  return groupOf(shownGroups(), document.toString())?.column ?? vscode.ViewColumn.Beside;
}

/** The group in which known texts are read, made below the questioned document where there is none. */
async function columnBelow(questioned: vscode.Uri, known: vscode.Uri): Promise<vscode.ViewColumn> {
  const groups = shownGroups();
  const held = knownGroup(groups, groupOf(groups, questioned.toString()), known.toString());
  if (held) return held.column;
  const viewColumn = columnOf(questioned);
  for (let tries = 0; tries < 3; tries += 1) {
    await vscode.window.showTextDocument(questioned, { viewColumn, preview: true });
    if (vscode.window.tabGroups.activeTabGroup.viewColumn === viewColumn) break; // a panel that was clicked takes the focus late
  }
  await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  return vscode.ViewColumn.Active;
}

/** Shows a document with a place of its text in the middle and the cursor at its start. */
async function show({ uri, text, range }: Place, viewColumn: vscode.ViewColumn): Promise<void> {
  const from = positionIn(text, range.start);
  const to = positionIn(text, range.end);
  const place = new vscode.Range(from.line, from.character, to.line, to.character);
  const selection = new vscode.Range(place.start, place.start);
  const editor = await vscode.window.showTextDocument(uri, { viewColumn, preview: true, selection });
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function shownGroups(): readonly ShownGroup[] {
  return vscode.window.tabGroups.all.map(({ viewColumn, tabs }) => ({
    column: viewColumn,
    documents: tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
    holdsPanel: tabs.some(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('idiograph.review'),
    ),
  }));
}
