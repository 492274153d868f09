import * as vscode from 'vscode';
import { usage } from '../../core/errors';
import { listMarkers, foldPhrase } from '../../core/markers/ownMarkers';
import { renderConcordancePage, type LineOrder, lineOrders } from '../../presentation/markerPages';
import { formatCommandLink, toDocumentUri } from '../shownFiles';
import { knownTextGone, noCaseFolder } from '../case/windowCase';
import { readPlace, showPlaces } from '../review/readingLayout';
import { toKnownDocumentUri } from '../review/textDocuments';
import { type Command, type CommandDependencies, readEdited } from './command';
import { findMarkerByName, findKeptPlaces } from '../../core/markers/authorMarkers';
import { findMarker } from '../../presentation/markers';
import { findChosenCandidate, type PassageView } from '../../presentation/passages';
import { asideReasons, type Decision, trimDecision } from '../../core/casework/decisions';
import { isPending, describeReason, readPassageWords } from '../../presentation/decisions';
import type { DecisionKind } from '../../protocol/panel';

/** Shows every place of the selected words, of a marker by its name, or of words that the user types, in all texts of the case. */
export const concordance: Command = async (parts, request, order: unknown = 'author') => {
  const { cases, pages, session } = parts;
  const asked = {
    title: vscode.l10n.t('Concordance'),
    prompt: vscode.l10n.t('Words, or the name of a marker'),
    value: session.selection.marker ?? '',
    ignoreFocusOut: true,
  };
  const selected = typeof request === 'string' ? request : readSelectedText() || undefined;
  const words = selected ?? (await vscode.window.showInputBox(asked));
  if (words === undefined) return;
  if (foldPhrase(words) === '') throw usage(vscode.l10n.t('Choose at least one word.'));
  const edited = await readEdited(parts);
  const match = await cases.createCalls().concordance({ words, labels: {}, edited });
  const html = renderConcordancePage(words, match, lineOrders.find((each) => each === order) ?? 'author', {
    order: (each: LineOrder) => formatCommandLink('idiograph.concordance', [words, each]),
    place: ({ id, title, role, place: { start, end } }) => {
      const uri = role === 'questioned' ? toDocumentUri(match.documents.get(id)!) : toKnownDocumentUri({ id, title });
      return formatCommandLink('idiograph.openPlace', [uri.toString(), start, end]);
    },
  });
  const commands = ['idiograph.concordance', 'idiograph.openPlace'];
  pages.show('concordance', { title: asked.title, html, commands });
};

/** Adds words, or a pair of alternatives, to the markers. The case file stores them, and they are counted from the next review on. */
export const addMarker: Command = async ({ cases }) => {
  if (!(await cases.view())) throw noCaseFolder();
  const title = vscode.l10n.t('Marker');
  const ask = (prompt: string, value = ''): Thenable<string | undefined> =>
    vscode.window.showInputBox({ title, prompt, value, ignoreFocusOut: true });
  const words = await ask(vscode.l10n.t('Words to count, with commas between forms'), readSelectedText());
  if (words === undefined) return;
  if (foldPhrase(words) === '') throw usage(vscode.l10n.t('Choose at least one word.'));
  const not = await ask(vscode.l10n.t('Alternatives to the words; leave empty for a rate per number of words'));
  if (not === undefined) return;
  const isPair = foldPhrase(not) !== '';
  const marker = { name: isPair ? `${words} (not ${not})` : words, words, ...(isPair && { not }) };
  await cases.createCalls().addMarker(marker);
  cases.refresh();
};

/** Opens a place of a text by its URI and offsets. */
export const openPlace: Command = async (_, uri, start, end) => {
  if (typeof uri !== 'string' || typeof start !== 'number' || typeof end !== 'number') return;
  await showPlaces(await readPlace(vscode.Uri.parse(uri), { start, end }), undefined);
};

function readSelectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.getText(editor.selection).trim() ?? '';
}

/**
 * Marks all places of a marker in the questioned text, and opens the first place of each side. By default the author is the chosen one, and
 * the text is the one under review.
 */
export const openMarker: Command = async ({ session, cases }, name, author, of) => {
  if (of instanceof vscode.Uri && !session.isShowing(of.toString())) await session.open(of.toString());
  const { findings } = session;
  const candidate =
    findings && findChosenCandidate(findings, typeof author === 'string' ? author : session.selection.author);
  const marker = findMarker(candidate, name);
  if (!candidate || !marker)
    throw usage(vscode.l10n.t('The document changed after its review. Review it again first.'));
  session.select({ author: candidate.author, marker: marker.name });
  const uri = vscode.Uri.parse(findings.target.uri);
  const { offset } = findings.target;
  const [here = { start: 0, end: 0 }] = marker.places;
  const questioned = await readPlace(uri, { start: here.start + offset, end: here.end + offset });
  const { markers: own } = (await cases.view(uri)) ?? {};
  const kept = marker.texts.find(({ count }) => count > 0);
  const known = kept && (await cases.readKnown([kept.document])).get(kept.document);
  const range = known && findKeptPlaces(findMarkerByName(marker.name, listMarkers(own)), known)[0];
  await showPlaces(questioned, range && { uri: toKnownDocumentUri(known), text: known.text, range });
};

export const setPassageAside: Command = (parts, number) => decide(parts, number, 'setAside');
export const notePassage: Command = (parts, number) => decide(parts, number, 'note');

/** Takes back the last decision on the text that the panel shows. */
export const undoDecision: Command = async ({ panel, decisions }) => {
  if (panel.shown) await decisions.revert(panel.shown);
};

/** Decides on a passage by its number, or on the chosen one. */
async function decide(deps: CommandDependencies, number: unknown, kind: DecisionKind): Promise<void> {
  const { panel, session, decisions } = deps;
  await session.read(); // a decision needs the words of both sides of the passage
  const view = panel.buildView();
  const uri = panel.shown;
  const findings = view.comparison ?? view.detail;
  const wanted = typeof number === 'number' ? number : (view.selected ?? 1);
  const passage = findings && [...findings.passages, ...findings.against].find((each) => each.number === wanted);
  if (!uri || !passage || !findings.weighed) return; // the page offers no decision
  if (isPending(passage)) throw knownTextGone();
  const decision = await deciding[kind](passage, trimDecision(passage.decision ?? {}));
  const candidate = view.comparison?.other ?? findings.title;
  if (decision) await decisions.decide(uri, { ...readPassageWords(passage), candidate }, decision);
}

/** The new decision on a passage, from the former one. Undefined if the user cancelled. */
const deciding: Readonly<
  Record<DecisionKind, (passage: PassageView, before: Decision) => Promise<Decision | undefined>>
> = {
  setAside: async ({ number }, { setAside, note }) => {
    const reasons = asideReasons.map((reason) => ({
      label: describeReason(reason),
      reason,
      ...(reason === setAside && { iconPath: new vscode.ThemeIcon('check') }),
    }));
    const back = { label: vscode.l10n.t('Do not set aside'), reason: undefined };
    const title = `${vscode.l10n.t('Set Aside…')} ${number}`;
    const chosen = await vscode.window.showQuickPick(setAside ? [...reasons, back] : reasons, { title });
    return chosen && { ...(note !== undefined && { note }), ...(chosen.reason && { setAside: chosen.reason }) };
  },
  note: async ({ number }, before) => {
    const asked = { title: `${vscode.l10n.t('Note…')} ${number}`, value: before.note ?? '', ignoreFocusOut: true };
    const note = (await vscode.window.showInputBox(asked))?.trim();
    return note === undefined ? undefined : trimDecision({ ...before, note });
  },
};
