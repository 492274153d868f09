import * as vscode from 'vscode';
import type { TextRange } from '../../core/domain';
import { usage } from '../../core/errors';
import type { Findings } from '../../presentation/findings';
import { chosenCandidate, markedPassages, passageNumbered } from '../../presentation/passages';
import { columnOf, showPlaces, type Place } from '../review/readingLayout';
import type { ReviewSession, ShownComparison } from '../review/reviewSession';
import { knownDocumentUri } from '../review/textDocuments';
import type { Command, CommandDependencies } from './command';

/** Opens both documents at a passage: by its number and author, else the one that is being read; "inPanel": where they are shown. */
export const openBoth: Command = async (parts, number, author, where) => {
  const { session } = parts;
  const inPanel = where === 'inPanel';
  if (session.comparison && typeof number === 'number')
    return openCompared(session, session.comparison, number, inPanel);
  const { selection } = session;
  const named = typeof author === 'string' ? author : selection.author;
  const wanted = typeof number === 'number' ? number - 1 : (selection.passage ?? 0);
  await session.read(named);
  if (session.findings) await readPassage(parts, session.findings, { author: named, passage: wanted, inPanel });
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
  const { session } = deps;
  const { comparison, selection } = session;
  if (comparison) {
    const marked = comparison.pairs.filter((pair) => pair.marked);
    const next = marked[placeAfter(selection.passage, by, marked.length)];
    if (next) await openCompared(session, comparison, next.number);
    return;
  }
  await session.read();
  const { findings } = session;
  const candidate = findings && chosenCandidate(findings, selection.author);
  const count = candidate ? markedPassages(findings, candidate).length : 0;
  if (findings && count > 0)
    await readPassage(deps, findings, { author: selection.author, passage: placeAfter(selection.passage, by, count) });
}

/** The place to go to in a list of passages, round and round; NaN where the list is empty. */
function placeAfter(passage: number | undefined, by: 1 | -1, count: number): number {
  const from = passage ?? (by > 0 ? -1 : 0);
  return (Math.min(from, count - 1) + by + count) % count;
}

async function readPassage(
  { session, engine }: CommandDependencies,
  findings: Findings,
  {
    author,
    passage,
    inPanel,
  }: { readonly author: string | undefined; readonly passage: number; readonly inPanel?: boolean },
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
  await showPlaces(questioned, known && uri && { uri, text: known.text, range: answer }, inPanel);
  if (!known) throw usage(vscode.l10n.t('The known document is no longer in the index. Review the text again.'));
}

async function openCompared(
  session: ReviewSession,
  comparison: ShownComparison,
  number: number,
  inPanel?: boolean,
): Promise<void> {
  const pair = comparison.pairs.find((each) => each.number === number);
  if (!pair) return;
  if (pair.marked) session.select({ passage: number - 1, origin: 'command' });
  const first = await openText(comparison.first, pair.first);
  await showPlaces(first, await openText(pair.second.uri, pair.second.range), inPanel);
}

async function openText(uri: vscode.Uri, range: TextRange): Promise<Place> {
  const document = await vscode.workspace.openTextDocument(uri);
  return { uri, text: document.getText(), range };
}
