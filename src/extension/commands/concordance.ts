import path from 'node:path';
import * as vscode from 'vscode';
import type { QuestionedDocument } from '../../core/domain';
import { usage } from '../../core/errors';
import { phraseForms } from '../../core/markers/ownMarkers';
import { concordancePage, type LineOrder, lineOrders, profilePage } from '../../presentation/habitPages';
import { commandLink } from '../addresses';
import { questionedDocuments, workspaceCase } from '../case/caseFolder';
import { caseNode } from '../case/caseNode';
import { showPlaces } from '../review/readingLayout';
import { openTextDocument, readableText } from '../review/targets';
import { knownDocumentUri } from '../review/textDocuments';
import { titleOf } from '../shownFiles';
import type { Command, CommandDependencies } from './command';
import { sha256Of } from '../../node/sha256';

/** Shows every place of the selected words, of a marker by its name, or of words that are asked for, in all texts of the case. */
export const concordance: Command = async (parts, asked, order: unknown = 'author') => {
  const { engine, index, session, pages } = parts;
  const words = typeof asked === 'string' ? asked : await wordsAsked(parts);
  if (words === undefined) return;
  if (phraseForms(words) === '') throw usage(vscode.l10n.t('Choose at least one word.'));
  const file = await index.file();
  const documents = await questionedTexts(parts);
  const uris = new Map(documents.map(({ uri, document }) => [document.id, uri]));
  const { markers } = await session.options(vscode.Uri.file(file));
  const sought = { words, ...(markers && { markers }) };
  const found = await engine.calls().concordance(
    file,
    documents.map(({ document }) => document),
    sought,
  );
  const html = concordancePage(words, found, lineOrders.find((each) => each === order) ?? 'author', {
    order: (each: LineOrder) => commandLink('idiograph.concordance', [words, each]),
    place: ({ id, title, role, place: { start, end } }) => {
      const uri = role === 'questioned' ? uris.get(id)! : knownDocumentUri(file, id, title);
      return commandLink('idiograph.openPlace', [uri.toString(), start, end]);
    },
  });
  const commands = ['idiograph.concordance', 'idiograph.openPlace'];
  pages.show('concordance', { title: vscode.l10n.t('Concordance'), html, commands });
};

/** Shows the habits of an author by text, or of all authors. */
export const profile: Command = async ({ engine, index, session, pages }, argument) => {
  const node = caseNode(argument);
  const file = await index.file();
  const { markers } = await session.options(vscode.Uri.file(file));
  const author = node?.kind === 'author' ? node.author : undefined;
  const found = await engine
    .calls()
    .profile(file, { ...(author !== undefined && { author }), ...(markers && { markers }) });
  pages.show('profile', { title: vscode.l10n.t('Habits'), html: profilePage(found), commands: [] });
};

/** Has words, or a pair of alternatives, counted like the other markers from now on; the case file keeps them. */
export const addMarker: Command = async () => {
  const opened = await workspaceCase();
  if (!opened) throw usage(vscode.l10n.t('Open the folder of a case first: its case file keeps your markers.'));
  const title = vscode.l10n.t('Add Marker');
  const ask = (prompt: string, value = ''): Thenable<string | undefined> =>
    vscode.window.showInputBox({ title, prompt, value, ignoreFocusOut: true });
  const words = await ask(vscode.l10n.t('Words to count; commas between forms'), selectedText());
  if (words === undefined) return;
  if (phraseForms(words) === '') throw usage(vscode.l10n.t('Choose at least one word.'));
  const not = await ask(vscode.l10n.t('What could stand in their place; empty: counted per words'));
  if (not === undefined) return;
  const isPair = phraseForms(not) !== '';
  opened.addMarker({ name: isPair ? `${words} (not ${not})` : words, words, ...(isPair && { not }) });
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

/** The questioned texts of the case, and the one under review. */
export async function questionedTexts({
  session,
}: CommandDependencies): Promise<readonly { readonly uri: vscode.Uri; readonly document: QuestionedDocument }[]> {
  const ofCase = await questionedDocuments();
  const { target } = session;
  const isOther = target && !ofCase.some(({ uri }) => uri.toString() === target.uri);
  const entries = [...ofCase, ...(isOther ? [{ uri: vscode.Uri.parse(target.uri), facts: target.facts }] : [])];
  return Promise.all(
    entries.map(async ({ uri, facts: { mode, genre, language } }, i) => {
      const text = readableText(await openTextDocument(uri));
      const sha256 = sha256Of(text);
      const id = entries.some((other, k) => k < i && titleOf(other.uri) === titleOf(uri))
        ? path.basename(path.dirname(uri.path)) + '/' + titleOf(uri)
        : titleOf(uri);
      return { uri, document: { id, text, mode, genre, language, version: 1, sha256 } };
    }),
  );
}
