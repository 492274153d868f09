import * as vscode from 'vscode';
import type { TextRange } from '../../core/domain';
import { usage } from '../../core/errors';
import type { Findings } from '../../presentation/findings';
import { chosenCandidate, markedPassages, passageNumbered } from '../../presentation/passages';
import { columnOf, showPlaces, type Place } from '../review/readingLayout';
import type { ShownComparison } from '../review/reviewSession';
import { knownDocumentUri } from '../review/textDocuments';
import type { Command, CommandDependencies } from './command';

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

/** Opens a known document of the index, without a passage; never over the panel. */
export const openKnown: Command = async ({ index }, argument) => {
  const node = argument as { readonly document?: { readonly id: string; readonly title: string } } | undefined;
  if (!node?.document) return;
  const uri = knownDocumentUri(await index.file(), node.document.id, node.document.title);
  await vscode.window.showTextDocument(uri, { preview: true, viewColumn: columnOf(uri) });
};

/** Brings the evidence to the front, with the focus; called on an author, theirs. */
export const showEvidence: Command = (parts, argument) => {
  const node = argument as { readonly author?: string } | undefined;
  if (typeof node?.author === 'string') parts.session.select({ author: node.author, origin: 'command' });
  parts.panel.reveal({ focus: true });
  return Promise.resolve();
};

async function step(deps: CommandDependencies, by: 1 | -1): Promise<void> {
  const { findings, selection } = deps.session;
  const candidate = findings && chosenCandidate(findings, selection.author);
  const count = candidate ? markedPassages(findings, candidate).length : 0;
  if (!findings || count === 0) return;
  const from = selection.passage ?? (by > 0 ? -1 : 0);
  await readPassage(deps, findings, selection.author, (Math.min(from, count - 1) + by + count) % count);
}

async function readPassage(
  { session, engine }: CommandDependencies,
  findings: Findings,
  author: string | undefined,
  passage: number,
): Promise<void> {
  const candidate = chosenCandidate(findings, author);
  const found = candidate && passageNumbered(findings, candidate, passage + 1);
  if (!found) return;
  session.select({ author: found.author, passage, origin: 'command' });
  const { path } = findings.index;
  const { document, known: answer } = found.passage;
  const known = await engine.calls().knownDocument(path, document);
  const questioned = await openText(vscode.Uri.parse(findings.target.uri), found.questioned);
  const uri = known && knownDocumentUri(path, known.id, known.title);
  await showPlaces(questioned, known && uri && { uri, text: known.text, range: answer });
  if (!known) throw usage(vscode.l10n.t('The known document is no longer in the index. Review the text again.'));
}

async function openCompared(comparison: ShownComparison, number: number): Promise<void> {
  const pair = comparison.pairs[number - 1];
  if (!pair) return;
  const first = await openText(comparison.first, pair.first);
  await showPlaces(first, await openText(comparison.second, pair.second));
}

async function openText(uri: vscode.Uri, range: TextRange): Promise<Place> {
  const document = await vscode.workspace.openTextDocument(uri);
  return { uri, text: document.getText(), range };
}
