import * as vscode from 'vscode';
import { parseCaseNode, type WindowCase } from '../case/windowCase';
import { noTextOfCase, usage } from '../../core/errors';
import { everyone } from '../../core/text/handRanges';
import { findTurns } from '../../reading/text/turns';
import { openTextDocument, readText } from '../review/textDocuments';
import { isIndexed, parseQuery, readTitle, toFileUri } from '../shownFiles';
import { askQuestion, type Command, findDocument, runIndexing } from './command';

import { verifierKinds } from '../../core/domain/evidence';
import { nameVerifier } from '../../presentation/words/notices';
import { listFilters } from '../../presentation/triage';

/**
 * Changes the mode and genre of a document, by default of the active text, and reviews it again if it is under review. A known document is
 * encoded again; if it is a file of the case, the case file is changed too.
 */
export const setFacts: Command = async (parts, argument) => {
  const node = parseCaseNode(argument);
  const { facts, session, cases } = parts;
  if (node?.kind === 'indexed') {
    const { id, title, ...before } = node.document;
    const changed = await facts.answer(title, before);
    if (!changed) return;
    const source = await cases.createCalls().sourceOf(id);
    if (source !== undefined) await facts.stateFacts([[vscode.Uri.file(source), changed]]);
    return runIndexing(parts, (calls) => calls.relabel(id, changed));
  }
  const reviewed = session.target?.uri;
  const uri = await findDocument(argument, parts);
  const changed = await facts.ask(uri, readTitle(uri));
  if (changed && reviewed === uri.toString()) await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** Chooses a verifier for this workspace in place of the one that the modes select, and reviews again. */
export const chooseVerifier: Command = async ({ session, choices }) => {
  const items = [undefined, ...verifierKinds].map((kind) => ({
    verifier: kind,
    label: nameVerifier(kind ?? 'automatic'),
    description: kind === choices.verifier ? '✓' : '',
  }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Verifier') });
  if (!picked || picked.verifier === choices.verifier) return;
  await choices.chooseVerifier(picked.verifier);
  if (session.findings) await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** Asks who could have written the text under review, and reviews it again. */
export const setQuestion: Command = async (parts) => {
  const uri = parts.session.target?.uri;
  const file = uri === undefined ? undefined : vscode.Uri.parse(uri).fsPath;
  const answer = await askQuestion(parts, { ...(file !== undefined && { file }) });
  if (answer === 'on' && uri !== undefined) await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** Masks the names of the authors of the case, or unmasks them after a confirmation. */
export const maskAuthors: Command = async (parts) => {
  const { blind, cases } = parts;
  if (!(await cases.required()).isMasked) await cases.createCalls().mask({ isBuilt: true });
  else {
    const yes = vscode.l10n.t('Show the names');
    const chosen = await vscode.window.showQuickPick([yes, vscode.l10n.t('Cancel')], {
      title: vscode.l10n.t('Show the names of the authors of this case?'),
      placeHolder: vscode.l10n.t('The case file records the time, and a hash of the findings so far'),
      ignoreFocusOut: true,
    });
    if (chosen !== yes) return;
    await cases.createCalls().unmask();
  }
  await blind.follow();
};

/** Stores the account for the server that the settings name, or forgets it. */
export const enterServerAccount: Command = ({ choices }) => choices.enterServerAccount();

/** Chooses which questioned texts the side bar lists, and whether those with the strongest ratios come first. */
export const sortTexts: Command = async ({ listed }) => {
  const { order } = listed.chosen;
  const byStrength = { key: 'strength', label: vscode.l10n.t('strongest ratio first'), picked: order === 'strength' };
  const filters = listFilters(await listed.listTexts(), listed.chosen).map(({ key, label, count, isChosen }) => {
    return { label, description: String(count), key, picked: isChosen };
  });
  const title = vscode.l10n.t('Which questioned texts are listed? Choose none to list all.');
  const chosen = await vscode.window.showQuickPick([byStrength, ...filters], { title, canPickMany: true });
  const keys = chosen?.map(({ key }) => key);
  if (keys)
    await listed.choose({
      order: keys.includes(byStrength.key) ? 'strength' : 'title',
      filters: keys.filter((key) => key !== byStrength.key),
    });
};

/**
 * Asks whether the selected words are the author's, and sets this by hand. The case file stores it, and ratio, order, passages and markers
 * all follow it.
 */
export const setWords: Command = async ({ cases }) => {
  const items = [
    { label: vscode.l10n.t('Not this author’s words'), isAuthors: false },
    { label: vscode.l10n.t('This author’s words'), isAuthors: true },
    { label: vscode.l10n.t('As the rules read them'), isAuthors: undefined },
  ];
  const title = vscode.l10n.t('Who wrote the selected words?');
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (!chosen) return;
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) throw usage(vscode.l10n.t('Choose at least one word.'));
  const { document, selection } = editor;
  const file = await findFile(document.uri, cases);
  const [start, end] = [selection.start, selection.end].map((place) => document.offsetAt(place)) as [number, number];
  const range = { start, end, isAuthors: chosen.isAuthors };
  await cases.createCalls().setRange({ file, text: readText(document), range });
  cases.refresh();
};

/** Asks for the speaker that counts in a text with several, and records the answer in the case file. */
export const chooseSpeaker: Command = async (parts, argument) => {
  const active = vscode.window.activeTextEditor?.document.uri;
  const document = await openTextDocument(await findDocument(argument ?? active, parts));
  const file = await findFile(document.uri, parts.cases);
  const { speakers = [] } = findTurns(readText(document)) ?? {};
  if (speakers.length === 0) throw usage(vscode.l10n.t('This text seems to have one speaker.'));
  const items = speakers.map(({ name, ...counts }) => ({
    name,
    label: name,
    description: [vscode.l10n.t('turns: {turns}', counts), vscode.l10n.t('words: {words}', counts)].join(' · '),
  }));
  items.push({
    name: everyone,
    label: vscode.l10n.t('One author wrote all of it'),
    description: '',
  });
  const title = vscode.l10n.t('Which speaker of {title} do you ask about?', { title: readTitle(document.uri) });
  const chosen = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
  if (!chosen) return;
  await parts.cases.createCalls().setSpeakers({ file, speakers: [chosen.name] });
  parts.cases.refresh();
  await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** The file of the case that a text was made from. Throws Usage if there is none. */
async function findFile(uri: vscode.Uri, cases: WindowCase): Promise<string> {
  const ofFile = toFileUri(uri).scheme === 'file' ? toFileUri(uri).fsPath : undefined;
  const file = isIndexed(uri) ? await cases.createCalls().sourceOf(parseQuery(uri.query)?.id ?? '') : ofFile;
  if (file === undefined || !(await cases.view())) throw noTextOfCase(readTitle(uri));
  return file;
}
