import * as vscode from 'vscode';
import type { KnownDocument, Marker } from '../../core/domain';
import { usage } from '../../core/errors';
import { habitsWith, phraseForms } from '../../core/markers/ownMarkers';
import { concordancePage, type LineOrder, lineOrders, profilePage } from '../../presentation/habitPages';
import { commandLink } from '../addresses';
import { caseNode } from '../case/windowCase';
import { showPlaces } from '../review/readingLayout';
import { knownDocumentUri } from '../review/textDocuments';
import { type Command, type CommandDependencies, questionedTexts } from './command';
import { habitNamed, keptPlaces } from '../../core/markers/authorMarkers';
import type { Habit } from '../../core/markers/findHabits';
import { markerNamed } from '../../presentation/markers';
import { chosenCandidate } from '../../presentation/passages';

/** Shows every place of the selected words, of a marker by its name, or of words that are asked for, in all texts of the case. */
export const concordance: Command = async (parts, asked, order: unknown = 'author') => {
  const { engine, index, choices, pages } = parts;
  const words = typeof asked === 'string' ? asked : await wordsAsked(parts);
  if (words === undefined) return;
  if (phraseForms(words) === '') throw usage(vscode.l10n.t('Choose at least one word.'));
  const file = await index.file();
  const documents = await questionedTexts(parts);
  const uris = new Map(documents.map(({ uri, document }) => [document.id, uri]));
  const { markers } = await choices.options(vscode.Uri.file(file));
  const found = await engine.calls().concordance(
    file,
    documents.map(({ document }) => document),
    { words, markers },
  );
  const html = concordancePage(words, found, lineOrders.find((each) => each === order) ?? 'author', {
    order: (each: LineOrder) => commandLink('idiograph.concordance', [words, each]),
    place: ({ id, title, role, place: { start, end } }) => {
      const uri = role === 'questioned' ? uris.get(id)! : knownDocumentUri(file, { id, title });
      return commandLink('idiograph.openPlace', [uri.toString(), start, end]);
    },
  });
  const commands = ['idiograph.concordance', 'idiograph.openPlace'];
  pages.show('concordance', { title: vscode.l10n.t('Concordance'), html, commands });
};

/** Shows the habits of an author by text, or of all authors. */
export const profile: Command = async ({ engine, index, choices, pages }, argument) => {
  const node = caseNode(argument);
  const file = await index.file();
  const { markers } = await choices.options(vscode.Uri.file(file));
  const author = node?.kind === 'author' ? node.author : undefined;
  const found = await engine.calls().profile(file, { author, markers });
  pages.show('profile', { title: vscode.l10n.t('Habits'), html: profilePage(found), commands: [] });
};

/** Has words, or a pair of alternatives, counted like the other markers from now on; the case file keeps them. */
export const addMarker: Command = async ({ cases }) => {
  if (!(await cases.view()))
    throw usage(vscode.l10n.t('Open the folder of a case first: its case file keeps your markers.'));
  const title = vscode.l10n.t('Add Marker');
  const ask = (prompt: string, value = ''): Thenable<string | undefined> =>
    vscode.window.showInputBox({ title, prompt, value, ignoreFocusOut: true });
  const words = await ask(vscode.l10n.t('Words to count; commas between forms'), selectedText());
  if (words === undefined) return;
  if (phraseForms(words) === '') throw usage(vscode.l10n.t('Choose at least one word.'));
  const not = await ask(vscode.l10n.t('What could stand in their place; empty: counted per words'));
  if (not === undefined) return;
  const isPair = phraseForms(not) !== '';
  const marker = { name: isPair ? `${words} (not ${not})` : words, words, ...(isPair && { not }) };
  await (await cases.calls()).addMarker(marker);
  cases.refresh();
};

/** Opens a place of a text, by its URI and offsets there. */
export const openPlace: Command = async (_, uri, start, end) => {
  if (typeof uri !== 'string' || typeof start !== 'number' || typeof end !== 'number') return;
  const place = vscode.Uri.parse(uri);
  const document = await vscode.workspace.openTextDocument(place);
  await showPlaces({ uri: place, text: document.getText(), range: { start, end } }, undefined);
};

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.getText(editor.selection).trim() ?? '';
}

async function wordsAsked({ session }: CommandDependencies): Promise<string | undefined> {
  const selected = selectedText();
  if (selected !== '') return selected;
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Concordance'),
    prompt: vscode.l10n.t('Words, or the name of a marker'),
    value: session.selection.marker ?? '',
    ignoreFocusOut: true,
  });
}

/**
 * Marks all places of a marker in the questioned text, and opens the first of each side: by its name, of the author who is read unless
 * one is named, in the text under review unless another that has a result is.
 */
export const openMarker: Command = async ({ session, choices, engine }, name, author, of) => {
  if (of instanceof vscode.Uri && !session.isShowing(of.toString())) await session.open(of.toString());
  const { findings } = session;
  const candidate =
    findings && chosenCandidate(findings, typeof author === 'string' ? author : session.selection.author);
  const marker = markerNamed(candidate, name);
  if (!candidate || !marker) throw usage(vscode.l10n.t('This marker is not among those found. Review the text again.'));
  session.select({ author: candidate.author, marker: marker.name });
  const uri = vscode.Uri.parse(findings.target.uri);
  const document = await vscode.workspace.openTextDocument(uri);
  const { offset } = findings.target;
  const [here = { start: 0, end: 0 }] = marker.places;
  const range = { start: here.start + offset, end: here.end + offset };
  const { markers: own } = await choices.options(uri);
  const get = (id: string): Promise<KnownDocument | undefined> => engine.calls().knownDocument(findings.index.path, id);
  const known = await knownPlace(marker, habitNamed(marker.name, habitsWith(own)), get);
  await showPlaces(
    { uri, text: document.getText(), range },
    known && { ...known, uri: knownDocumentUri(findings.index.path, known) },
  );
};

/** The first place of a marker in a known text that keeps it. */
async function knownPlace({ texts }: Marker, habit: Habit, get: (id: string) => Promise<KnownDocument | undefined>) {
  const kept = texts.find(({ count }) => count > 0);
  const known = kept && (await get(kept.document));
  const range = known && keptPlaces(habit, known)[0];
  return range && { id: known.id, title: known.title, text: known.text, range };
}
