import * as vscode from 'vscode';
import { findFileBehind } from '../../reading/text/collectedPaths';
import { knownTextGone, parseCaseNode } from '../case/windowCase';
import { findColumn, findPartAfter, readPlace, showPlaces } from '../review/readingLayout';
import { openTextDocument, toKnownDocumentUri } from '../review/textDocuments';
import { type Command, type CommandDependencies, findDocument } from './command';
import { toFileUri, isIndexed, readTitle } from '../shownFiles';
import type { Findings } from '../../presentation/findings';
import { findChosenCandidate, joinLists, listMarkedPassages, numberPassages } from '../../presentation/passages';
import type { ReviewSession, ShownComparison } from '../review/reviewSession';
import { findModelsFolder } from '../settings';
import { formatShares } from '../../presentation/textAsRead';

/** Opens a questioned document of the case, or a selection of it, with its result if there is one. The side bar keeps the focus. */
export const openQuestioned: Command = async ({ session, panel, exhibits, activeText }, argument) => {
  const node = parseCaseNode(argument);
  if (node?.kind !== 'questioned' && node?.kind !== 'selection') return;
  const { uri } = node.entry;
  const document = await openTextDocument(uri); // throws the reason if a file cannot be read
  const editor = await vscode.window.showTextDocument(document, { viewColumn: findColumn(uri), preview: false });
  await exhibits.protect(editor); // only an active editor can be made read-only
  activeText.set(uri);
  await vscode.commands.executeCommand('workbench.action.focusSideBar');
  const place = node.kind === 'selection' ? node.place : uri.toString();
  if (session.isShowing(place) || (await session.open(place))) panel.reveal();
};

/** Opens the sample case of the extension: in this window if it is empty, otherwise in another one. */
export const openSample: Command = async ({ extension }) => {
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const folder = vscode.Uri.joinPath(extension.extensionUri, 'sample');
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow });
};

/** Moves the focus from the questioned document to the panel, then to the known text if one is shown, and back to the document. */
export const nextPart: Command = async ({ session, panel }) => {
  const { target } = session;
  if (!target) return;
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const known = visibleTextEditors.find(({ document: { uri } }) => isIndexed(uri) && uri.toString() !== target.uri);
  const inText = activeTextEditor !== undefined && activeTextEditor === known ? 'known' : 'document';
  const next = findPartAfter(panel.isActive ? 'panel' : inText, known !== undefined);
  if (next === 'panel') {
    panel.reveal({ focus: true });
    return;
  }
  if (next === 'known' && known) {
    const { document, viewColumn } = known;
    await vscode.window.showTextDocument(document, { ...(viewColumn && { viewColumn }) });
    return;
  }
  const uri = vscode.Uri.parse(target.uri);
  await vscode.window.showTextDocument(uri, { viewColumn: findColumn(uri) });
};

/** Opens the file behind a text with the system's program. A browser has no such programs, so the Explorer shows the file. */
export const openOriginal: Command = async (parts, argument) => {
  const file = toFileUri(await findDocument(argument ?? vscode.window.activeTextEditor?.document.uri, parts));
  const original = vscode.Uri.file(findFileBehind(file.fsPath));
  if (vscode.env.uiKind === vscode.UIKind.Web) await vscode.commands.executeCommand('revealInExplorer', original);
  else await vscode.env.openExternal(original);
};

/** Opens a text as it is read, with the parts dimmed that do not count, and says how much counts. */
export const showTextAsRead: Command = async (parts, argument) => {
  const node = parseCaseNode(argument);
  const active = vscode.window.activeTextEditor?.document.uri;
  const uri =
    node?.kind === 'indexed' ? toKnownDocumentUri(node.document) : await findDocument(argument ?? active, parts);
  const document = await openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: findColumn(document.uri), preview: false });
  const { shares } = await parts.excluded.show(document);
  void vscode.window.showInformationMessage(formatShares({ file: readTitle(document.uri), ...shares }));
};

