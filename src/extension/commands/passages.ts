import * as vscode from 'vscode';
import type { TextRange } from '../../core/domain';
import { positionIn } from '../../presentation/excerpts';
import type { Findings } from '../../presentation/findings';
import { chosenCandidate, markedPassages, type NumberedPassage, passageNumbered } from '../../presentation/passages';
import type { ShownComparison } from '../review/reviewSession';
import { knownDocumentUri } from '../review/textDocuments';
import type { Command, CommandParts } from './command';

/** Opens both documents at a passage: by its number and author, else the one that is being read. */
export const openBoth: Command = async (parts, number, author) => {
  const { session } = parts;
  if (session.comparison && typeof number === 'number') return openCompared(session.comparison, number);
  const { findings, selection } = session;
  if (!findings) return;
  const named = typeof author === 'string' ? author : selection.author;
  const wanted = typeof number === 'number' ? number - 1 : (selection.passage ?? 0);
  await readPassage(parts, findings, named, wanted);
};

export const nextPassage: Command = (parts) => step(parts, 1);
export const previousPassage: Command = (parts) => step(parts, -1);

/** Opens a known document of the index, without a passage. */
export const openKnown: Command = async ({ index }, argument) => {
  const node = argument as { readonly document?: { readonly id: string; readonly title: string } } | undefined;
  if (!node?.document) return;
  const uri = knownDocumentUri(await index.file(), node.document.id, node.document.title);
  await vscode.window.showTextDocument(uri, { preview: true });
};

/** Brings the evidence to the front; called on an author, theirs. */
export const showEvidence: Command = async (parts, argument) => {
  const node = argument as { readonly author?: string } | undefined;
  if (typeof node?.author === 'string') parts.session.select({ author: node.author, origin: 'command' });
  await parts.index.documents();
  parts.panel.reveal();
};

async function step(parts: CommandParts, by: 1 | -1): Promise<void> {
  const { findings, selection } = parts.session;
  const candidate = findings && chosenCandidate(findings, selection.author);
  const count = candidate ? markedPassages(findings, candidate).length : 0;
  if (!findings || count === 0) return;
  const from = selection.passage ?? (by > 0 ? -1 : 0);
  await readPassage(parts, findings, selection.author, (Math.min(from, count - 1) + by + count) % count);
}

async function readPassage(
  { session, engine }: CommandParts,
  findings: Findings,
  author: string | undefined,
  passage: number,
): Promise<void> {
  const candidate = chosenCandidate(findings, author);
  const found = candidate && passageNumbered(findings, candidate, passage + 1);
  if (!found) return;
  session.select({ author: found.author, passage, origin: 'command' });
  await openQuestioned(findings, found);
  const { path } = findings.index;
  const known = await engine.calls().knownDocument(path, found.passage.document);
  if (known)
    await openAt(knownDocumentUri(path, known.id, known.title), known.text, found.passage.known, vscode.ViewColumn.Two);
}

async function openQuestioned({ target }: Findings, { questioned }: NumberedPassage): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(target.uri));
  await openAt(document.uri, document.getText(), questioned, vscode.ViewColumn.One);
}

async function openCompared(comparison: ShownComparison, number: number): Promise<void> {
  const pair = comparison.pairs[number - 1];
  if (!pair) return;
  const first = await vscode.workspace.openTextDocument(comparison.first);
  const second = await vscode.workspace.openTextDocument(comparison.second);
  await openAt(first.uri, first.getText(), pair.first, vscode.ViewColumn.One);
  await openAt(second.uri, second.getText(), pair.second, vscode.ViewColumn.Two);
}

/** Shows a document with a place of its text in the middle and the cursor at its start. */
async function openAt(uri: vscode.Uri, text: string, range: TextRange, viewColumn: vscode.ViewColumn): Promise<void> {
  const from = positionIn(text, range.start);
  const to = positionIn(text, range.end);
  const place = new vscode.Range(from.line, from.character, to.line, to.character);
  const editor = await vscode.window.showTextDocument(uri, {
    viewColumn,
    preview: true,
    preserveFocus: viewColumn !== vscode.ViewColumn.One,
    selection: new vscode.Range(place.start, place.start),
  });
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