/** Shows the card of the bundled population: its authors, and how the user's own writers replace them. */
export const showPopulation: Command = async ({ extension }) => {
  const card = vscode.Uri.joinPath(vscode.Uri.file(findModelsFolder(extension.extensionUri)), 'population.md');
  const place = { viewColumn: findColumn(card), preview: false };
  await vscode.commands.executeCommand('vscode.openWith', card, 'vscode.markdown.preview.editor', place);
};

/**
 * Opens both documents at a passage, which has a number and an author or is the chosen one. @param where  "inPanel" keeps the focus there
 */
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

export const nextPassage: Command = (parts) => goBy(parts, 1);
export const previousPassage: Command = (parts) => goBy(parts, -1);

/** Opens a known document of the index without a passage. It never covers the panel. */
export const openKnown: Command = async (_, argument) => {
  const node = argument as { readonly document?: { readonly id: string; readonly title: string } } | undefined;
  if (!node?.document) return;
  const uri = toKnownDocumentUri(node.document);
  await vscode.window.showTextDocument(uri, { preview: true, viewColumn: findColumn(uri) });
};

/** Shows the evidence and focuses it. Called on an author, it shows the evidence for this author. */
export const showEvidence: Command = (parts, argument) => {
  const node = argument as { readonly author?: string } | undefined;
  if (typeof node?.author === 'string') parts.session.select({ author: node.author });
  parts.panel.reveal({ focus: true });
  return Promise.resolve();
};

async function goBy(deps: CommandDependencies, by: 1 | -1): Promise<void> {
  const { session } = deps;
  const { comparison, selection } = session;
  if (comparison) {
    const marked = comparison.pairs.filter((pair) => pair.marked);
    const next = marked[findPlaceAfter(selection.passage, by, marked.length)];
    if (next) await openCompared(session, comparison, next.number);
    return;
  }
  await session.read();
  const { findings } = session;
  const candidate = findings && findChosenCandidate(findings, selection.author);
  const count = candidate ? listMarkedPassages(findings, candidate).length : 0;
  if (findings && count > 0)
    await readPassage(deps, findings, {
      author: selection.author,
      passage: findPlaceAfter(selection.passage, by, count),
    });
}

/** The next or previous place in a list of passages. The list continues at its other end. NaN if the list is empty. */
function findPlaceAfter(passage: number | undefined, by: 1 | -1, count: number): number {
  const from = passage ?? (by > 0 ? -1 : 0);
  return (Math.min(from, count - 1) + by + count) % count;
}

async function readPassage(
  { session, cases }: CommandDependencies,
  findings: Findings,
  {
    author,
    passage,
    inPanel,
  }: { readonly author: string | undefined; readonly passage: number; readonly inPanel?: boolean },
): Promise<void> {
  const candidate = findChosenCandidate(findings, author);
  const result = candidate && joinLists(numberPassages(candidate, findings.target.offset))[passage];
  if (!result) return;
  session.select({ author: result.author, passage });
  const { document, known: answer } = result.passage;
  const known = (await cases.readKnown([document])).get(document);
  const questioned = await readPlace(vscode.Uri.parse(findings.target.uri), result.questioned);
  const uri = known && toKnownDocumentUri(known);
  await showPlaces(questioned, known && uri && { uri, text: known.text, range: answer }, inPanel);
  if (!known) throw knownTextGone();
}

async function openCompared(
  session: ReviewSession,
  comparison: ShownComparison,
  number: number,
  inPanel?: boolean,
): Promise<void> {
  const pair = comparison.pairs.find((each) => each.number === number);
  if (!pair) return;
  if (pair.marked) session.select({ passage: number - 1 });
  const first = await readPlace(vscode.Uri.parse(comparison.target.uri), pair.first);
  await showPlaces(first, await readPlace(pair.second.uri, pair.second.range), inPanel);
}
